import 'fake-indexeddb/auto'
import {
  deleteAllSharedFiles,
  deleteSharedFiles,
  keepSharedFiles,
  MAX_SHARED_BYTES,
  MAX_SHARED_FILES,
  MAX_WAITING_SHARES,
  readSharedFiles,
  SHARED_FILES_TTL_MS,
} from '@holdall/file-browser/shared-files'
import { takeSharedFiles } from './take-shared-files.ts'

const origin = 'https://files.example.com'
const photo = (name = 'photo.jpg') => new File(['bytes'], name, { type: 'image/jpeg' })
/** Its size is stored, its bytes are not. */
const large = (sizeBytes: number) => Object.defineProperty(photo(), 'size', { value: sizeBytes })
// jsdom has none, and that of Node does not know the files of jsdom.
beforeAll(() => Object.assign(globalThis, { structuredClone: (value: unknown) => value }))
beforeEach(() => deleteAllSharedFiles())

async function keep(files: readonly File[], nowMs = 0): Promise<string> {
  const kept = await keepSharedFiles(files, nowMs)
  if (!('id' in kept)) throw new Error(kept.failure)
  return kept.id
}

test('files are read by their id, also after the worker was ended, until they are deleted', async () => {
  const [one, other] = [await keep([photo('a.jpg'), photo('b.jpg')]), await keep([photo()])]
  expect((await readSharedFiles(one, 1))?.length).toBe(2)
  await deleteSharedFiles(one)
  expect(await readSharedFiles(one, 1)).toBeNull()
  expect((await readSharedFiles(other, 1))?.length).toBe(1)
})

test('no files, too many and too large ones are not kept', async () => {
  const many = Array.from({ length: MAX_SHARED_FILES + 1 }, () => photo())
  expect(await keepSharedFiles([], 0)).toEqual({ failure: 'none' })
  expect(await keepSharedFiles(many, 0)).toEqual({ failure: 'too-many' })
  expect(await keepSharedFiles([large(MAX_SHARED_BYTES), photo()], 0)).toEqual({ failure: 'too-large' })
})

test('they are deleted after a day, and the oldest ones where many wait', async () => {
  const old = await keep([photo()])
  expect(await readSharedFiles(old, SHARED_FILES_TTL_MS - 1)).not.toBeNull()
  expect(await readSharedFiles(old, SHARED_FILES_TTL_MS)).toBeNull()
  expect(await readSharedFiles(old, 0)).toBeNull()
  const ids = []
  for (let n = 0; n <= MAX_WAITING_SHARES; n++) ids.push(await keep([photo()], n))
  const kept = await Promise.all(ids.map((id) => readSharedFiles(id, 10)))
  expect(kept.map((files) => files !== null)).toEqual([
    false,
    ...Array.from({ length: MAX_WAITING_SHARES }, () => true),
  ])
})

const send = (
  parts: readonly (readonly [string, File | string])[],
  how: Partial<Parameters<typeof takeSharedFiles>[0]> = {},
) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const request = { url: `${origin}/share-target`, method: 'POST', referrer: '', formData: async () => form, ...how }
  return takeSharedFiles(request, origin)
}
const redirects: string[] = []
beforeAll(() => {
  const redirect = (url: string, status: number) => {
    redirects.push(`${String(status)} ${url}`)
    return {}
  }
  Object.assign(globalThis, { Response: { redirect } })
})
const last = () => redirects.at(-1)

test('the form of the system leads to the page that asks, with the id of its files', async () => {
  await send([['files', photo('a.jpg')], ['title', 'x'], ['files', photo('b.jpg')]]) // oxfmt-ignore
  const [, id = ''] =
    /^303 https:\/\/files\.example\.com\/platform\/files\?shared=([\w-]{36})$/.exec(last() ?? '') ?? []
  const shared = await readSharedFiles(id, Date.now())
  expect(shared).toHaveLength(2)
})

test('the page says why nothing was kept', async () => {
  await send([['title', 'text only']])
  expect(last()).toBe(`303 ${origin}/platform/files?shared=none`)
  await send([['files', photo()]], { formData: () => Promise.reject(new TypeError('not a form')) })
  expect(last()).toBe(`303 ${origin}/platform/files?shared=unavailable`)
  await send([['files', photo()]], { formData: () => Promise.reject(new DOMException('', 'QuotaExceededError')) })
  expect(last()).toBe(`303 ${origin}/platform/files?shared=too-large`)
})

test('the form of another site is not kept', async () => {
  await send([['files', photo()]], { referrer: 'https://elsewhere.example/' })
  expect(last()).toBe(`303 ${origin}/platform/files?shared=unavailable`)
})

test.each([
  ['another method', { method: 'GET' }],
  ['another path', { url: `${origin}/share-target/x` }],
  ['another origin', { url: 'https://elsewhere.example/share-target' }],
])('%s is no form of the system', (_what, how) => {
  expect(send([['files', photo()]], how)).toBeNull()
})
