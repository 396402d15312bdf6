import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUserWithHome } from '../../testing/old-rows.ts'

test('counted downloads have no bytes left, and tickets of zips stay valid', async () => {
  const { db, migrate, remove } = await databaseBefore('0048')
  await insertUserWithHome(db)
  await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
    values ('l', 't', 'e', 'u', 'visitor', 0, 0)`.execute(db)
  await sql`insert into share_downloads (share_id, visit, counted_at) values ('l', 'v', 5)`.execute(db)
  await sql`insert into zip_tickets (id, holder, ids, expires_at, selection) values ('z', 'u', 1, 9, '{}')`.execute(db)

  await migrate()

  expect(await db.selectFrom('share_downloads').selectAll().execute()).toEqual([
    { share_id: 'l', visit: 'v', counted_at: 5, bytes_left: 0 },
  ])
  expect(await db.selectFrom('zip_tickets').selectAll().execute()).toEqual([
    { id: 'z', holder: 'u', visitor: '', ids: 1, expires_at: 9, selection: '{}' },
  ])
  await remove()
})
