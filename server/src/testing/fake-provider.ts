import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const client = { clientId: 'holdall', clientSecret: 'the-secret-of-the-client' }

/** What the provider says about a person, and in which way it lies. */
export interface Said {
  readonly sub?: string
  readonly email?: string
  readonly email_verified?: unknown
  readonly name?: string
  /** Replace claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean
  /** In place of the answer of the token endpoint. */
  readonly token?: (response: ServerResponse) => void
  /** The subject that the user info endpoint tells. */
  readonly userInfoSub?: string
  /** Of GitHub. */
  readonly emails?: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[]
  /** Of GitHub and Facebook. */
  readonly id?: number | string
}

/** A provider that says what tests tell it to: OpenID Connect, and the calls of GitHub and Facebook. */
export interface FakeProvider {
  readonly origin: string
  /** For an allowance. */
  readonly authority: string
  /** Bodies of the token endpoint, and the paths of other calls. */
  readonly calls: readonly string[]
  /** Replaces members of the metadata that discovery answers. */
  metadata: Readonly<Record<string, unknown>>
  /** Answers every call by this, where it is set. */
  broken: ((response: ServerResponse) => void) | null
  /** Happens before the token endpoint answers. */
  meanwhile: (() => Promise<unknown>) | null
  /** The person signs in at the authorization address: the query of the callback that follows. */
  authorise(url: string, said: Said): string
  close(): Promise<void>
}

interface Grant extends Said {
  readonly nonce: string | null
  readonly challenge: string | null
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(key: KeyObject, claims: object): string {
  const signed = `${base64({ alg: 'RS256', kid: 'key', typ: 'JWT' })}.${base64(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

export async function fakeProvider(): Promise<FakeProvider> {
  const [known, forged] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()
  const calls: string[] = []
  let count = 0
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const body = await text(request)
    calls.push(body === '' ? pathname : `${pathname} ${body}`)
    if (provider.broken) return provider.broken(response)
    if (pathname === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        userinfo_endpoint: `${origin}/userinfo`,
        jwks_uri: `${origin}/keys`,
        ...provider.metadata,
      })
    }
    if (pathname === '/keys') {
      return json(response, {
        keys: [{ ...known.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }],
      })
    }
    if (pathname === '/token') await provider.meanwhile?.()
    if (pathname === '/token') return token(new URLSearchParams(body), response)
    const accessToken = (request.headers.authorization ?? '').replace('Bearer ', '')
    const grant = tokens.get(accessToken)
    if (!grant) return json(response, { error: 'invalid_token' }, 401)
    if (pathname === '/userinfo') {
      const { sub = 'person', email, email_verified, name } = grant
      return json(response, { sub: grant.userInfoSub ?? sub, email, email_verified, name })
    }
    if (pathname === '/user') return json(response, { id: grant.id, login: 'octocat', name: grant.name ?? null })
    if (pathname === '/user/emails') return json(response, grant.emails)
    if (pathname === '/me') {
      // As an app at Facebook that takes no call without the proof of its secret.
      const proof = createHmac('sha256', client.clientSecret).update(accessToken).digest('hex')
      if (searchParams.get('appsecret_proof') !== proof) return json(response, { error: { code: 100 } }, 400)
      return json(response, { id: grant.id, name: grant.name, email: grant.email })
    }
    return json(response, {}, 404)
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    // A code works once.
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge) return json(response, { error: 'invalid_grant' }, 400)
    if (grant.token) return grant.token(response)
    const access_token = `token-${++count}`
    tokens.set(access_token, grant)
    // That is OAuth without OpenID Connect.
    if (grant.nonce === null) return json(response, { access_token, token_type: 'bearer', scope: 'user:email' })
    const now = Math.floor(Date.now() / 1000)
    const { sub = 'person', email, email_verified, name, nonce } = grant
    const standard = { iss: origin, aud: client.clientId, iat: now, exp: now + 300, nonce }
    const claims = { ...standard, sub, email, email_verified, name, ...grant.claims }
    const id_token = idToken((grant.isForged ? forged : known).privateKey, claims)
    return json(response, { access_token, token_type: 'bearer', expires_in: 300, id_token })
  }

  const provider: FakeProvider = {
    origin,
    authority: origin.slice('http://'.length),
    calls,
    metadata: {},
    broken: null,
    meanwhile: null,
    authorise(url, said) {
      const { searchParams } = new URL(url)
      const code = `code-${++count}`
      codes.set(code, { ...said, nonce: searchParams.get('nonce'), challenge: searchParams.get('code_challenge') })
      return `?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()}`
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}
