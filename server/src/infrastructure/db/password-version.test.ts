import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'
import { findLiveSession, liveSessionsOf } from '../sessions/session.store.ts'

test('sessions of a filled database stay valid', async () => {
  const { db, migrate, remove } = await databaseBefore('0014')
  await insertUser(db, 'h')
  await sql`insert into sessions (id, public_id, user_id, state, user_agent, address, created_at, seen_at, expires_at)
    values ('a', 'p', 'u', 'full', '', '', 0, 0, 9)`.execute(db)

  await migrate()

  expect(await findLiveSession(db, 'a', 1)).toMatchObject({ user_id: 'u' })
  expect(await liveSessionsOf(db, 'u', 1, 10)).toHaveLength(1)
  await db.updateTable('users').set({ password_version: 1 }).execute()
  expect(await findLiveSession(db, 'a', 1)).toBeUndefined()
  expect(await liveSessionsOf(db, 'u', 1, 10)).toEqual([])
  await remove()
})
