import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('garbage of a filled database counts against nobody when its owner becomes known', async () => {
  const { db, migrate, remove } = await databaseBefore('0003')
  await sql`insert into users (id, email, name, password_hash, role, color, used_bytes, created_at, updated_at)
    values ('u', 'u@example.com', 'U', '', 'user', 'red', 5, 0, 0)`.execute(db)
  await sql`insert into garbage (blob_id, collect_at) values ('b', 7)`.execute(db)

  await migrate()

  expect(await db.selectFrom('garbage').selectAll().execute()).toEqual([
    { blob_id: 'b', collect_at: 7, owner_id: null, size: 0 },
  ])
  expect(await db.selectFrom('users').select(['used_bytes', 'garbage_bytes']).execute()).toEqual([
    { used_bytes: 5, garbage_bytes: 0 },
  ])
  await remove()
})
