import { minute } from '../../infrastructure/clock.ts'
import { ownerLimits } from '../../infrastructure/owner-slots.ts'
import { policies } from '../../infrastructure/throttle/policies.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

let seeded = 40_000_000
/** A folder with more entries than a change may write without being counted. */
async function largeFolder(): Promise<string> {
  const id = await folder(ann, 'large')
  const entries = Array.from({ length: 301 }, (_, n) => ({
    id: seededId(++seeded),
    parentId: id,
    kind: 'folder' as const,
    name: `${n}`,
  }))
  await seedEntries(holdall, ann.userId, entries)
  return id
}

const countedOf = async () => {
  const rows = await holdall.services.db
    .selectFrom('throttles')
    .select('failures')
    .where('bucket', '=', 'bulk-change')
    .where('failures', '>', 0)
    .execute()
  return rows.map(({ failures }) => failures)
}

test('large changes of an account are counted by the entries that they write', async () => {
  const id = await largeFolder()
  const items = [{ id }]
  const count = async (call: Promise<{ status: number }>) => [(await call).status, (await countedOf()).at(-1)]
  expect(await count(ann.post('/api/copy', { items, to_id: null }))).toEqual([200, 302])
  expect(await count(ann.post('/api/remove', { items }))).toEqual([200, 604])
  expect(await count(ann.post('/api/trash/restore', { items }))).toEqual([200, 906])
  // A move writes the folder only.
  const small = await folder(ann, 'small')
  expect(await count(ann.post('/api/move', { items, to_id: small }))).toEqual([200, 906])
  const { db } = holdall.services
  const limit = (quota_bytes: number | null) =>
    db.updateTable('users').set({ quota_bytes }).where('id', '=', ann.userId).execute()
  await limit(0)
  // It is refused before it writes an entry.
  expect(await count(ann.post('/api/copy', { items, to_id: null }))).toEqual([423, 906])
  await limit(null)
  const both = [...items, { id: await folder(ann, 'taken') }]
  expect(await count(ann.post('/api/remove', { items: both }))).toEqual([200, 1209])
  await folder(ann, 'taken')
  // So is this.
  const asking = { items: both, on_conflict: 'ask' }
  expect(await count(ann.post('/api/trash/restore', asking))).toEqual([409, 1209])
  expect(await count(ann.delete('/api/trash/dump'))).toEqual([200, 1512])
})

test('after very many entries further large changes wait, small ones do not', async () => {
  const items = [{ id: await largeFolder() }]
  const few = [{ id: (await file(ann, 'few')).id }]
  const subject = { kind: 'account', value: ann.userId } as const
  await holdall.services.throttle.count('bulk-change', subject, policies['bulk-change'].free - 302)
  expect((await ann.post('/api/copy', { items, to_id: null })).status).toBe(200)
  for (const call of [
    ann.post('/api/copy', { items, to_id: null }),
    ann.post('/api/remove', { items }),
    ann.post('/api/move', { items, to_id: await folder(ann, 'to') }),
  ]) {
    const { status, body, raw } = await call
    expect([status, body.code, Number(raw.headers['retry-after']) > 0]).toEqual([429, 'throttled', true])
  }
  expect((await ann.post('/api/copy', { items: few, to_id: null })).status).toBe(200)
  expect((await ann.delete('/api/trash/dump')).status).toBe(200)
  holdall.clock.advance(5 * minute + 1)
  expect((await ann.post('/api/copy', { items, to_id: null })).status).toBe(200)
})

test('an account has a limited number of changes that run or wait, and others have their own', async () => {
  const { bulkChanges } = holdall.services
  const ends: (() => void)[] = []
  const running = Array.from({ length: ownerLimits.changes }, (_, n) =>
    bulkChanges.run(
      { userId: ann.userId, sessionId: `${n}` },
      () => new Promise<void>((resolve) => void ends.push(resolve)),
    ),
  )
  const items = [{ id: await folder(ann, 'a') }]
  const refused = await ann.post('/api/copy', { items, to_id: null })
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  const ben = await holdall.signUp()
  expect((await ben.post('/api/copy', { items: [{ id: await folder(ben, 'b') }], to_id: null })).status).toBe(200)
  for (const end of ends) end()
  await Promise.all(running)
  expect((await ann.post('/api/copy', { items, to_id: null })).status).toBe(200)
})
