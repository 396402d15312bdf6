import { sql } from 'kysely'
import { nameKey } from '../../features/entries/entry-name-rules.ts'
import { matchesOf } from '../../features/search/search.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test.each([
  { before: '0017', index: 'entries_search_sample' },
  { before: '0028', index: 'entries_recent_folders' },
])('what a filled database has is found as before, and PostgreSQL has the index $index', async ({ before, index }) => {
  const { db, migrate, remove } = await databaseBefore(before)
  const engine = globalThis.HOLDALL_TEST_ENGINE
  const ids = Array.from({ length: 200 }, (_, n) => `plan ${n}`)
  await db.transaction().execute(async (trx) => {
    await insertUser(trx)
    await sql`insert into spaces (id, kind, owner_id, root_id) values ('s', 'home', 'u', 'root')`.execute(trx)
    const insert = (id: string, kind: string, trashRoot: string | null, at: number) =>
      sql`insert into entries (id, space_id, owner_id, parent_id, kind, name, name_key, trash_root_id, created_at, updated_at)
        values (${id}, 's', 'u', ${kind === 'root' ? null : 'root'}, ${kind}, ${id}, ${nameKey(id)}, ${trashRoot},
          ${at}, 0)`.execute(trx)
    await insert('root', 'root', null, 0)
    for (const [n, id] of ids.entries()) await insert(id, 'folder', n === 0 ? id : null, n)
  })
  const find = async (text: string, limit: number) => {
    const search = { space: { id: 's', owner_id: 'u' }, kind: 'folder', text, limit, extra: [] } as const
    return (await matchesOf({ db, engine }, search)).map(({ id }) => id)
  }

  await migrate()

  expect(await find('plan', 1000)).toEqual(ids.slice(1).toReversed())
  expect(await find('plan', 50)).toEqual(ids.slice(-50).toReversed())
  expect(await find('plan 12', 50)).toEqual([...ids.slice(120, 130).toReversed(), 'plan 12'])
  if (engine === 'postgres') {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_index where indexrelid = ${index}::regclass and indisvalid`.execute(db)
    expect(rows).toEqual([{ count: 1 }])
  }
  await remove()
})
