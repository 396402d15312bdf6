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

/** The address that a user has chosen and not confirmed. */
interface EmailChangesTable {
  user_id: string
  /** Lower case. */
  email: string
  /** SHA-256 of the token, hex; null until the mail is sent, and where the address has an account already. */
  token_digest: string | null
  /** Of the user when the address was chosen. */
  password_version: number
  created_at: Millis
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
  email_changes: EmailChangesTable
  used_challenges: UsedChallengesTable
}
