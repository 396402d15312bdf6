import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'

test('links of a filled database are kept when ended links are stored from then on', async () => {
  const { db, migrate, remove } = await databaseBefore('0004')
  await db.transaction().execute(async (trx) => {
    await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
      values ('u', 'u@example.com', 'U', '', 'user', 'red', 0, 0)`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'e')`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, kind, name, name_key, created_at, updated_at)
      values ('e', 's', 'u', 'root', '', '', 0, 0)`.execute(trx)
  })
  await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
    values ('l', 'token', 'e', 'u', 'visitor', 0, 0)`.execute(db)

  await migrate()

  expect(await db.selectFrom('shares').select('token').execute()).toEqual([{ token: 'token' }])
  expect(await db.selectFrom('ended_shares').selectAll().execute()).toEqual([])
  await remove()
})
