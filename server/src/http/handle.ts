import type { Endpoint, Output, Parsed } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, UserActor } from '../access/actor.ts'
import type { Item } from '../access/items.ts'
import type { UploadBody } from './upload.ts'

/** What a handler knows of the call, after parsing and authorisation. */
export interface Call {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The client's address. */
  readonly address: string
  /**
   * The entries that the targets of the rule named, by the target's `at`; the root where the id was absent, the folder
   * where the selection is "all of it". Read before the handler ran: a transaction that writes reads them again.
   */
  readonly entries: Readonly<Record<string, readonly Item[]>>
  /** The bytes, where the endpoint takes an upload. */
  readonly upload?: UploadBody
}

export interface Route {
  readonly endpoint: Endpoint
  readonly run: (input: never, call: Call) => Promise<unknown>
}

/** Binds an endpoint of the table to what it does. The handler runs only after its access rule has said yes. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (input: Parsed<E>, call: Call) => Promise<Output<E>>,
): Route {
  return { endpoint, run: run as Route['run'] }
}

/** The id of the signed-in user; the rule `by: 'user'` or `'admin'` stands before every caller. */
export const userIdOf = (call: Call): string => userOf(call).userId

export function userOf({ actor }: Call): UserActor {
  if (actor.kind !== 'user') throw new Error('a handler for users was reached by somebody else')
  return actor
}
