import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('users and spaces of a filled database are kept, and remote uploads end with their user', async () => {
  const { db, migrate, remove } = await databaseBefore('0019')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', 0, 0)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('spaces').selectAll().execute()).toMatchObject([{ id: 's', owner_id: 'u' }])
  await db
    .insertInto('remote_uploads')
    .values({
      id: 'r',
      user_id: 'u',
      creator_id: 'u',
      space_id: 's',
      parent_id: 'gone',
      status: 'waiting',
      created_at: 0,
      updated_at: 0,
      finished_at: null,
    })
    .execute()
  const file = { remote_upload_id: 'r', position: 0, url: 'https://files.example/a', reason: null, http_status: null }
  await db
    .insertInto('remote_files')
    .values({ ...file, status: 'waiting', name: null, size: null, entry_id: null })
    .execute()
  expect(await db.selectFrom('remote_files').selectAll().execute()).toMatchObject([{ attempts: 0, received: 0 }])
  await db.deleteFrom('entries').execute()
  await db.deleteFrom('spaces').execute()
  expect(await db.selectFrom('remote_files').selectAll().execute()).toEqual([])
  await remove()
})
