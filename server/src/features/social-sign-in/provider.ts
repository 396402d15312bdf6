import type { SignInProvider } from '@holdall/api'

/** What a provider says of the person who signed in. */
export interface Identity {
  /** With `subject` it names the account there, for ever. */
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  readonly email: string | null
  /** Whether the provider says that the address is that of the person. */
  readonly isEmailVerified: boolean
}

/** What only the browser that began can know, and the answer has to match. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  readonly id: SignInProvider
  /** On its button. */
  readonly name: string
  readonly issuer: string
  /** Where the browser goes. Throws `ProviderError`. */
  authorizationUrl(secrets: FlowSecrets): Promise<URL>
  /** Exchanges the code of the callback. `search`: the query of the callback. Throws `ProviderError`. */
  identify(search: string, secrets: FlowSecrets): Promise<Identity>
}

/** `denied`: by the person; `unavailable`: no answer in time; `invalid`: one that cannot be trusted. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: 'denied' | 'unavailable' | 'invalid'
  constructor(code: ProviderError['code'], cause?: unknown) {
    super(`sign-in provider: ${code}`, { cause })
    this.code = code
  }
}
