import { file } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

test('refuses a content that has changed since, by its tag, else by its date', async () => {
  const url = (await file(ann, 'a.bin', '0123456789')).attributes.file_url
  const { etag, 'last-modified': date } = (await ann.get(url)).raw.headers as Record<string, string>
  const [earlier, later] = [-1000, 1000].map((ms) => new Date(Date.parse(date!) + ms).toUTCString()) as [string, string]
  const answer = async (headers: Record<string, string>) => {
    const { status, body } = await ann.get(url, headers)
    return status === 412 ? body.code : status
  }
  for (const tags of [etag!, '*', `"x", ${etag}`, `${etag} ,"x"`]) {
    expect([tags, await answer({ 'if-match': tags, 'if-unmodified-since': earlier })]).toEqual([tags, 200])
  }
  for (const tags of ['"x"', `W/${etag}`, etag!.slice(1, -1), '']) {
    expect([tags, await answer({ 'if-match': tags })]).toEqual([tags, 'precondition-failed'])
  }
  expect(await answer({ 'if-match': '"x"', range: 'bytes=90-' })).toBe('precondition-failed')
  expect(await answer({ 'if-match': '"x"', 'if-none-match': etag! })).toBe('precondition-failed')
  expect(await answer({ 'if-match': etag!, range: 'bytes=5-' })).toBe(206)
  for (const since of [date!, later, 'nonsense', '']) {
    expect([since, await answer({ 'if-unmodified-since': since })]).toEqual([since, 200])
  }
  expect(await answer({ 'if-unmodified-since': earlier })).toBe('precondition-failed')
  const { raw } = await ann.get(url, { 'if-match': '"x"' })
  expect(raw.headers['content-type']).toMatch(/^application\/json/)
})

test('a range of a HEAD has no meaning: it is answered with the length of the whole file', async () => {
  const url = (await file(ann, 'a.bin', '0123456789')).attributes.file_url
  for (const range of ['bytes=5-', 'bytes=90-']) {
    const { status, raw } = await ann.request({ method: 'HEAD', url, headers: { range } })
    expect([status, raw.headers['content-length'], raw.headers['content-range']]).toEqual([200, '10', undefined])
  }
})
