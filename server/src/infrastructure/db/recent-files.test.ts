import { sql } from 'kysely'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'
import { pageOfRecentFiles } from '../../features/files/recent-files.store.ts'
import { pageOfShared } from '../../features/share-links/share-link.store.ts'

test('the files and links of a filled database are in the listings over all folders', async () => {
  const { db, migrate, remove } = await databaseBefore('0007')
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    await sql`insert into blobs (id, size, sha256, created_at) values ('b', 1, 'x', 0)`.execute(trx)
    const rows: readonly (readonly [string, string | null, string, number, string | null])[] = [
      ['root', null, 'root', 9, null],
      ['box', 'root', 'folder', 8, null],
      ['new', 'box', 'file', 3, null],
      ['old', 'root', 'file', 2, null],
      ['thrown-away', 'box', 'file', 7, 'thrown-away'],
    ]
    for (const [id, parent, kind, at, trashRoot] of rows) {
      await sql`insert into entries
        (id, space_id, owner_id, parent_id, kind, name, name_key, size, blob_id, trash_root_id, created_at, updated_at)
        values (${id}, 's', 'u', ${parent}, ${kind}, ${id}, ${id}, ${kind === 'file' ? 5 : 0},
          ${kind === 'file' ? 'b' : null}, ${trashRoot}, ${at}, 0)`.execute(trx)
    }
    for (const id of ['box', 'old', 'thrown-away']) {
      await sql`insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
        values (${id}, ${id}, ${id}, 'u', 'visitor', 0, 0)`.execute(trx)
    }
  })

  await migrate()

  const indexes = await sql<{ name: string }>`${
    globalThis.HOLDALL_TEST_ENGINE === 'sqlite'
      ? sql`select name from sqlite_master where type = 'index'`
      : sql`select indexname as name from pg_indexes`
  }`.execute(db)
  const names = indexes.rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['entries_recent', 'shares_owner_entry']))
  expect(names).not.toContain('shares_owner')
  const space = await db.selectFrom('spaces').selectAll().executeTakeFirstOrThrow()
  const bounds = { offset: 0, limit: 9 }
  const recent = await pageOfRecentFiles(db, { home: space, teams: [], userId: 'u' }, bounds)
  expect([recent.rows.map(({ id }) => id), recent.totals]).toEqual([
    ['new', 'old'],
    { folders: 0, files: 2, filesize: 10 },
  ])
  const shared = await pageOfShared(db, 'u', { sort: 'created_at', direction: 'DESC', ...bounds })
  expect([shared.rows.map(({ id }) => id), shared.totals]).toEqual([
    ['box', 'old'],
    { folders: 1, files: 1, filesize: 5 },
  ])
  await remove()
})
