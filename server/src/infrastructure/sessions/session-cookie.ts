import type { FastifyRequest } from 'fastify'
import { day, minute } from '../clock.ts'
import type { Config } from '../config/config.ts'

export const sessionCookie = 'holdall_session'

/** Each use of a session extends it by this time. */
export const SESSION_TTL_MS = 30 * day

/** A session that awaits its second factor is not extended. */
export const CHALLENGE_TTL_MS = 10 * minute

/** For this long, a sign-in or a password that was given again allows what an endpoint declares as `confirmed`. */
export const CONFIRMATION_TTL_MS = 15 * minute

/** Longer in the browser than on the server, which decides: each use extends the session there. */
export const SESSION_COOKIE_SECONDS = (12 * SESSION_TTL_MS) / 1000

/** Whether cookies get the Secure attribute: the public URL is https, or a trusted proxy forwarded this call from https. */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>, { protocol }: FastifyRequest): boolean =>
  protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)
