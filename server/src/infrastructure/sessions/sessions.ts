import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymous, type SessionActor, type UserActor } from './session-actor.ts'
import { type ApiTokens, isOfToken } from './api-tokens.ts'
import { type Clock, minute } from '../clock.ts'
import type { Db, Transact, Trx } from '../db/transact.ts'
import { digest, type Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsBeyond,
  findLiveSession,
  insertSession,
  prolongSession,
} from './session.store.ts'
import {
  CHALLENGE_TTL_MS,
  CONFIRMATION_TTL_MS,
  isSecure,
  SESSION_COOKIE_SECONDS,
  SESSION_TTL_MS,
  sessionCookie,
} from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the caller, for the log; null for visitors. */
    accountId: string | null
  }
}

export interface Sessions {
  /** The caller, by the API token of the request, or without one by the cookie. Extends the session in the background, at most once a minute. */
  actorOf(request: FastifyRequest): Promise<SessionActor>
  /** The user of a session, or of an API token, that has not ended, by its id; null for any other, and where the account is to be deleted. */
  userOf(sessionId: string): Promise<UserActor | null>
  /**
   * Begins a session under a new secret; the one that the browser had before ends. It is not valid where the password has
   * another version by now. A `full` one is confirmed by its beginning. Of one user, unless everybody uses the account, the
   * last used ones are kept, `MAX_SESSIONS` in each state.
   */
  begin(
    user: { readonly id: string; readonly passwordVersion: number; readonly isShared?: boolean },
    state: 'full' | 'challenge',
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>
  /** Ends the session, or removes the API token, of a request. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  sweep(): Promise<void>
}

export const MAX_SESSIONS = 100

interface Deps {
  readonly apiTokens: ApiTokens
  readonly config: { readonly publicUrl: string | null }
  readonly db: Db
  readonly transact: Transact
  readonly transactBulk: Transact
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export function createSessions({ apiTokens, config, db, transact, transactBulk, clock, ids, log }: Deps): Sessions {
  /** Sessions whose last use is being written. */
  const touching = new Set<string>()
  const cookieFor = (request: FastifyRequest) =>
    ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(config, request) }) as const

  async function remove(trx: Trx, request: FastifyRequest): Promise<void> {
    const secret = request.cookies[sessionCookie]
    if (secret) await deleteSession(trx, digest(secret))
  }

  /** Not awaited: on SQLite a write waits for every other one. */
  function touch(id: string, now: number): void {
    if (touching.has(id)) return
    touching.add(id)
    void prolongSession(db, id, { seen_at: now, expires_at: now + SESSION_TTL_MS })
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of a session could not be stored'))
      .finally(() => touching.delete(id))
  }

  async function findActor(request: FastifyRequest): Promise<SessionActor> {
    const byToken = await apiTokens.actorOf(request)
    if (byToken) return byToken
    const secret = request.cookies[sessionCookie]
    if (!secret) return anonymous
    const now = clock.now()
    const row = await findLiveSession(db, digest(secret), now)
    if (!row) return anonymous
    if (row.state === 'challenge') {
      return { kind: 'half', userId: row.user_id, sessionId: row.id, passwordVersion: row.password_version }
    }
    if (now - row.seen_at >= minute) touch(row.id, now)
    const isConfirmed = row.confirmed_at !== null && now - row.confirmed_at < CONFIRMATION_TTL_MS
    const isEnding = row.deletes_at !== null
    return { kind: 'user', userId: row.user_id, role: row.role, sessionId: row.id, isConfirmed, isEnding }
  }

  return {
    async actorOf(request) {
      const actor = await findActor(request)
      request.accountId = actor.kind === 'user' ? actor.userId : null
      return actor
    },

    async userOf(sessionId) {
      if (isOfToken(sessionId)) return apiTokens.userOf(sessionId)
      const row = await findLiveSession(db, sessionId, clock.now())
      if (row?.deletes_at != null) return null
      return row?.state === 'full' ? { kind: 'user', userId: row.user_id, role: row.role, sessionId: row.id } : null
    },

    async begin(user, state, request, reply) {
      const secret = ids.token(32)
      const now = clock.now()
      await transact(async (trx) => {
        await remove(trx, request)
        if (!user.isShared) await deleteSessionsBeyond(trx, { userId: user.id, state, kept: MAX_SESSIONS - 1 })
        await insertSession(trx, {
          id: digest(secret),
          public_id: ids.next(),
          user_id: user.id,
          state,
          confirmed_at: state === 'full' ? now : null,
          password_version: user.passwordVersion,
          user_agent: (request.headers['user-agent'] ?? '').slice(0, 255),
          address: request.ip,
          created_at: now,
          seen_at: now,
          expires_at: now + (state === 'full' ? SESSION_TTL_MS : CHALLENGE_TTL_MS),
        })
      })
      if (state === 'full') request.accountId = user.id
      void reply.setCookie(sessionCookie, secret, { ...cookieFor(request), maxAge: SESSION_COOKIE_SECONDS })
    },

    async end(request, reply) {
      if (await apiTokens.end(request)) return
      await transact((trx) => remove(trx, request))
      void reply.clearCookie(sessionCookie, cookieFor(request))
    },

    sweep: () => transactBulk((trx) => deleteExpiredSessions(trx, clock.now())),
  }
}
