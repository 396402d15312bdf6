import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('accounts of a filled database count their entries, versions, links and unfinished uploads, but no roots', async () => {
  const { db, migrate, remove } = await databaseBefore('0043')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into users (id, email, name, password_hash, role, color, created_at, updated_at)
      values ('none', 'none@example.com', 'n', 'x', 'user', '#000', 0, 0)`.execute(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    await sql`
      insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, blob_id, trash_root_id, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', null, null, 0, 0),
        ('d', 's', 'u', 'root', 'folder', 'd', 'd', null, null, 0, 0),
        ('f', 's', 'u', 'd', 'file', 'f', 'f', 'b', null, 0, 0),
        ('t', 's', 'u', 'root', 'file', 't', 't', 'b', 't', 0, 0)`.execute(trx)
    await sql`
      insert into file_versions (entry_id, version, blob_id, size, sha256, mime, replaced_at)
      values ('f', 1, 'b', 1, 'x', 'text/plain', 0), ('f', 2, 'b', 1, 'x', 'text/plain', 0)`.execute(trx)
    await sql`
      insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
      values ('l', 'token', 'f', 'u', 'visitor', 0, 0)`.execute(trx)
    for (const status of ['receiving', 'done']) {
      await sql`
        insert into uploads (actor, upload_id, owner_id, parent_id, name, path, "offset", reserved, blob_id, replace_existing,
          status, expires_at, created_at, updated_at)
        values ('u:u', ${status}, 'u', 'root', 'x', '', 0, 0, ${status}, 0, ${status}, 0, 0, 0)`.execute(trx)
    }
  })

  await migrate()

  const counts = () => db.selectFrom('users').select(['id', 'item_count']).orderBy('id').execute()
  expect((await counts()).map(({ id, item_count: items }) => [id, Number(items)])).toEqual([
    ['none', 0],
    ['u', 3 + 2 + 1 + 1],
  ])
  await expect(db.updateTable('users').set({ item_count: -1 }).execute()).rejects.toMatchObject({ code: 'check' })
  await remove()
})
