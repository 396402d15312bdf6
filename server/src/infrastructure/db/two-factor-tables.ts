import type { Millis } from '../clock.ts'

/** Secrets of authenticator apps. That of an account without `two_factor_confirmed_at` waits for its first code. */
interface TotpSecretsTable {
  user_id: string
  /** Encrypted, for this user only. */
  secret: string
  /** The time step of the last code that was used: none up to it is accepted again. */
  last_step: number | null
  created_at: Millis
}

/** Those that were not used. */
interface RecoveryCodesTable {
  user_id: string
  /** SHA-256, hex. */
  hash: string
}

export interface TwoFactorTables {
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
}
