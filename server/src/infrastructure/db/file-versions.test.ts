import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('files of a filled database can get versions, which end with their file', async () => {
  const { db, migrate, remove } = await databaseBefore('0008')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    await sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, blob_id, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', null, 0, 0), ('f', 's', 'u', 'root', 'file', 'f', 'f', 'b', 0, 0)`.execute(
      trx,
    )
  })

  await migrate()

  const versions = () => db.selectFrom('file_versions').selectAll().execute()
  expect(await versions()).toEqual([])
  const row = { entry_id: 'f', version: 1, blob_id: 'b', size: 1, sha256: 'x', mime: 'text/plain', replaced_at: 5 }
  await db.insertInto('file_versions').values(row).execute()
  await expect(
    db
      .insertInto('file_versions')
      .values({ ...row, version: 2, blob_id: 'unknown' })
      .execute(),
  ).rejects.toMatchObject({ code: 'foreign-key' })
  await db.deleteFrom('entries').where('id', '=', 'f').execute()
  expect(await versions()).toEqual([])
  await remove()
})
