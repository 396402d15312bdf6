import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { findLiveSession } from '../sessions/session.store.ts'

test('sessions of a filled database stay valid, and are not confirmed', async () => {
  const { db, migrate, remove } = await databaseBefore('0030')
  await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
    values ('u', 'u@example.com', 'U', 'h', 'user', 'red', 0, 0)`.execute(db)
  await sql`insert into sessions (id, public_id, user_id, state, user_agent, address, created_at, seen_at, expires_at)
    values ('a', 'p', 'u', 'full', '', '', 0, 0, 9)`.execute(db)

  await migrate()

  expect(await findLiveSession(db, 'a', 1)).toMatchObject({ user_id: 'u', confirmed_at: null })
  await remove()
})
