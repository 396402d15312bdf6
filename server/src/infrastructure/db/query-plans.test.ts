import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { keptEditingLinks } from '../../features/password-recovery/recovery-access.store.ts'
import { endEditingLinksOf } from '../../features/share-links/ending-links.store.ts'
import { dueGarbage } from '../../features/storage/garbage.store.ts'
import { expired } from '../../features/uploads/upload.store.ts'
import { deleteOldest } from '../../features/activity/activity.store.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { teamFolder } from '../../testing/team-requests.ts'
import { countedStatements, mainThreadStatements } from '../../testing/counted-statements.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { trimActivities } from '../activity/activity-writer.store.ts'
import { deleteShareEventsBeyond } from '../activity/share-event.store.ts'
import { day } from '../clock.ts'
import { sqliteFile } from './connect.ts'
import { recordNoActivity } from './recorded-activity.ts'

const onSqlite = globalThis.HOLDALL_TEST_ENGINE === 'sqlite'

let holdall: TestApp
beforeEach(async () => void (holdall = await testApp()))
afterEach(() => holdall.close())

test('what changes one file or folder reads no other one', async () => {
  const ann = await holdall.signUp()
  const team = await teamFolder(ann)
  const statements = await mainThreadStatements(async () => {
    const [here, there] = [await folder(ann, 'here'), await folder(ann, 'there')]
    const { id } = await file(ann, 'a.txt', 'text', { parent_id: here })
    const items = [{ id }]
    for (const { status } of [
      await ann.patch(`/api/rename/${id}`, { name: 'b.txt' }),
      await ann.post('/api/move', { items, to_id: there }),
      await ann.post('/api/remove', { items }),
      await ann.post('/api/trash/restore', { items }),
      await ann.post('/api/remove', { items: [{ id: here }] }),
      await ann.post('/api/trash/restore', { items: [{ id: here }] }),
      await ann.post('/api/move', { items: [{ id: here }], to_id: team }),
      await ann.post('/api/move', { items: [{ id: here }], to_id: null }),
      await ann.post('/api/remove', { items: [{ id, force_delete: true }] }),
    ]) {
      expect(status).toBe(200)
    }
  })
  const changes = statements.filter((text) =>
    /^\s*(with|select|update|delete|insert into "ended_shares")\b/i.test(text),
  )
  expect(changes.some((text) => text.includes('update entries set trash_root_id = below.root'))).toBe(onSqlite)
  expect(plannedWith(changes, /^SCAN (entries|e|shares|s)\b/)).toEqual([])
})

test('who else has a content is looked up once for all of its copies that are deleted', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'a.txt', 'text')
  const copied = await ann.post('/api/copy', { items: [{ id }], to_id: null })
  const statements = await mainThreadStatements(async () => {
    const items = [id, ...copied.body.ids].map((each: string) => ({ id: each, force_delete: true }))
    expect((await ann.post('/api/remove', { items })).status).toBe(200)
  })
  const deletions = statements.filter((text) => text.includes('e.blob_id = d.blob_id'))
  expect(deletions.length > 0).toBe(onSqlite)
  // Copies of a content are put together before the look-ups, which read the rows of all of them.
  expect(plannedWith(deletions, /^SCAN each_one$/)).toEqual(deletions)
})

test('the names to be uploaded are looked up in an index, whatever else a folder has', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'here')
  const statements = await mainThreadStatements(async () => {
    expect((await ann.post(`/api/browse/folders/${id}/taken`, { names: ['a', 'b'] })).status).toBe(200)
  })
  const lookups = statements.filter((text) => text.includes('"name" in ('))
  expect(lookups).toHaveLength(onSqlite ? 1 : 0)
  expect(plannedWith(lookups, /^SEARCH entries USING (COVERING )?INDEX \S+ \(parent_id=\? AND name=\?\)/)).toEqual(
    lookups,
  )
})

test('what is due is read a page at a time, in the order of an index', async () => {
  const { db } = holdall.services
  const statements = await mainThreadStatements(async () => {
    const before = { collect_at: 1, blob_id: 'a' }
    expect([await dueGarbage(db, 2, 500), await dueGarbage(db, 2, 500, before)]).toEqual([[], []])
    expect(await expired(db, 2, 100)).toEqual([])
  })
  const pages = statements.filter((text) => /from "(garbage|uploads)"/.test(text))
  expect(pages).toHaveLength(onSqlite ? 3 : 0)
  expect(plannedWith(pages, /^SCAN|USE TEMP B-TREE|sqlite_autoindex/)).toEqual([])
})

