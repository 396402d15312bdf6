import type { Millis } from '../clock.ts'

export interface ApiTokensTable {
  /** Names the token to its user; of no use to call the API. */
  id: string
  /** SHA-256 of the token, hex. */
  digest: string
  user_id: string
  name: string
  /** With spaces between them. */
  scopes: string
  /** The first characters of the token. */
  prefix: string
  /**
   * Of a token that a password was exchanged for: it ends when the one of its user is another. Null for one that was
   * created in the settings.
   */
  password_version: number | null
  created_at: Millis
  /** Null: it does not expire. */
  expires_at: Millis | null
  last_used_at: Millis | null
}
