import * as z from 'zod/mini'
import { isLoopback } from '../outgoing/loopback.ts'
import { StartError } from '../start-error.ts'

/** What a provider knows this installation by. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Where people may sign in besides by a password; null for what is not offered. */
export interface SignInProvidersConfig {
  readonly google: ClientCredentials | null
  readonly facebook: ClientCredentials | null
  readonly github: ClientCredentials | null
  /** Any OpenID Connect provider. `issuer` as its tokens have it; `name` is the label of its button. */
  readonly oidc: (ClientCredentials & { readonly issuer: string; readonly name: string }) | null
}

export const noSignInProviders: SignInProvidersConfig = { google: null, facebook: null, github: null, oidc: null }

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** An id or a secret that a service gave to the operator. */
export const credential = z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,512}$/, 'must be a text without spaces')))

/** The variables of providers that people may sign in with. */
export const signInProviderVariables = {
  HOLDALL_GOOGLE_CLIENT_ID: credential,
  HOLDALL_GOOGLE_CLIENT_SECRET: credential,
  HOLDALL_FACEBOOK_CLIENT_ID: credential,
  HOLDALL_FACEBOOK_CLIENT_SECRET: credential,
  HOLDALL_GITHUB_CLIENT_ID: credential,
  HOLDALL_GITHUB_CLIENT_SECRET: credential,
  HOLDALL_OIDC_ISSUER: z.optional(
    z.string().check(z.refine(isIssuer, 'must be an address like https://id.example.com, as the provider writes it')),
  ),
  HOLDALL_OIDC_CLIENT_ID: credential,
  HOLDALL_OIDC_CLIENT_SECRET: credential,
  HOLDALL_OIDC_NAME: z.optional(
    z.string().check(z.trim(), z.regex(/^[^\p{C}]{1,40}$/u, 'must be a name of up to 40 characters')),
  ),
}
type Variables = z.output<z.ZodMiniObject<typeof signInProviderVariables>>

/** The keys of data/config.json that set these variables. */
export const signInProviderFileKeys = {
  google_client_id: 'HOLDALL_GOOGLE_CLIENT_ID',
  google_client_secret: 'HOLDALL_GOOGLE_CLIENT_SECRET',
  facebook_client_id: 'HOLDALL_FACEBOOK_CLIENT_ID',
  facebook_client_secret: 'HOLDALL_FACEBOOK_CLIENT_SECRET',
  github_client_id: 'HOLDALL_GITHUB_CLIENT_ID',
  github_client_secret: 'HOLDALL_GITHUB_CLIENT_SECRET',
  oidc_issuer: 'HOLDALL_OIDC_ISSUER',
  oidc_client_id: 'HOLDALL_OIDC_CLIENT_ID',
  oidc_client_secret: 'HOLDALL_OIDC_CLIENT_SECRET',
  oidc_name: 'HOLDALL_OIDC_NAME',
} as const

/** Throws `StartError` where a provider is configured in part, or no callback address follows from the configuration. */
export function signInProvidersFrom(v: Variables, publicUrl: string | undefined): SignInProvidersConfig {
  const credentials = (name: 'GOOGLE' | 'FACEBOOK' | 'GITHUB' | 'OIDC'): ClientCredentials | null => {
    const [clientId, clientSecret] = [v[`HOLDALL_${name}_CLIENT_ID`], v[`HOLDALL_${name}_CLIENT_SECRET`]]
    if (clientId === undefined && clientSecret === undefined) return null
    if (clientId === undefined || clientSecret === undefined) {
      throw new StartError(
        `HOLDALL_${name}_CLIENT_ID and HOLDALL_${name}_CLIENT_SECRET belong together: set both or neither.`,
      )
    }
    if (publicUrl === undefined) {
      throw new StartError(
        `HOLDALL_${name}_CLIENT_ID needs HOLDALL_PUBLIC_URL beside it: the provider sends people back to that address.`,
      )
    }
    return { clientId, clientSecret }
  }
  const oidc = credentials('OIDC')
  const issuer = v.HOLDALL_OIDC_ISSUER
  if ((oidc === null) !== (issuer === undefined) || (issuer === undefined && v.HOLDALL_OIDC_NAME !== undefined)) {
    throw new StartError(
      'HOLDALL_OIDC_ISSUER, HOLDALL_OIDC_CLIENT_ID and HOLDALL_OIDC_CLIENT_SECRET belong together: set all or none.',
    )
  }
  return {
    google: credentials('GOOGLE'),
    facebook: credentials('FACEBOOK'),
    github: credentials('GITHUB'),
    oidc: oidc && issuer ? { ...oidc, issuer, name: v.HOLDALL_OIDC_NAME ?? new URL(issuer).hostname } : null,
  }
}
