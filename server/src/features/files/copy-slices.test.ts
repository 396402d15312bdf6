import { sql } from 'kysely'
import { homeOf } from '../../access/target.store.ts'
import { minute } from '../../infrastructure/clock.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { watchedTransactions } from '../../testing/watched-transactions.ts'
import { markTrashed, uncount } from '../entries/subtree.store.ts'
import { copyEntries, type CopyDeps } from './copy-entries.ts'
import { beginRevert } from './copy.store.ts'
import { revertAbandonedCopies } from './revert-copies.ts'

let holdall: TestApp
let ann: SignedIn
let [big, other] = ['', '']
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => {
  ann = await holdall.signUp()
  ;[big, other] = [await folder(ann, 'big'), await folder(ann, 'other')]
  await seedEntries(holdall, ann.userId, contents())
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  const { db } = holdall.services
  expect(await db.selectFrom('copies').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('deletions').selectAll().execute()).toEqual([])
})
afterAll(() => holdall.close())

/** More than 300 entries, which are copied in several transactions. */
const [FILES, FOLDERS, FILES_OF_EACH] = [230, 15, 5]
const ITEMS = FILES + FOLDERS * (1 + FILES_OF_EACH)
const PER_SLICE = 40
function contents(): readonly SeededEntry[] {
  const folders = seed('folder', big, 'folder', FOLDERS)
  return [
    ...seed('file', big, 'plan', FILES),
    ...folders,
    ...folders.flatMap(({ id }) => seed('file', id, 'plan', FILES_OF_EACH)),
  ]
}