test('listings over all folders search indexes, and the newest files are not sorted', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'a.txt')
  await ann.post('/api/share', { id })
  const listed = (url: string) =>
    mainThreadStatements(async () => {
      const { status, body } = await ann.get(url)
      expect([status, body.data.length]).toEqual([200, 1])
    })
  const latest = (await listed('/api/browse/latest')).filter((text) => text.includes(`"kind" = 'file'`))
  const shared: string[] = []
  for (const sort of ['name', 'created_at', 'modified_at', 'size', 'type']) {
    const statements = await listed(`/api/browse/share?sort=${sort}`)
    shared.push(...statements.filter((text) => text.includes('from "shares" where "owner_id" = ?')))
  }
  expect(latest).toHaveLength(onSqlite ? 2 : 0)
  expect(plannedWith(latest, /^SEARCH entries USING (COVERING )?INDEX entries_recent \(space_id=\?\)/)).toEqual(latest)
  expect(plannedWith(latest, /TEMP B-TREE/)).toEqual([])
  // The candidates, a page in each order, the totals.
  expect(new Set(shared).size).toBe(onSqlite ? 7 : 0)
  expect(plannedWith(shared, /^SEARCH shares USING COVERING INDEX shares_owner_entry/)).toEqual(shared)
  expect(plannedWith(shared, /^SCAN (entries|shares)\b/)).toEqual([])
})

test('what a new password leaves and ends reads no links of other accounts', async () => {
  const { userId } = await holdall.signUp()
  const { db, transact } = holdall.services
  const statements = await mainThreadStatements(async () => {
    await keptEditingLinks(db, { userId, sinceMs: 0, nowMs: 1 })
    await transact((trx) => {
      recordNoActivity(trx)
      return endEditingLinksOf(trx, userId, { beforeMs: 1, now: 1 })
    })
  })
  const reads = statements.filter((text) => text.includes('"shares"'))
  expect(reads).toHaveLength(onSqlite ? 2 : 0)
  expect(plannedWith(reads, /^SCAN (entries|shares)\b/)).toEqual([])
})

test('used storage by type is added up from an index', async () => {
  const ann = await holdall.signUp()
  const statements = await mainThreadStatements(async () => {
    expect((await ann.get('/api/user/storage')).status).toBe(200)
  })
  const sums = statements.filter((text) => text.includes('from "entries" where "owner_id" = ?'))
  // The candidates, and the sums.
  expect(sums).toHaveLength(onSqlite ? 2 : 0)
  expect(plannedWith(sums, /^SEARCH entries USING COVERING INDEX entries_owner_type \(owner_id=\?\)/)).toEqual(sums)
  expect(plannedWith(sums, /TEMP B-TREE/)).toEqual([])
})

test('the dashboard scans no entries, and reads the traffic of the shown days only', async () => {
  const admin = await holdall.signInAdmin()
  const statements = (
    await countedStatements(async () => {
      expect((await admin.get('/api/admin/dashboard')).status).toBe(200)
    })
  ).map(({ text }) => text)
  expect(plannedWith(statements, /^SCAN entries\b/)).toEqual([])
  const traffic = statements.filter((text) => text.includes('from "traffic"'))
  expect(traffic).toHaveLength(1)
  expect(plannedWith(traffic, /^SEARCH traffic USING INDEX traffic_by_day/)).toEqual(onSqlite ? traffic : [])
})

