import type { SignInProvider } from '@holdall/api'
import type { Millis } from '../clock.ts'

/** An account at a provider that signs in to a user's account. */
export interface LinkedSignInsTable {
  id: string
  user_id: string
  provider: SignInProvider
  /** With the provider and the subject unique: another provider configured later is not mistaken for this one. */
  issuer: string
  subject: string
  /** As the provider told at the last use. */
  email: string | null
  created_at: Millis
  last_used_at: Millis | null
}

/** A sign-in at a provider that has not come back yet. */
export interface SignInFlowsTable {
  /** SHA-256 of the state, hex. */
  id: string
  provider: SignInProvider
  /** SHA-256 of the cookie of the browser that began it, hex. */
  browser: string
  /** Who links the provider to their account; null for a sign-in. */
  user_id: string | null
  /** Of that user: the same one has to be there at the end. */
  session_id: string | null
  /** A path on this site to go to afterwards. */
  redirect: string | null
  expires_at: Millis
}

/** What a provider has confirmed, and that waits for the password of the account with that address. */
export interface PendingLinksTable {
  /** SHA-256 of the cookie of the browser, hex. */
  browser: string
  user_id: string
  provider: SignInProvider
  issuer: string
  subject: string
  email: string
  expires_at: Millis
}

export interface SignInProviderTables {
  linked_sign_ins: LinkedSignInsTable
  sign_in_flows: SignInFlowsTable
  pending_links: PendingLinksTable
}