const stored = async () => {
  const { db } = holdall.services
  const { entries } = await db
    .selectFrom('entries')
    .select((eb) => eb.fn.countAll<number | string>().as('entries'))
    .where('owner_id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('users')
    .select(['used_bytes', 'item_count'])
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  return { entries: Number(entries), ...user }
}

/** What the lists of a user have of the files: of all folders, by name, and in the target. */
const seen = async () => ({
  latest: (await ann.get('/api/browse/latest?per_page=1')).body.meta.totals.files as number,
  found: (await ann.get(`/api/search?query=${encodeURIComponent('folder 7')}`)).body.data.length as number,
  target: await names(ann, other),
})

async function copyOf(deps: CopyDeps, ids: readonly string[], toId = other, conflicts = {}) {
  const space = await homeOf(holdall.services.db, ann.userId)
  return copyEntries(deps, [{ space, which: { ids } }], { space, toId, userId: ann.userId }, conflicts, {
    perSlice: PER_SLICE,
  })
}

test('a large copy is written in transactions of few rows', async () => {
  const before = await stored()
  const rows = await countedRowsByTransaction(() => copyOf(holdall.services, [big]))
  // Beside the entries: the row of the copy, that of the account and that of the space.
  expect(Math.max(...rows)).toBeLessThanOrEqual(PER_SLICE + 5)
  expect(rows.length).toBeGreaterThan(ITEMS / PER_SLICE)
  const { entries, used_bytes: bytes } = await stored()
  expect([entries - before.entries, bytes]).toEqual([1 + ITEMS, 2 * before.used_bytes])
})

test('between two transactions of a large copy others write, and no list has a part of it', async () => {
  const before = await seen()
  const ben = await holdall.signUp()
  let writes = 0
  const deps = watchedTransactions(holdall, async () => {
    expect(await seen()).toEqual(before)
    expect((await ben.post('/api/create-folder', { name: 'between', parent_id: null })).status).toBe(201)
    writes++
  })
  const { ids } = await copyOf(deps, [big])
  expect(writes).toBeGreaterThan(ITEMS / PER_SLICE)
  expect(await seen()).toEqual({ latest: 2 * before.latest, found: 2 * before.found, target: ['big'] })
  const { body } = await ann.get(`/api/browse/folders/${ids[0]!}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: FOLDERS, files: FILES, filesize: FILES })
})

test('what a kill leaves of a copy is in no list and is deleted once the copy has stopped for long', async () => {
  const { services, clock } = holdall
  const [shown, before] = [await seen(), await stored()]
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions > 5) throw new Error('killed')
  })
  await expect(copyOf(deps, [big])).rejects.toThrow('killed')
  const left = await stored()
  expect([await seen(), left.entries > before.entries]).toEqual([shown, true])
  expect(left.item_count).toBe(before.item_count + 1 + ITEMS)
  await expect(services.db.selectFrom('copies').select('id').executeTakeFirstOrThrow()).resolves.toBeTruthy()
  await revertAbandonedCopies(services)
  expect((await stored()).entries).toBe(left.entries)
  clock.advance(16 * minute)
  await revertAbandonedCopies(services)
  expect([await seen(), await stored()]).toEqual([shown, before])
})

test('a revert that was interrupted is finished', async () => {
  const { services, clock } = holdall
  const before = await stored()
  const failing = (beyond: number) =>
    watchedTransactions(holdall, async (transactions) => {
      if (transactions > beyond) throw new Error('killed')
    })
  await expect(copyOf(failing(8), [big])).rejects.toThrow('killed')
  clock.advance(16 * minute)
  for (const beyond of [0, 1]) await expect(revertAbandonedCopies(failing(beyond))).rejects.toThrow('killed')
  await revertAbandonedCopies(services)
  expect(await stored()).toEqual(before)
})

test('what an unfinished copy has written cannot be read or changed by its id', async () => {
  const { db } = holdall.services
  let checked = 0
  const deps = watchedTransactions(holdall, async (transactions) => {
    // The copies of all folders are written, but not all that is in them.
    if (transactions !== 14) return
    const of = (kind: 'folder' | 'file') => {
      const hidden = db.selectFrom('entries').select('id').where('owner_id', '=', ann.userId).where('kind', '=', kind)
      return hidden.where('copy_id', 'in', db.selectFrom('copies').select('id'))
    }
    const top = await of('folder').where('trash_root_id', 'is not', null).executeTakeFirstOrThrow()
    const below = await of('folder').where('trash_root_id', 'is', null).executeTakeFirstOrThrow()
    const inside = await of('file').executeTakeFirstOrThrow()
    // Before the changes, which would wait for this copy.
    for (const { id } of [top, below]) {
      for (const list of ['folders', 'trash']) expect((await ann.get(`/api/browse/${list}/${id}`)).status).toBe(404)
    }
    for (const { id } of [top, below, inside]) {
      const items = [{ id }]
      const answers = await Promise.all([
        ann.patch(`/api/rename/${id}`, { name: 'renamed' }),
        ann.post('/api/move', { items, to_id: null }),
        ann.post('/api/copy', { items, to_id: null }),
        ann.post('/api/remove', { items }),
        ann.post('/api/remove', { items: [{ id, force_delete: true }] }),
        ann.post('/api/trash/restore', { items }),
        ann.post('/api/favourites', { ids: [id] }),
        ann.post('/api/share', { id }),
        ann.post('/api/create-folder', { name: 'new', parent_id: id }),
        ann.post('/api/move', { items: [{ id: big }], to_id: id }),
        ann.post('/api/move', { parent_id: id, all: true, except: [], to_id: null }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      checked++
    }
  })
  const { ids } = await copyOf(deps, [big])
  expect(checked).toBe(3)
  expect((await ann.get(`/api/browse/folders/${ids[0]!}?per_page=1`)).status).toBe(200)
})

test('a copy whose target is trashed meanwhile is refused and leaves nothing', async () => {
  const before = await stored()
  let trashing: Promise<{ status: number }> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions === 4) trashing = ann.post('/api/remove', { items: [{ id: other }] })
  })
  await expect(copyOf(deps, [big])).rejects.toMatchObject({ code: 'not-found' })
  expect((await trashing)?.status).toBe(200)
  expect(await stored()).toEqual(before)
})

test('a copy whose target is moved meanwhile to where the copy is too deep is refused and leaves nothing', async () => {
  const { settings } = holdall.services
  await settings.set('files.max_depth', 10)
  try {
    const line: string[] = []
    while (line.length < 8) line.push(await folder(ann, 'level', line.at(-1) ?? null))
    const copyAndMove = async (target: string, to: string) => {
      let moving: Promise<{ status: number }> | undefined
      const deps = watchedTransactions(holdall, async (transactions) => {
        if (transactions === 4) moving = ann.post('/api/move', { items: [{ id: target }], to_id: to })
      })
      const copied = await copyOf(deps, [big], target).catch(({ code }: { code: string }) => code)
      expect((await moving)?.status).toBe(200)
      return copied
    }
    const fitting = await folder(ann, 'fitting')
    const before = await stored()
    // With the copied folders the target has three levels, two of which are hidden.
    expect(await copyAndMove(other, line.at(-1)!)).toBe('too-deep')
    expect(await stored()).toEqual(before)
    expect(await copyAndMove(fitting, line.at(-2)!)).toMatchObject({ skipped: 0 })
    expect(await names(ann, fitting)).toEqual(['big'])
  } finally {
    await settings.unset('files.max_depth')
  }
})

test('a copy that was taken for abandoned is refused and leaves nothing', async () => {
  const before = await stored()
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions !== 4) return
    const { db, transactBulk, clock } = holdall.services
    const { id } = await db.selectFrom('copies').select('id').executeTakeFirstOrThrow()
    await transactBulk((trx) => beginRevert(trx, id, clock.now()))
  })
  await expect(copyOf(deps, [big])).rejects.toMatchObject({ code: 'busy' })
  expect(await stored()).toEqual(before)
})

test('a copy has what its sources are when they are written, and is charged for no more', async () => {
  const grown = await file(ann, 'grown', 'x', { parent_id: big })
  const inner = await folder(ann, 'inner', big)
  await file(ann, 'in it', 'x', { parent_id: inner })
  const gone = await file(ann, 'gone', 'x', { parent_id: big })
  const deps = watchedTransactions(holdall, async (transactions) => {
    if (transactions !== 1) return
    // Not by calls, which would wait for this copy.
    await holdall.services.transact(async (trx) => {
      await sql`update entries set size = size + 1000 where id = ${grown.id}`.execute(trx)
      await sql`update entries set files_size = files_size + 1000 where id = ${big}`.execute(trx)
      await sql`update users set used_bytes = used_bytes + 1000 where id = ${ann.userId}`.execute(trx)
      await uncount(trx, [inner, gone.id])
      await markTrashed(trx, [inner, gone.id], { now: 0, by: null })
    })
  })
  const { ids } = await copyOf(deps, [big])
  const { body } = await ann.get(`/api/browse/folders/${ids[0]!}?per_page=1`)
  expect(body.meta.totals).toEqual({ folders: FOLDERS, files: FILES + 1, filesize: FILES + 1001 })
})

test('a copy above the quota is refused before it writes an entry', async () => {
  const before = await stored()
  const { db } = holdall.services
  const quota = before.used_bytes + 1024 * (before.item_count + ITEMS)
  await db.updateTable('users').set({ quota_bytes: quota }).where('id', '=', ann.userId).execute()
  let transactions = 0
  const deps = watchedTransactions(holdall, async () => void transactions++)
  await expect(copyOf(deps, [big])).rejects.toMatchObject({ code: 'quota-exceeded' })
  // The second finds that there is nothing to revert.
  expect([transactions, await stored()]).toEqual([2, before])
})

test('two large copies of a folder at once get two names', async () => {
  const copied = await Promise.all([1, 2].map(() => ann.post('/api/copy', { items: [{ id: big }], to_id: other })))
  expect(copied.map(({ status }) => status)).toEqual([200, 200])
  expect(await names(ann, other)).toEqual(['big', 'big (2)'])
})

test('a folder is copied whole while another one is copied into it', async () => {
  const into = (to_id: string) => ann.post('/api/copy', { parent_id: big, all: true, except: [], to_id })
  const copied = await Promise.all([into(big), into(other)])
  expect(copied.map(({ status }) => status)).toEqual([200, 200])
  expect((await ann.get(`/api/browse/folders/${big}?per_page=1`)).body.meta.totals).toEqual({
    folders: 2 * FOLDERS,
    files: 2 * FILES,
    filesize: 2 * FILES,
  })
})

test('many selected entries replace their namesakes in transactions of few rows', async () => {
  await ann.post('/api/copy', { parent_id: big, all: true, except: [], to_id: other })
  const { db } = holdall.services
  const tops = await db.selectFrom('entries').select('id').where('parent_id', '=', big).execute()
  const ids = tops.map(({ id }) => id)
  let copied: Awaited<ReturnType<typeof copyOf>> | undefined
  const rows = await countedRowsByTransaction(async () => {
    copied = await copyOf(holdall.services, ids, other, { on_conflict: 'replace' })
  })
  expect(Math.max(...rows)).toBeLessThanOrEqual(PER_SLICE + 5)
  expect([copied?.replaced.length, copied?.ids.length]).toEqual([FILES, FOLDERS])
})
