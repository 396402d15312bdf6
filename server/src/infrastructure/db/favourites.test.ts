import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('entries and settings of a filled database are kept, and favourites end with their folder', async () => {
  const { db, migrate, remove } = await databaseBefore('0009')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into user_settings (user_id, first_name, last_name, theme_mode)
      values ('u', 'U', '', 'dark')`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', 0, 0), ('f', 's', 'u', 'root', 'folder', 'F', 'f', 0, 0)`.execute(
      trx,
    )
  })

  await migrate()

  const settings = await db.selectFrom('user_settings').selectAll().execute()
  expect(settings).toMatchObject([{ user_id: 'u', theme_mode: 'dark', emoji_type: null }])
  await db.insertInto('favourites').values({ user_id: 'u', entry_id: 'f', position: 1, created_at: 0 }).execute()
  await db.deleteFrom('entries').where('id', '=', 'f').execute()
  expect(await db.selectFrom('favourites').selectAll().execute()).toEqual([])
  await remove()
})
