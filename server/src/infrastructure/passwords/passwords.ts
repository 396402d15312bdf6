import argon2 from '@node-rs/argon2'
import { FairQueue } from '../fair-queue.ts'

/** argon2id is the library's default; the numbers are OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Each hash takes 19 MiB, a processor, and one of the threads that file access needs. Accounts and networks take turns, and
 * none has all of them: a sign-in does not wait for what one account has begun. Further calls are refused as `busy`.
 */
export const passwordLimits = { size: 4, perOwner: 3, maxWaiting: 32, maxWaitingInAll: 512 } as const
const turns = new FairQueue(passwordLimits)

/** Throws `busy` where too many passwords of the caller wait. */
export const hashPassword = (password: string): Promise<string> => turns.run(() => argon2.hash(password, cost))

/** Stored in place of a hash for an account without a password: no password is right. */
export const NO_PASSWORD = ''

let dummy: Promise<string> | undefined

/**
 * Throws `busy` where too many passwords of the caller wait. Takes as long for a missing hash and for an account without a password as for a wrong password, so that the time does
 * not reveal which accounts exist.
 */
export async function isPassword(stored: string | null | undefined, offered: string): Promise<boolean> {
  if (stored) return turns.run(() => argon2.verify(stored, offered))
  // Once, and without a turn: it must not be refused.
  const nobody = await (dummy ??= argon2.hash('nobody has this password', cost))
  await turns.run(() => argon2.verify(nobody, offered))
  return false
}
