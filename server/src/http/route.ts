import type { Access, Endpoint, Output, Parsed, ParsedInput } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, RequestVisitorActor, VisitorActor } from '../access/actor.ts'
import type { HalfActor, UserActor } from '../infrastructure/sessions/session-actor.ts'
import type { Authorised, Item, Space } from '../access/target.store.ts'
import type { UploadBody } from './multipart-upload.ts'

type ActorOf<A> = A extends { by: 'user' | 'admin' }
  ? UserActor
  : A extends { by: 'challenged' }
    ? HalfActor
    : A extends { by: 'visitor' }
      ? VisitorActor
      : A extends { by: 'request-visitor' }
        ? RequestVisitorActor
        : Actor
type EntryOf<A> = A extends { targets: { entry: infer T } }
  ? T extends { absent: 'skip' }
    ? Item | null
    : A extends { by: 'request-visitor' }
      ? // Where the id is absent, and the folder of the request does not exist yet.
        T extends { absent: 'root' }
        ? Item | null
        : Item
      : Item
  : null
type SpaceOf<A> = A extends { by: 'user'; targets: { entry: object } | { selection: object } } ? Space : null

/** A request after authorisation, whatever its rule. */
interface AuthorisedCall extends Authorised {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The bytes, where the endpoint takes an upload. */
  readonly upload?: UploadBody | undefined
}

/** What a handler knows of the request, after parsing and authorisation by the rule `A`. */
export interface Call<A extends Access = Access> extends AuthorisedCall {
  readonly actor: ActorOf<A>
  readonly entry: EntryOf<A>
  readonly space: SpaceOf<A>
  readonly home: SpaceOf<A>
}

export interface Route {
  readonly endpoint: Endpoint
  readonly run: (input: ParsedInput, call: AuthorisedCall) => Promise<unknown>
}

/** A request and the route that answers it. */
export interface Exchange {
  readonly route: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The body, where it was read to know which endpoint is meant. */
  readonly body?: { readonly fields: unknown }
}

/** Binds an endpoint of the table to its handler, which runs only after the access rule has allowed the call. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (input: Parsed<E>, call: Call<E['access']>) => Promise<Output<E>>,
): Route {
  // The pipeline has parsed the input by the endpoint's schemas, and authorised the call by its rule.
  return { endpoint, run: (input, call) => run(input as Parsed<E>, call as Call<E['access']>) }
}
