import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('a filled database gets an index of used storage by type in place of that of owners', async () => {
  const { db, migrate, remove } = await databaseBefore('0012')
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
      values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0)`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'e')`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, kind, name, name_key, created_at, updated_at)
      values ('e', 's', 'u', 'root', '', '', 0, 0)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('entries').select(['id', 'owner_id']).execute()).toEqual([{ id: 'e', owner_id: 'u' }])
  await remove()
})
