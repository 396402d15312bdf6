import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('spaces of a filled database count their files, folders and trashed entries, but no roots', async () => {
  const { db, migrate, remove } = await databaseBefore('0050')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root'), ('none', 'team', 'u', 'other')`.execute(
      trx,
    )
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    await sql`
      insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, blob_id, trash_root_id, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', null, null, 0, 0),
        ('other', 'none', 'u', null, 'root', 'o', 'o', null, null, 0, 0),
        ('d', 's', 'u', 'root', 'folder', 'd', 'd', null, null, 0, 0),
        ('f', 's', 'u', 'd', 'file', 'f', 'f', 'b', null, 0, 0),
        ('g', 's', 'u', 'd', 'file', 'g', 'g', 'b', null, 0, 0),
        ('t', 's', 'u', 'root', 'folder', 't', 't', null, 't', 0, 0),
        ('v', 's', 'u', 't', 'file', 'v', 'v', 'b', 't', 0, 0),
        ('w', 's', 'u', 't', 'file', 'w', 'w', 'b', 'w', 0, 0)`.execute(trx)
  })

  await migrate()

  const counts = () =>
    db.selectFrom('spaces').select(['id', 'file_count', 'folder_count', 'trashed_count']).orderBy('id').execute()
  expect(
    (await counts()).map((row) => [row.id, row.file_count, row.folder_count, row.trashed_count].map(String)),
  ).toEqual([
    ['none', '0', '0', '0'],
    ['s', '2', '1', '3'],
  ])
  await expect(db.updateTable('spaces').set({ file_count: -1 }).execute()).rejects.toMatchObject({ code: 'check' })
  await remove()
})
