import { API_TOKEN_PREFIX, TokenScope } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import { type Clock, day, minute } from '../clock.ts'
import type { Db, Transact, Trx } from '../db/transact.ts'
import { Refusal, refuseSecret } from '../errors/refusal.ts'
import { digest, type Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import type { UserActor } from './session-actor.ts'
import { addressSubject, type Throttle } from '../throttle/throttle.ts'
import {
  type ApiTokenRow,
  deleteTokenByDigest,
  deleteTokensExpiredBefore,
  findLiveToken,
  insertToken,
  storeUse,
} from './api-token.store.ts'
import { bearerOf, isTokenLike } from './bearer.ts'

/** How long a token that has expired is listed. */
const EXPIRED_KEPT_MS = 30 * day
/** `holdall_` and four characters. */
const SHOWN_CHARACTERS = API_TOKEN_PREFIX.length + 4

export interface NewToken {
  readonly userId: string
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresAtMs: number | null
  /** Where the token ends with this version of the password. */
  readonly passwordVersion: number | null
}

export interface ApiTokens {
  /**
   * The caller by the `Authorization` header; undefined where it offers none. Throws `invalid-token`, and `throttled`
   * after many of those. Stores the time of use in the background, at most once a minute.
   */
  actorOf(request: FastifyRequest): Promise<UserActor | undefined>
  /** The user of a token that is valid, by the `sessionId` of its actor; null for any other. */
  userOf(sessionId: string): Promise<UserActor | null>
  /** Returns the token itself, of which the row has the digest only. */
  create(trx: Trx, token: NewToken): Promise<{ readonly token: string; readonly row: ApiTokenRow }>
  /** Removes the token of a request. Returns false where it has none. */
  end(request: FastifyRequest): Promise<boolean>
  sweep(): Promise<void>
}

const SESSION_ID_PREFIX = 'token-'
/** Whether the `sessionId` of an actor is that of an API token. Ids of sessions are digests. */
export const isOfToken = (sessionId: string): boolean => sessionId.startsWith(SESSION_ID_PREFIX)

interface Deps {
  readonly db: Db
  readonly transact: Transact
  readonly transactBulk: Transact
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly throttle: Throttle
}

type LiveToken = NonNullable<Awaited<ReturnType<typeof findLiveToken>>>

const actorFrom = ({ id, user_id: userId, role, scopes }: LiveToken): UserActor => ({
  kind: 'user',
  userId,
  role,
  sessionId: SESSION_ID_PREFIX + id,
  // One that this version does not know grants nothing.
  token: { id, scopes: scopes.split(' ').filter((scope): scope is TokenScope => TokenScope.safeParse(scope).success) },
})

export function createApiTokens({ db, transact, transactBulk, clock, ids, log, throttle }: Deps): ApiTokens {
  /** Tokens whose last use is being written. */
  const touching = new Set<string>()

  /** Not awaited: on SQLite a write waits for every other one. */
  function touch(id: string, now: number): void {
    if (touching.has(id)) return
    touching.add(id)
    void storeUse(db, id, now)
      .catch((error: unknown) => log.warn({ err: error }, 'the last use of an API token could not be stored'))
      .finally(() => touching.delete(id))
  }

  async function liveTokenOf(bearer: string, now: number): Promise<LiveToken> {
    const row = isTokenLike(bearer) ? await findLiveToken(db, { digest: digest(bearer) }, now) : undefined
    if (!row) throw refuseSecret('invalid-token')
    return row
  }

  return {
    async actorOf(request) {
      const bearer = bearerOf(request)
      if (bearer === undefined) return undefined
      const subjects = [addressSubject(request.ip)]
      await throttle.begin('api-token', subjects)
      const now = clock.now()
      try {
        const row = await liveTokenOf(bearer, now)
        if (row.last_used_at === null || now - row.last_used_at >= minute) touch(row.id, now)
        return actorFrom(row)
      } catch (error) {
        if (error instanceof Refusal && error.wrongSecret) await throttle.settle('api-token', subjects, 'wrong')
        throw error
      }
    },

    async userOf(sessionId) {
      const row = await findLiveToken(db, { id: sessionId.slice(SESSION_ID_PREFIX.length) }, clock.now())
      return row ? actorFrom(row) : null
    },

    async create(trx, { userId, name, scopes, expiresAtMs, passwordVersion }) {
      const token = API_TOKEN_PREFIX + ids.token(32)
      const row: ApiTokenRow = {
        id: ids.next(),
        digest: digest(token),
        user_id: userId,
        name,
        scopes: scopes.join(' '),
        prefix: token.slice(0, SHOWN_CHARACTERS),
        password_version: passwordVersion,
        created_at: clock.now(),
        expires_at: expiresAtMs,
        last_used_at: null,
      }
      await insertToken(trx, row)
      return { token, row }
    },

    async end(request) {
      const bearer = bearerOf(request)
      if (bearer === undefined) return false
      await transact((trx) => deleteTokenByDigest(trx, digest(bearer)))
      return true
    },

    sweep: () => transactBulk((trx) => deleteTokensExpiredBefore(trx, clock.now() - EXPIRED_KEPT_MS)),
  }
}