const sortColumns = [
  ['name', 'name_key'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
  ['size', 'size'],
  ['type', 'type_key'],
]
test.each(sortColumns)('the position of a name in a folder by %s is counted in its index', async (sort, column) => {
  const ann = await holdall.signUp()
  await file(ann, 'a.txt')
  const statements = await mainThreadStatements(async () => {
    const { body } = await ann.get(`/api/browse/folders/all/position?sort=${sort}&prefix=a`)
    expect(body.data.attributes).toEqual({ index: 0 })
  })
  const counts = statements.filter((text) => /count\(\*\).* from "entries" where "parent_id" =/.test(text))
  expect(counts).toHaveLength(onSqlite ? 1 : 0)
  const range = new RegExp(`INDEX entries_by_${column} \\(parent_id=\\? AND kind=\\? AND `)
  expect(plannedWith(counts, range)).toEqual(counts)
})

test.each(sortColumns)('a page of a folder by %s is one scan of its index', async (sort, column) => {
  const ann = await holdall.signUp()
  await file(ann, 'a.txt')
  const statements = await mainThreadStatements(async () => {
    expect((await ann.get(`/api/browse/folders/all?sort=${sort}`)).body.data).toHaveLength(1)
  })
  const pages = statements.filter((text) => text.includes('where "id" in (select "id" from "entries"'))
  expect(pages).toHaveLength(onSqlite ? 1 : 0)
  const scan = new RegExp(
    `SEARCH entries USING (COVERING )?INDEX entries_by_${column} \\(parent_id=\\? AND kind=\\?\\)`,
  )
  expect(plannedWith(pages, scan)).toEqual(pages)
})

test('a zip reads its folders a page at a time, in the order of an index, in the trash too', async () => {
  const ann = await holdall.signUp()
  const top = await folder(ann, 'top')
  await file(ann, 'a.txt', 'text', { parent_id: top })
  const statements = await mainThreadStatements(async () => {
    expect((await ann.get(`/api/zip?items=${top}`)).status).toBe(200)
    await ann.post('/api/remove', { items: [{ id: top }] })
    expect((await ann.get(`/api/zip?items=${top}`)).status).toBe(200)
  })
  const pages = statements.filter((text) => text.includes('("name_key", "id") >'))
  expect(pages).toHaveLength(onSqlite ? 2 : 0)
  expect(plannedWith(pages, /^SEARCH entries USING INDEX entries_(by_name_key|trash_children) /)).toEqual(pages)
  // Those of the same name may be sorted.
  expect(plannedWith(pages, /^SCAN|USE TEMP B-TREE FOR ORDER BY/)).toEqual([])
})

test('activities and the log of a link are walks of their indexes', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'a')
  await file(ann, 'a.txt', 'text', { parent_id: id })
  const token = await shareLink(ann, id)
  await holdall.visitor().get(`/api/sharing/${token}`)
  const { clock, db } = holdall.services
  await holdall.services.shareLog.settled()
  const statements = await mainThreadStatements(async () => {
    expect((await ann.get('/api/activity?per_page=1')).body.data).toHaveLength(1)
    expect((await ann.get(`/api/activity/${id}?per_page=1`)).body.data).toHaveLength(1)
    expect((await ann.get(`/api/share/${token}/log?per_page=1`)).body.data).toHaveLength(1)
    await trimActivities(db, ann.userId)
    await deleteShareEventsBeyond(db, 'a', 1)
    const old = { before: clock.now() - 1000 * day, limit: 10 }
    expect(await deleteOldest(db, 'activities', old)).toBe(0)
    expect(await deleteOldest(db, 'share_events', old)).toBe(0)
  })
  const reads = statements.filter((text) => /^(select|delete).*"(activities|share_events|share_counts)"/.test(text))
  expect(reads.length).toBeGreaterThan(onSqlite ? 8 : -1)
  expect(plannedWith(reads, /^SCAN (activities|share_events|share_counts)\b/)).toEqual([])
  // What two walks have in common is counted once, and the oldest of a link or a network are found: both sort a bounded
  // number of ids.
  const walks = reads.filter((text) => !/ union |row_number/.test(text))
  expect(plannedWith(walks, /USE TEMP B-TREE/)).toEqual([])
})

/** Those that the engine plans like this. PostgreSQL plans by what the tables hold: nothing is looked at there. */
function plannedWith(statements: readonly string[], step: RegExp): string[] {
  if (!onSqlite) return []
  const db = new Sqlite(sqliteFile(holdall.services.config.dataDir), { readonly: true })
  const found = statements.filter((text) => {
    const parameters = Array.from(text.matchAll(/\?/g), () => null)
    const steps = db.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[]
    return steps.some(({ detail }) => step.test(detail))
  })
  db.close()
  return found
}

/** Tables without an index that begins with the column of a foreign key, with that column. */
const unindexed = {
  sqlite: sql<{ tbl: string; col: string; target: string }>`
    select m.name as tbl, f."from" as col, f."table" as target
    from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table' and not exists (
      select 1 from pragma_index_list(m.name) i join pragma_index_info(i.name) c
      where i.partial = 0 and c.seqno = 0 and c.name = f."from"
    )`,
  postgres: sql<{ tbl: string; col: string; target: string }>`
    select c.conrelid::regclass::text as tbl, a.attname as col, c.confrelid::regclass::text as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum and i.indpred is null
    )`,
}

test('deleting a row reads no table for the rows that refer to it', async () => {
  const { db, engine } = holdall.services
  const { rows } = await unindexed[engine].execute(db)
  // Rows of users and spaces are never deleted.
  expect(rows.filter(({ target }) => target !== 'users' && target !== 'spaces')).toEqual([])
})
