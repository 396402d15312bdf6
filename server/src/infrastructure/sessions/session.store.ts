import type { Insertable } from 'kysely'
import { recordEndedSessions } from '../db/recorded-changes.ts'
import type { SessionsTable } from '../db/schema.ts'
import type { Db, Trx } from '../db/transact.ts'
import { refuse } from '../errors/refusal.ts'

/** A session that has not ended, with the role of its user. */
export const findLiveSession = (db: Db, id: string, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.state', 'sessions.user_id', 'sessions.seen_at', 'users.role'])
    .select(['sessions.confirmed_at', 'sessions.password_version', 'users.deletes_at'])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .whereRef('users.password_version', '=', 'sessions.password_version')
    .executeTakeFirst()

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Ends the sessions of a user that are in this state, but the `kept` last used ones. */
export async function deleteSessionsBeyond(
  trx: Trx,
  { userId, state, kept }: { readonly userId: string; readonly state: SessionsTable['state']; readonly kept: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', state)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = rows.slice(kept).map(({ id }) => id)
  if (ids.length === 0) return
  recordEndedSessions(trx, userId)
  await trx.deleteFrom('sessions').where('id', 'in', ids).execute()
}

export async function prolongSession(
  db: Db,
  id: string,
  times: { readonly seen_at: number; readonly expires_at: number },
): Promise<void> {
  await db.updateTable('sessions').set(times).where('id', '=', id).execute()
}

/** Returns whether the session exists. */
export async function confirmSession(db: Db, id: string, confirmedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ confirmed_at: confirmedAt })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteSession(trx: Trx, id: string): Promise<void> {
  const ended = await trx.deleteFrom('sessions').where('id', '=', id).returning('user_id').executeTakeFirst()
  if (ended) recordEndedSessions(trx, ended.user_id)
}

/** The sessions of a user that have not ended, the last used first. Those that await a second factor are left out. */
export const liveSessionsOf = (db: Db, userId: string, now: number, limit: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .where('user_id', '=', userId)
    .whereRef('users.password_version', '=', 'sessions.password_version')
    .where('state', '=', 'full')
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('sessions.id')
    .limit(limit)
    .execute()

/** Ends a session of this user by its public id. Returns whether there was one. */
export async function deleteSessionOf(trx: Trx, userId: string, publicId: string): Promise<boolean> {
  recordEndedSessions(trx, userId)
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user, but the one with the id `exceptId`. */
export async function deleteSessionsOf(trx: Trx, userId: string, exceptId: string | null): Promise<void> {
  recordEndedSessions(trx, userId)
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== null, (q) => q.where('id', '!=', exceptId!))
    .execute()
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** A session by its public id, and its user. */
export interface SessionKey {
  readonly userId: string
  readonly publicId: string
}

/**
 * Called in the transaction of a change that only its session allows. Throws `unauthenticated` where the session has ended
 * since the call was admitted: it may have waited for other transactions, such as the one that ended all sessions.
 */
export async function requireLiveSession(
  trx: Trx,
  { sessionId }: { readonly sessionId: string },
  now: number,
): Promise<void> {
  if (!(await findLiveSession(trx, sessionId, now))) throw refuse('unauthenticated')
}

/** The public ids of those of these sessions that have not ended. */
export async function livePublicIds(db: Db, keys: readonly SessionKey[], now: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.public_id')
    // The index is on the user.
    .where('sessions.user_id', 'in', [...new Set(keys.map((key) => key.userId))])
    .where(
      'sessions.public_id',
      'in',
      keys.map((key) => key.publicId),
    )
    .where('sessions.state', '=', 'full')
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .whereRef('users.password_version', '=', 'sessions.password_version')
    .execute()
  return new Set(rows.map((row) => row.public_id))
}

/** Undefined where the session has ended. */
export async function publicIdOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sessions').select('public_id').where('id', '=', id).executeTakeFirst()
  return row?.public_id
}
