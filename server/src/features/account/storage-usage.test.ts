import { homeOf } from '../../access/target.store.ts'
import { day } from '../../infrastructure/clock.ts'
import { mainThreadStatements } from '../../testing/counted-statements.ts'
import { file } from '../../testing/file-requests.ts'
import { seedEntries, seededId } from '../../testing/seed-entries.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { storageCategoryOf } from './storage-category.ts'
import { usedByType } from './storage-usage.store.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')
const url = '/api/user/storage'

describe('used storage', () => {
  test('is not shown without a session', async () => {
    const { status, body } = await holdall.visitor().get(url)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('is shown by category, with what is in the trash, and of one account only', async () => {
    const [ann, other] = [await holdall.signUp({ quota: 100_000 }), await holdall.signUp()]
    await file(other, 'other.txt', 'x'.repeat(500))
    await file(ann, 'photo.png', Buffer.concat([png, Buffer.alloc(100 - png.length)]))
    await file(ann, 'a.txt', 'x'.repeat(50))
    const { id } = await file(ann, 'b.bin', Buffer.alloc(10))
    await ann.post('/api/remove', { items: [{ id }] })
    const { data } = (await ann.get(url)).body
    expect(data).toMatchObject({
      id: ann.userId,
      type: 'storage',
      attributes: { used: 3232, capacity: 100_000, percentage: 3.23 },
      meta: {
        images: { used: 100, percentage: 0.1 },
        documents: { used: 50, percentage: 0.05 },
        others: { used: 10, percentage: 0.01 },
        audios: { used: 0, percentage: 0 },
        videos: { used: 0, percentage: 0 },
        entries: { used: 3072, percentage: 3.07 },
      },
    })
  })

  test('counts earlier contents of replaced files as others', async () => {
    const ann = await holdall.signUp({ quota: 100_000 })
    await file(ann, 'a.txt', 'x'.repeat(50))
    await file(ann, 'a.txt', 'x'.repeat(30), { replace: 1 })
    const { attributes, meta } = (await ann.get(url)).body.data
    expect([attributes.used, meta.documents.used, meta.others.used, meta.entries.used]).toEqual([2128, 30, 50, 2048])
  })

  test('has shares of what is used where storage is not limited', async () => {
    const ann = await holdall.signUp()
    expect((await ann.get(url)).body.data.meta.others).toEqual({ used: 0, percentage: 0 })
    await file(ann, 'a.txt', 'x'.repeat(30))
    await file(ann, 'b.bin', Buffer.alloc(10))
    const { attributes, meta } = (await ann.get(url)).body.data
    expect(attributes).toEqual({ used: 2088, capacity: null, percentage: null, reserved: 0 })
    expect([meta.documents.percentage, meta.others.percentage]).toEqual([1.44, 0.48])
  })

  test('has a record for each of the last 45 days, of this account only', async () => {
    const [ann, other] = [await holdall.signUp(), await holdall.signUp()]
    const dayOf = (ago: number) => new Date(holdall.clock.now() - ago * day).toISOString().slice(0, 10)
    await holdall.services.db
      .insertInto('traffic')
      .values([
        { user_id: ann.userId, day: dayOf(0), uploaded: 10, downloaded: 1 },
        { user_id: other.userId, day: dayOf(0), uploaded: 5, downloaded: 5 },
        { user_id: ann.userId, day: dayOf(44), uploaded: 7, downloaded: 0 },
        { user_id: ann.userId, day: dayOf(45), uploaded: 1000, downloaded: 1000 },
      ])
      .execute()
    const { chart, upload, download } = (await ann.get(url)).body.data.meta.traffic
    expect([chart.upload.length, chart.download.length, upload, download]).toEqual([45, 45, 17, 1])
    expect([chart.upload[0], chart.upload[44], chart.download[43]]).toEqual([
      { created_at: `${dayOf(44)}T00:00:00.000Z`, bytes: 7 },
      { created_at: `${dayOf(0)}T00:00:00.000Z`, bytes: 10 },
      { created_at: `${dayOf(1)}T00:00:00.000Z`, bytes: 0 },
    ])
  })
})

test.each([
  ['image/png', 'images'],
  ['audio/mpeg', 'audios'],
  ['video/mp4', 'videos'],
  ['application/pdf', 'documents'],
  ['text/plain', 'documents'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'documents'],
  ['application/vnd.oasis.opendocument.text', 'documents'],
  ['application/zip', 'others'],
  ['text/javascript', 'others'],
  [null, 'others'],
])('%s counts among %s', (mime, category) => {
  expect(storageCategoryOf(mime)).toBe(category)
})

test('the storage of many files is added up in the background, that of few at once', async () => {
  const ann = await holdall.signUp()
  const { db, engine } = holdall.services
  const { root_id: parentId } = await homeOf(db, ann.userId)
  const entries = ['a', 'b', 'c'].map((name, n) => ({
    id: seededId(n),
    parentId,
    kind: 'file' as const,
    name,
    size: 2,
  }))
  await seedEntries(holdall, ann.userId, entries)
  const sumsOnMainThread = async (many: number) => {
    const statements = await mainThreadStatements(async () => {
      expect(await usedByType(db, ann.userId, many)).toContainEqual({ mime: 'text/plain', used: 6 })
    })
    return statements.filter((text) => text.includes('sum(')).length
  }
  expect(await sumsOnMainThread(4)).toBe(0)
  // The root is an entry, too.
  expect(await sumsOnMainThread(5)).toBe(engine === 'sqlite' ? 1 : 0)
})
