import type { Insertable } from 'kysely'
import type { SessionsTable } from '../db/schema.ts'
import type { Db } from '../db/transact.ts'

/** A session that has not ended, with the role of its user. */
export const findLiveSession = (db: Db, id: string, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.state', 'sessions.user_id', 'sessions.seen_at', 'users.role'])
    .where('sessions.id', '=', id)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function prolongSession(
  db: Db,
  id: string,
  times: { readonly seen_at: number; readonly expires_at: number },
): Promise<void> {
  await db.updateTable('sessions').set(times).where('id', '=', id).execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
