import type { Answer, Client } from '../../testing/client.ts'
import { day } from '../../infrastructure/clock.ts'
import {
  expectCountersToMatchRows,
  file,
  folder,
  names,
  put,
  shareLink,
  uploadId,
} from '../../testing/file-requests.ts'
import { newUploadId, sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { readZip } from '../../testing/read-zip.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const OLD = '1999-12-31T23:59:58.123Z'
const OLDER = '1985-10-26T08:21:00.000Z'
const chunks = '/api/upload/chunks'
const now = () => new Date(holdall.clock.now()).toISOString()
const dateOf = ({ body }: Answer): string | undefined => body.data.attributes.modified_at
async function listed(client: Client, name: string, id = 'all'): Promise<Answer['body']> {
  const { body } = await client.get(`/api/browse/folders/${id}`)
  return body.data.find((entry: Answer['body']) => entry.attributes.name === name)
}
const listedDate = async (name: string, id?: string) => (await listed(ann, name, id)).attributes.modified_at
const one = (bytes: string) => Buffer.from(bytes)

describe('an upload', () => {
  test.each([
    ['1965-07-04T12:00:00+02:00', '1965-07-04T10:00:00.000Z'],
    ['-1', '1969-12-31T23:59:59.999Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
    ['2147483648000', '2038-01-19T03:14:08.000Z'],
    ['2200-01-01T00:00:00-12:34', '2200-01-01T12:34:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['253402300799999', '9999-12-31T23:59:59.999Z'],
  ])('with the date %s keeps it, in every form', async (modified_at, iso) => {
    const answers = [
      await put(ann, 'chunk', 'x', { modified_at }),
      await ann.raw(chunks, { name: 'bare', is_last_chunk: 1, modified_at }, one('x')),
      await ann.raw('/api/upload', { name: 'whole', modified_at }, one('x')),
      await ann.form('/api/upload', [
        ['name', 'form'],
        ['modified_at', modified_at],
        ['file', one('x')],
      ]),
    ]
    expect(answers.map((answer) => [answer.status, dateOf(answer)])).toEqual(answers.map(() => [201, iso]))
    expect(await listedDate('chunk')).toBe(iso)
    expect(await listedDate('form')).toBe(iso)
  })

  test.each([
    '',
    'yesterday',
    'NaN',
    '1e12',
    '1.5',
    '253402300800000',
    '-62135596800001',
    '99999999999999999999',
    '2001-02-03',
    '2001-02-03T04:05:06',
    '2001-02-03T04:05:06 02:00',
    '2001-02-30T00:00:00Z',
    '2001-02-03T24:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '+010000-01-01T00:00:00Z',
    'Sat, 03 Feb 2001 04:05:06 GMT',
  ])('with the date %j is refused, and leaves nothing', async (modified_at) => {
    const answers = [
      await put(ann, 'a', 'x', { modified_at }),
      await ann.raw(chunks, { name: 'a', is_last_chunk: 1, modified_at }, one('x')),
      await ann.raw('/api/upload', { name: 'a', modified_at }, one('x')),
      await ann.form('/api/upload', [
        ['name', 'a'],
        ['modified_at', modified_at],
        ['file', one('x')],
      ]),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', ['modified_at']])
    }
    expect(await names(ann)).toEqual([])
    const { db } = holdall.services
    expect(await db.selectFrom('uploads').select('id').where('owner_id', '=', ann.userId).execute()).toEqual([])
  })

  test('without a date has that of its end', async () => {
    const id = uploadId()
    const send = (offset: number) => ann.raw(chunks, { name: 'a', upload_id: id, offset, size: 2 }, one('x'))
    await send(0)
    holdall.clock.advance(1000)
    expect(dateOf(await send(1))).toBe(now())
    expect(await listed(ann, 'a')).toMatchObject({ attributes: { created_at: now(), modified_at: now() } })
  })

  test('has the date of its first chunk, else that of its last one', async () => {
    const id = uploadId()
    const send = (offset: number, more: object) =>
      ann.raw(chunks, { name: 'a', upload_id: id, offset, size: 2, ...more }, one('x'))
    await send(0, { modified_at: OLD })
    expect(dateOf(await send(1, { modified_at: OLDER }))).toBe(OLD)
    expect(dateOf(await send(1, {}))).toBe(OLD)
    const bare = (more: object) => ann.raw(chunks, { name: 'b', ...more }, one('x'))
    await bare({})
    expect(dateOf(await bare({ is_last_chunk: 1, modified_at: OLDER }))).toBe(OLDER)
  })

  test('of visitors of links and of upload requests has its date', async () => {
    const token = await shareLink(ann, await folder(ann, 'shared'), { permission: 'editor' })
    const visitor = holdall.visitor()
    const fields = { name: 'a', modified_at: OLD }
    const chunk = { ...fields, upload_id: newUploadId(), offset: 0, size: 1 }
    const request = (await uploadRequest(ann)).token
    const answers = [
      await visitor.raw(`/api/sharing/upload/chunks/${token}`, chunk, one('x')),
      await visitor.raw(`/api/sharing/upload/${token}`, fields, one('x')),
      await sendTo(visitor, request, 'a', 'x', { modified_at: OLD }),
      await visitor.raw(`/api/file-request/${request}/upload`, fields, one('x')),
    ]
    expect(answers.map((answer) => [answer.status, dateOf(answer)])).toEqual(answers.map(() => [201, OLD]))
    const { body } = await visitor.get(`/api/sharing/folders/all/${token}`)
    expect(body.data.map((entry: Answer['body']) => entry.attributes.modified_at)).toEqual([OLD, OLD])
  })
})

test('folders have no date of their own', async () => {
  await folder(ann, 'folder')
  expect((await listed(ann, 'folder')).attributes).not.toHaveProperty('modified_at')
})

test('a rename, a move, a copy, the trash and a restore keep the date', async () => {
  const { id } = await file(ann, 'a', 'x', { modified_at: OLD })
  const there = await folder(ann, 'there')
  const items = [{ id }]
  holdall.clock.advance(day)
  for (const { status } of [
    await ann.patch(`/api/rename/${id}`, { name: 'b' }),
    await ann.post('/api/move', { items, to_id: there }),
    await ann.post('/api/copy', { items, to_id: null }),
    await ann.post('/api/remove', { items }),
    await ann.post('/api/trash/restore', { items }),
  ])
    expect(status).toBe(200)
  expect([await listedDate('b', there), await listedDate('b')]).toEqual([OLD, OLD])
})

test('new content brings its own date, and a restored version has its date again', async () => {
  const { id } = await file(ann, 'a', 'one', { modified_at: OLD })
  await file(ann, 'a', 'two', { modified_at: OLDER, replace: 1 })
  expect(await listedDate('a')).toBe(OLDER)
  await file(ann, 'a', 'three', { replace: 1 })
  expect(await listedDate('a')).toBe(now())
  for (const [version, date] of [
    [1, OLD],
    [2, OLDER],
  ]) {
    expect((await ann.post('/api/versions/restore', { items: [{ id, version }] })).status).toBe(200)
    expect(await listedDate('a')).toBe(date)
  }
})

test('a file that replaces another one by a move or a copy brings its date, and a conflict shows both', async () => {
  const there = await folder(ann, 'there')
  await file(ann, 'a', 'x', { parent_id: there, modified_at: OLD })
  const { id } = await file(ann, 'a', 'y', { modified_at: OLDER })
  const move = { items: [{ id }], to_id: there }
  expect((await ann.post('/api/move', { ...move, on_conflict: 'ask' })).body.conflicts).toMatchObject([
    { item: { modified_at: OLDER }, existing: { modified_at: OLD } },
  ])
  await ann.post('/api/copy', { ...move, on_conflict: 'replace' })
  expect(await listedDate('a', there)).toBe(OLDER)
  await file(ann, 'a', 'z', { modified_at: OLD, replace: 1 })
  await ann.post('/api/move', { ...move, on_conflict: 'replace' })
  expect(await listedDate('a', there)).toBe(OLD)
})

test('files of an earlier release have the date of their upload, also as copies and versions', async () => {
  const { id, attributes } = await file(ann, 'a', 'x')
  const uploaded = attributes.created_at
  await holdall.services.db.updateTable('entries').set({ modified_at: null }).where('id', '=', id).execute()
  holdall.clock.advance(day)
  const there = await folder(ann, 'there')
  await ann.post('/api/copy', { items: [{ id }], to_id: there })
  expect([await listedDate('a'), await listedDate('a', there)]).toEqual([uploaded, uploaded])
  await file(ann, 'a', 'new', { replace: 1 })
  expect(await listedDate('a')).toBe(now())
  await ann.post('/api/versions/restore', { items: [{ id, version: 1 }] })
  expect(await listedDate('a')).toBe(uploaded)
})

test('a search, shared entries and a link are listed by date, folders by name', async () => {
  const shared = await folder(ann, 'plan')
  for (const name of ['plan b', 'plan a']) await folder(ann, name, shared)
  const dates = { 'plan 1': OLD, 'plan 2': OLDER, 'plan 3': '2045-01-01T00:00:00Z' }
  for (const [name, modified_at] of Object.entries(dates)) {
    const { id } = await file(ann, name, 'x', { parent_id: shared, modified_at })
    await ann.post('/api/share', { id })
  }
  const token = await shareLink(ann, shared)
  for (const [url, folders] of [
    ['/api/browse/search?query=plan&', ['plan b', 'plan a', 'plan']],
    [`/api/sharing/folders/all/${token}?`, ['plan b', 'plan a']],
    ['/api/browse/share?', ['plan']],
  ] as const) {
    const { body } = await ann.get(`${url}sort=modified_at`)
    const found = body.data.map((entry: Answer['body']) => entry.attributes.name)
    expect([url, found]).toEqual([url, [...folders, 'plan 3', 'plan 1', 'plan 2']])
  }
})

test('zips have the dates of files, and those beyond the format its nearest one', async () => {
  const items = []
  for (const [name, modified_at] of [
    ['a', '1999-12-31T23:59:58Z'],
    ['large', '2001-02-03T04:05:06Z'],
    ['old', '1965-07-04T12:00:00Z'],
    ['future', '2300-01-01T00:00:00Z'],
  ] as const) {
    const { id } = await file(ann, name, 'x'.repeat(name === 'large' ? 100_000 : 1), { modified_at })
    items.push(`${id}|file`)
  }
  const { raw } = await ann.get(`/api/zip?items=${items.join(',')}`)
  const zip = await readZip(raw.rawPayload)
  const found = new Map(zip.map(({ path, modified }) => [path, modified]))
  expect(found.get('a')?.toISOString()).toBe('1999-12-31T23:59:58.000Z')
  expect(found.get('large')?.toISOString()).toBe('2001-02-03T04:05:06.000Z')
  expect([found.get('old')?.getFullYear(), found.get('future')?.getFullYear()]).toEqual([1980, 2107])
})

describe('a download', () => {
  const headersOf = async (client: Client, url: string) => (await client.get(url)).raw.headers

  test('has the date as Last-Modified, and one of the future as the present time', async () => {
    for (const [modified_at, date] of [
      ['1965-07-04T12:00:00.999Z', 'Sun, 04 Jul 1965 12:00:00 GMT'],
      ['0001-01-01T00:00:00Z', 'Mon, 01 Jan 0001 00:00:00 GMT'],
      ['2300-01-01T00:00:00Z', new Date(holdall.clock.now()).toUTCString()],
    ] as const) {
      const { attributes } = await file(ann, 'a', 'x', { modified_at })
      expect((await headersOf(ann, attributes.file_url))['last-modified']).toBe(date)
    }
  })

  test('of a content that has replaced a newer one is sent whole to a client that knows the date only', async () => {
    await file(ann, 'a', 'new', { modified_at: OLD })
    const { attributes } = await file(ann, 'a', 'old', { modified_at: OLDER, replace: 1 })
    const date = new Date(OLD).toUTCString()
    for (const headers of [
      { 'if-modified-since': date },
      { range: 'bytes=1-', 'if-range': date },
      { range: 'bytes=1-', 'if-range': new Date(OLDER).toUTCString() },
    ]) {
      const { status, raw } = await ann.get(attributes.file_url, headers)
      expect([status, raw.body]).toEqual([200, 'old'])
    }
  })
})
