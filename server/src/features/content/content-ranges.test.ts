import { countedStatements } from '../../testing/counted-statements.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const range = (start: number) => ({ range: `bytes=${start}-${start + 3}` })

test('a range of an own file reads five rows: the session, the throttle, the account, the entry and its space', async () => {
  const url = (await file(ann, 'a.bin', '0123456789')).attributes.file_url
  await ann.get(url, range(0))
  const statements = await countedStatements(async () => {
    expect((await ann.get(url, range(4))).raw.payload).toBe('4567')
  })
  // The traffic of both ranges is written after their answers.
  const reads = statements.filter(({ text }) => !text.startsWith('insert into "traffic"'))
  const tables = reads.map(({ text }) => /from "(\w+)"/.exec(text)?.[1])
  expect([...new Set(tables)]).toEqual(['sessions', 'throttles', 'users', 'entries', 'spaces'])
  expect(Math.max(...reads.map(({ returned }) => returned))).toBe(1)
})

test('the next range is refused once the link is revoked', async () => {
  const id = await folder(ann, 'f')
  await file(ann, 'a.bin', '0123456789', { parent_id: id })
  const token = await shareLink(ann, id)
  const visitor = holdall.visitor()
  const url = (await visitor.get(`/api/sharing/folders/all/${token}`)).body.data[0].attributes.file_url
  expect((await visitor.get(url, range(0))).raw.payload).toBe('0123')
  await ann.delete('/api/share/revoke', { tokens: [token] })
  const refused = await visitor.get(url, range(4))
  expect([refused.status, refused.body.code]).toEqual([410, 'share-revoked'])
})

test('the next range is refused once the session has ended, and once the file is deleted', async () => {
  const [kept, deleted] = [await file(ann, 'a.bin', '0123456789'), await file(ann, 'b.bin', '0123456789')]
  for (const { attributes } of [kept, deleted]) {
    expect((await ann.get(attributes.file_url, range(0))).raw.payload).toBe('0123')
  }
  await ann.post('/api/remove', { items: [{ id: deleted.id, force_delete: true }] })
  expect((await ann.get(deleted.attributes.file_url, range(4))).status).toBe(404)
  await ann.post('/logout')
  expect((await ann.get(kept.attributes.file_url, range(4))).status).toBe(404)
})
