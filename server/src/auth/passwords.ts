import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; the numbers are OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let dummy: Promise<string> | undefined

/** Takes as long for a missing hash as for a wrong password, so that time tells nobody which accounts exist. */
export async function isPassword(stored: string | null | undefined, offered: string): Promise<boolean> {
  if (stored) return verify(stored, offered)
  await verify(await (dummy ??= hashPassword('nobody has this password')), offered)
  return false
}
