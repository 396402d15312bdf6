import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('a filled database is kept; no account has a time zone, and each session has a public id of its own', async () => {
  const { db, migrate, remove } = await databaseBefore('0012')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into user_settings (user_id, first_name, last_name) values ('u', 'Ada', '')`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'e')`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, kind, name, name_key, created_at, updated_at)
      values ('e', 's', 'u', 'root', '', '', 0, 0)`.execute(trx)
    for (const id of ['a', 'b']) {
      await sql`insert into sessions (id, user_id, state, user_agent, address, created_at, seen_at, expires_at)
        values (${id}, 'u', 'full', '', '', 0, 0, 0)`.execute(trx)
    }
  })

  await migrate()

  expect(await db.selectFrom('entries').select(['id', 'owner_id']).execute()).toEqual([{ id: 'e', owner_id: 'u' }])
  expect(await db.selectFrom('user_settings').select(['first_name', 'timezone']).execute()).toEqual([
    { first_name: 'Ada', timezone: null },
  ])
  const publicIds = (await db.selectFrom('sessions').select('public_id').execute()).map((row) => row.public_id)
  expect(new Set(publicIds).size).toBe(2)
  for (const id of publicIds) expect(id).toMatch(/^[0-9a-f]{32}$/)
  await remove()
})
