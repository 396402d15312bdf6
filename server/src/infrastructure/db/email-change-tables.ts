import type { Millis } from '../clock.ts'

/** The new address that a user asked for last, until it is confirmed or canceled. */
interface EmailChangesTable {
  user_id: string
  /** Another one with each request. */
  id: string
  /** Lower case. It may be the address of another account: nobody is told. */
  email: string
  /** SHA-256 of the token of the newest mail, hex; null until that is sent, and where the address is taken. */
  token_digest: string | null
  /** Of the user at the request: a change of the password ends it. */
  password_version: number
  created_at: Millis
  expires_at: Millis
}

export interface EmailChangeTables {
  email_changes: EmailChangesTable
}
