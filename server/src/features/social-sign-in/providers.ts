import { createHmac } from 'node:crypto'
import type { SignInProvider } from '@holdall/api'
import type { Configuration } from 'openid-client'
import type { Clock } from '../../infrastructure/clock.ts'
import { hour } from '../../infrastructure/clock.ts'
import type { Config } from '../../infrastructure/config/config.ts'
import type { ClientCredentials } from '../../infrastructure/config/sign-in-providers.ts'
import { type GuardedFetch, guardedFetch, REQUEST_MS } from '../../infrastructure/outgoing/guarded-fetch.ts'
import { isLoopback } from '../../infrastructure/outgoing/loopback.ts'
import { type Outgoing, OutgoingError } from '../../infrastructure/outgoing/outgoing.ts'
import { type FlowSecrets, type Identity, type Provider, ProviderError } from './provider.ts'
import { facebookIdentity, githubIdentity, identityOfClaims } from './provider-identity.ts'

/** Where the known providers answer; tests replace them. */
export interface ProviderAddresses {
  readonly google: { readonly issuer: string }
  readonly facebook: OAuthAddresses & { readonly user: string }
  readonly github: OAuthAddresses & { readonly user: string; readonly emails: string }
}
interface OAuthAddresses {
  readonly issuer: string
  readonly authorize: string
  readonly token: string
}

const standardAddresses: ProviderAddresses = {
  google: { issuer: 'https://accounts.google.com' },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    user: 'https://graph.facebook.com/v23.0/me?fields=id,name,email',
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
  },
}

const DISCOVERY_TTL_MS = hour

interface Deps {
  readonly config: Pick<Config, 'publicUrl' | 'signInProviders'>
  readonly clock: Clock
  readonly outgoing: Outgoing
}

export interface Providers {
  /** Those that are configured, in the order of their buttons. */
  readonly all: readonly Provider[]
  find(id: SignInProvider): Provider | undefined
}

/** The library is loaded with the first sign-in by a provider. */
const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

