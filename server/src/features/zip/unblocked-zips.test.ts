import { seededId, seedEntries, type SeededEntry } from '../../testing/seed-entries.ts'
import { folder, shareLink } from '../../testing/file-requests.ts'
import { readZip } from '../../testing/read-zip.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

/** Fewer on PostgreSQL, which is another process: there the answers are tested. */
const MANY = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 30_000 : 3000

let seeded = 0
/** Folders, because they have no bytes. */
const folders = (parentId: string, count: number): SeededEntry[] =>
  Array.from({ length: count }, (_, n) => ({
    id: seededId(++seeded),
    parentId,
    kind: 'folder',
    name: `folder ${n}`,
  }))

/** Of the last zip; parsed afterwards, because that takes time on this thread. */
let bytes: Buffer = Buffer.alloc(0)
const zipOf = (id: string) => async () => {
  const answer = await ann.get(`/api/zip?items=${id}`)
  bytes = answer.raw.rawPayload
  return answer
}

test('a folder of very many entries, live and in the trash', async () => {
  const wide = await folder(ann, 'wide')
  await seedEntries(holdall, ann.userId, folders(wide, MANY))
  await unblocked('the zip', zipOf(wide))
  expect(await readZip(bytes)).toHaveLength(MANY + 1)
  await ann.post('/api/remove', { items: [{ id: wide }] })
  await unblocked('the zip of a trashed folder', zipOf(wide))
  expect(await readZip(bytes)).toHaveLength(MANY + 1)
}, 120_000)

test('as many entries by id as one zip can name', async () => {
  const wide = await folder(ann, 'wide')
  const entries = folders(wide, 2000)
  await seedEntries(holdall, ann.userId, entries)
  let url = ''
  await unblocked('preparing', async () => {
    const answer = await ann.post('/api/zip', { items: entries.map(({ id }) => ({ id })) })
    url = answer.body.data.attributes.url
    return answer
  })
  await unblocked('downloading', () => ann.get(url))
}, 60_000)

test('as many entries by id as one zip can name, of a link to a deep folder', async () => {
  let top = await folder(ann, 'top')
  const token = await shareLink(ann, top)
  for (let level = 0; level < 50; level++) top = await folder(ann, `level ${level}`, top)
  const entries = folders(top, 2000)
  await seedEntries(holdall, ann.userId, entries)
  const visitor = holdall.visitor()
  let url = ''
  await unblocked('preparing', async () => {
    const items = entries.map(({ id }) => ({ id }))
    const answer = await visitor.post(`/api/sharing/zip/${token}`, { items })
    url = answer.body.data.attributes.url
    return answer
  })
  await unblocked('downloading', () => visitor.get(url))
}, 60_000)

test('everything but as many as can be left out', async () => {
  const wide = await folder(ann, 'wide')
  const entries = folders(wide, 10_003)
  await seedEntries(holdall, ann.userId, entries)
  const except = entries.slice(3).map(({ id }) => id)
  const { body } = await ann.post('/api/zip', { parent_id: wide, all: true, except })
  const { raw } = await ann.get(body.data.attributes.url)
  expect((await readZip(raw.rawPayload)).map(({ path }) => path)).toEqual(['folder 0/', 'folder 1/', 'folder 2/'])
}, 60_000)
