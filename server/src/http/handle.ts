import type { Endpoint, Output, Parsed } from '@holdall/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'

/** What a handler knows of the call, after parsing and authorisation. */
export interface Call {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The client's address. */
  readonly address: string
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
