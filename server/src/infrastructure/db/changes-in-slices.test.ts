import { sql } from 'kysely'
import { pageOfRecentFiles } from '../../features/files/recent-files.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('the entries and deletions of a filled database belong to no copy, and are shown and finished as before', async () => {
  const { db, migrate, remove } = await databaseBefore('0045')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 5, 'x', 0)`.execute(trx)
    await sql`
      insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, size, blob_id, created_at, updated_at)
      values ('root', 's', 'u', null, 'root', '', '', 0, null, 0, 0),
        ('f', 's', 'u', 'root', 'file', 'f', 'f', 5, 'b', 0, 0)`.execute(trx)
    await sql`insert into deletions (batch_id, created_at) values ('batch', 0)`.execute(trx)
  })

  await migrate()

  expect(await db.selectFrom('entries').select(['id', 'copy_id']).orderBy('id').execute()).toEqual([
    { id: 'f', copy_id: null },
    { id: 'root', copy_id: null },
  ])
  expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([
    { batch_id: 'batch', created_at: 0, has_live: 0 },
  ])
  const home = await db.selectFrom('spaces').selectAll().executeTakeFirstOrThrow()
  const recent = () => pageOfRecentFiles(db, { home, teams: [], userId: 'u' }, { offset: 0, limit: 9 })
  expect((await recent()).totals).toEqual({ folders: 0, files: 1, filesize: 5 })
  await db.updateTable('entries').set({ copy_id: 'copy' }).where('id', '=', 'f').execute()
  const copy = { id: 'copy', owner_id: 'u', bytes: 0, items: 0, renewed_at: 0 }
  await db.insertInto('copies').values(copy).execute()
  expect((await recent()).totals.files).toBe(0)
  await db.deleteFrom('copies').execute()
  expect((await recent()).totals.files).toBe(1)
  await remove()
})
