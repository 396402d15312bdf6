import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

export interface OidcPerson {
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
}

export interface OidcServer {
  readonly issuer: string
  /** `127.0.0.1:1234`, for an allowance. */
  readonly authority: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who can sign in, by login. */
  readonly people: Map<string, OidcPerson>
  /** Signs in at an authorization address as a browser without cookies does: the address of the callback. */
  authorise(url: string, login: string | null): Promise<URL>
  close(): Promise<void>
}

const page = `<!doctype html><html lang="en"><title>Provider</title>
<form method="post"><label>Login <input name="login" autofocus></label>
<button>Continue</button><button name="deny" value="yes">Cancel</button></form>`

/**
 * A real OpenID Connect provider on loopback, whose people sign in by their login alone. `callback`: the address on
 * Holdall that it sends browsers back to.
 */
export async function oidcServer(callback: string): Promise<OidcServer> {
  const people = new Map<string, OidcPerson>()
  const [clientId, clientSecret] = ['holdall', 'secret-of-holdall-at-the-provider']
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${authority}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['key of the cookies of this provider'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'key' }] },
    // Otherwise the library tells on the console that it has chosen them.
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3600, IdToken: 300, Interaction: 600, Session: 3600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
  })
  const callbackOfProvider = provider.callback()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return callbackOfProvider(request, response)
    if (request.method !== 'POST') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    const form = new URLSearchParams(await text(request))
    const accountId = form.get('login') ?? ''
    if (form.has('deny') || !people.has(accountId)) {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    const grant = new provider.Grant({ accountId, clientId })
    grant.addOIDCScope('openid email profile')
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { login: { accountId }, consent })
  }

  return {
    issuer,
    authority,
    clientId,
    clientSecret,
    people,
    async authorise(url, login) {
      const cookies = new Map<string, string>()
      let at = new URL(url)
      for (let redirects = 0; redirects < 10; redirects++) {
        if (at.href.startsWith(callback)) return at
        const isForm = at.pathname.startsWith('/interaction/')
        const answered = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(isForm && { method: 'POST', body: new URLSearchParams(login === null ? { deny: 'yes' } : { login }) }),
        })
        for (const cookie of answered.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          if (name !== undefined && value !== undefined) cookies.set(name, value)
        }
        const location = answered.headers.get('location')
        if (location === null) throw new Error(`the provider answered ${answered.status}: ${await answered.text()}`)
        at = new URL(location, at)
      }
      throw new Error('the provider redirects without an end')
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
