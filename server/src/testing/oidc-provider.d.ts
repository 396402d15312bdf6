/** The part of the library that tests use: it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Account {
    readonly accountId: string
    claims(): Record<string, unknown>
  }
  interface Options {
    readonly ttl: Readonly<Record<string, number>>
    readonly clients: readonly Readonly<Record<string, unknown>>[]
    readonly claims: Readonly<Record<string, readonly string[]>>
    readonly cookies: { readonly keys: readonly string[] }
    readonly jwks: { readonly keys: readonly unknown[] }
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>
    readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string }
    findAccount(context: unknown, id: string): Account | undefined
  }
  export default class Provider {
    constructor(issuer: string, options: Options)
    readonly Grant: new (grant: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
