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

/** The last sign-up with the address of an account that is confirmed or in use. */
interface DeclinedSignUpsTable {
  user_id: string
  /** Of the password that was chosen, which signs in to nothing. */
  password_hash: string
}

export interface AccountRecoveryTables {
  declined_sign_ups: DeclinedSignUpsTable
  password_resets: PasswordResetsTable
  used_challenges: UsedChallengesTable
}
