import argon2 from '@node-rs/argon2'
import pLimit from 'p-limit'

/** argon2id is the library's default; the numbers are OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes 19 MiB, a processor, and one of the threads that file access needs. */
const turn = pLimit(4)

export const hashPassword = (password: string): Promise<string> => turn(() => argon2.hash(password, cost))

/** Stored in place of a hash for an account without a password: no password is right. */
export const NO_PASSWORD = ''

let dummy: Promise<string> | undefined

/**
 * Takes as long for a missing hash and for an account without a password as for a wrong password, so that the time does
 * not reveal which accounts exist.
 */
export async function isPassword(stored: string | null | undefined, offered: string): Promise<boolean> {
  if (stored) return turn(() => argon2.verify(stored, offered))
  const nobody = await (dummy ??= hashPassword('nobody has this password'))
  await turn(() => argon2.verify(nobody, offered))
  return false
}