export function createProviders(deps: Deps, addresses: Partial<ProviderAddresses> = {}): Providers {
  const { publicUrl, signInProviders: configured } = deps.config
  const { google, facebook, github } = { ...standardAddresses, ...addresses }
  const fetch = guardedFetch(deps.outgoing)
  const callbackOf = (id: SignInProvider) => `${publicUrl ?? ''}/socialite/${id}/callback`
  const all: Provider[] = []
  if (configured.google) {
    const scope = 'openid email profile'
    const parameters = { scope, prompt: 'select_account' }
    all.push(openIdProvider(deps, fetch, { id: 'google', name: 'Google', ...google, ...configured.google, parameters }))
  }
  if (configured.facebook) {
    const { clientId, clientSecret } = configured.facebook
    all.push(
      oauthProvider(
        { id: 'facebook', name: 'Facebook', ...facebook, clientId, clientSecret, scope: 'email' },
        (token) => {
          const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
          return facebookIdentity(fetch, { ...facebook, user: `${facebook.user}&appsecret_proof=${proof}` }, token)
        },
      ),
    )
  }
  if (configured.github) {
    const { clientId, clientSecret } = configured.github
    all.push(
      oauthProvider(
        { id: 'github', name: 'GitHub', ...github, clientId, clientSecret, scope: 'read:user user:email' },
        (token) => githubIdentity(fetch, github, token),
      ),
    )
  }
  if (configured.oidc) {
    const parameters = { scope: 'openid email profile' }
    all.push(openIdProvider(deps, fetch, { id: 'oidc', ...configured.oidc, parameters }))
  }
  return { all, find: (id) => all.find((provider) => provider.id === id) }

  function oauthProvider(
    options: OAuthAddresses &
      ClientCredentials & { readonly id: SignInProvider; readonly name: string; readonly scope: string },
    identityOf: (accessToken: string) => Promise<Identity>,
  ): Provider {
    const { id, name, issuer, clientId, clientSecret, scope } = options
    const configuration = (client: Library) => {
      const metadata = { issuer, authorization_endpoint: options.authorize, token_endpoint: options.token }
      const made = new client.Configuration(metadata, clientId, {}, client.ClientSecretPost(clientSecret))
      return prepared(client, made, fetch, options.token)
    }
    return {
      id,
      name,
      issuer,
      authorizationUrl: (secrets) =>
        asProviderError(async (client) => {
          // Without an ID token there is no nonce.
          const { nonce: _, ...parameters } = await parametersOf(client, secrets)
          return client.buildAuthorizationUrl(configuration(client), {
            redirect_uri: callbackOf(id),
            scope,
            ...parameters,
          })
        }),
      identify: (search, { state, verifier }) =>
        asProviderError(async (client) => {
          const url = new URL(callbackOf(id) + search)
          const checks = { expectedState: state, pkceCodeVerifier: verifier }
          const { access_token } = await client.authorizationCodeGrant(configuration(client), url, checks)
          return identityOf(access_token)
        }),
    }
  }

  function openIdProvider(
    { clock }: Deps,
    fetchGuarded: GuardedFetch,
    options: ClientCredentials & {
      readonly id: SignInProvider
      readonly name: string
      readonly issuer: string
      readonly parameters: Readonly<Record<string, string>>
    },
  ): Provider {
    const { id, name, issuer, clientId, clientSecret } = options
    let found: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined

    async function discover(client: Library): Promise<Configuration> {
      const isInsecure = isLoopback(new URL(issuer).hostname)
      const discovered = await client.discovery(new URL(issuer), clientId, {}, client.None(), {
        [client.customFetch]: fetchGuarded as never,
        timeout: REQUEST_MS / 1000,
        ...(isInsecure && { execute: [client.allowInsecureRequests] }),
      })
      const metadata = discovered.serverMetadata()
      // The library accepts some issuers that differ from the address of the discovery.
      if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new ProviderError('invalid')
      const methods = metadata.token_endpoint_auth_methods_supported
      const isPosted = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
      const authentication = isPosted ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
      const made = new client.Configuration(metadata, clientId, {}, authentication)
      // The signature of ID tokens is checked too, although they come from the provider itself.
      client.enableNonRepudiationChecks(made)
      return prepared(client, made, fetchGuarded, issuer)
    }

    function configuration(client: Library): Promise<Configuration> {
      const now = clock.now()
      if (found && now < found.untilMs) return found.configuration
      const entry = { configuration: discover(client), untilMs: now + DISCOVERY_TTL_MS }
      found = entry
      entry.configuration.catch(() => {
        if (found === entry) found = undefined
      })
      return entry.configuration
    }

    return {
      id,
      name,
      issuer,
      authorizationUrl: (secrets) =>
        asProviderError(async (client) =>
          client.buildAuthorizationUrl(await configuration(client), {
            redirect_uri: callbackOf(id),
            ...options.parameters,
            ...(await parametersOf(client, secrets)),
          }),
        ),
      identify: (search, { state, nonce, verifier }) =>
        asProviderError(async (client) => {
          const current = await configuration(client)
          const tokens = await client.authorizationCodeGrant(current, new URL(callbackOf(id) + search), {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          })
          const claims = tokens.claims()
          if (!claims) throw new ProviderError('invalid')
          const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined
          if (isComplete || current.serverMetadata().userinfo_endpoint === undefined) {
            return identityOfClaims(issuer, claims)
          }
          const further = await client.fetchUserInfo(current, tokens.access_token, claims.sub)
          return identityOfClaims(issuer, { ...claims, ...further })
        }),
    }
  }
}

function prepared(client: Library, made: Configuration, fetch: GuardedFetch, address: string): Configuration {
  made[client.customFetch] = fetch as never
  made.timeout = REQUEST_MS / 1000
  if (isLoopback(new URL(address).hostname)) client.allowInsecureRequests(made)
  return made
}

const parametersOf = async (client: Library, { state, nonce, verifier }: FlowSecrets) => ({
  state,
  nonce,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})

async function asProviderError<T>(work: (client: Library) => Promise<T>): Promise<T> {
  const client = await library()
  try {
    return await work(client)
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(codeOf(error), error)
  }
}

/** By the chain of causes: the library wraps what the request threw. */
function codeOf(error: unknown): ProviderError['code'] {
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth++) {
    if (cause instanceof OutgoingError) return 'unavailable'
    const { name, error: named, status, code } = cause as Record<string, unknown>
    if (named === 'access_denied') return 'denied'
    const isDown = named === 'temporarily_unavailable' || named === 'server_error' || code === 'ECONNRESET'
    if (isDown || name === 'TimeoutError' || name === 'AbortError') return 'unavailable'
    if (typeof status === 'number' && status >= 500) return 'unavailable'
    cause = (cause as { cause?: unknown }).cause
  }
  return 'invalid'
}
