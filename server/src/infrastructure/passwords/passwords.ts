import argon2 from '@node-rs/argon2'
import { FairQueue } from '../fair-queue.ts'

/** argon2id is the library's default; the numbers are OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Each hash takes 19 MiB, a processor, and one of the threads that file access needs. Accounts and networks take turns, and
 * none has all of them: a sign-in does not wait for what one account has begun. Further calls are refused as `busy`.
 */
export const passwordLimits = { size: 4, perOwner: 3, maxWaiting: 64, maxWaitingInAll: 512 } as const
const turns = new FairQueue(passwordLimits)

/**
 * Systems write the same letter in different ways: as one character or several, in full or half width. What is hashed has
 * one form for all of them. Throws `busy` where too many passwords of the caller wait.
 */
export const hashPassword = (password: string): Promise<string> =>
  turns.run(() => argon2.hash(password.normalize('NFKC'), cost))

/**
 * The forms in which a password may have been hashed: earlier releases hashed what was typed. Of most passwords, all are
 * the same.
 */
const formsOf = (offered: string): readonly string[] => [
  ...new Set([offered.normalize('NFKC'), offered, offered.normalize('NFC'), offered.normalize('NFD')]),
]

/** Stored in place of a hash for an account without a password: no password is right. */
export const NO_PASSWORD = ''

let dummy: Promise<string> | undefined

/**
 * Throws `busy` where too many passwords of the caller wait. Takes as long for a missing hash and for an account without a
 * password as for a wrong password, so that the time does not reveal which accounts exist.
 */
export async function isPassword(stored: string | null | undefined, offered: string): Promise<boolean> {
  // Once, and without a turn: it must not be refused.
  const compared = stored || (await (dummy ??= argon2.hash('nobody has this password', cost)))
  return turns.run(async () => {
    for (const form of formsOf(offered)) {
      if ((await argon2.verify(compared, form)) && stored) return true
    }
    return false
  })
}
