import type { Millis } from '../clock.ts'

/** The newest link of a user that sets a new password; used ones are deleted. */
interface PasswordResetsTable {
  user_id: string
  /** SHA-256 of the token, hex. */
  token_digest: string
  /** Where the link was sent. */
  email: string
  /** Of the user when the link was sent. */
  password_version: number
  expires_at: Millis
}

/** Challenges that were solved, until they expire. */
interface UsedChallengesTable {
  /** SHA-256 of the challenge's signature, hex. */
  id: string
  expires_at: Millis
}

export interface AccountRecoveryTables {
  password_resets: PasswordResetsTable
  used_challenges: UsedChallengesTable
}
