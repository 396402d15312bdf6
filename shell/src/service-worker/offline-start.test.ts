import { fakeCaches } from './testing/fake-caches.ts'
import { type AnyRequest, type AnyResponse, offlineStart, type OfflineStartDeps } from './offline-start.ts'

const origin = 'https://files.example.com'
const files = { version: 'v2', page: '/ui/offline', files: ['/ui/shell/b/offline.js', '/logo/0123456789abcdef'] }
interface Answer extends AnyResponse {
  readonly text: string
}
const answered = (text: string, how: Partial<Pick<AnyResponse, 'status' | 'type'>> = {}): Answer => {
  const { status = 200, type = 'basic' } = how
  return { ok: status < 400, status, type, text }
}
const request = (path: string, how: Partial<AnyRequest> = {}): AnyRequest => ({
  url: new URL(path, origin).href,
  method: 'GET',
  mode: 'navigate',
  destination: 'document',
  ...how,
})

type Fetch = OfflineStartDeps<AnyRequest, Answer>['fetch']

function worker(fetch: Fetch, of: typeof files | null = files, timeoutMs = 10_000) {
  const caches = fakeCaches<Answer>(origin)
  return { caches, ...offlineStart({ files: of, caches, fetch, timeoutMs }) }
}
async function installed(fetch: Fetch, timeoutMs?: number) {
  let isInstalled = false
  const started = worker(
    async (what, options) => (isInstalled ? fetch(what, options) : answered(`kept ${what as string}`)),
    files,
    timeoutMs,
  )
  await started.install()
  isInstalled = true
  return started
}
const offline: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))
const page = answered('page')

test('keeps the offline screen and its files, requested without the user’s cookies', async () => {
  const requests: unknown[] = []
  const { caches, install } = worker(async (path, options) => {
    requests.push([path, options])
    return answered(path as string)
  })
  await install()
  const options = { credentials: 'omit', cache: 'no-cache', redirect: 'error' }
  expect(requests).toEqual([files.page, ...files.files].map((path) => [path, options]))
  expect(caches.contents()).toEqual({ 'holdall-offline-v2': [files.page, ...files.files].map((path) => origin + path) })
})

test.each([
  ['an error', answered('', { status: 503 })],
  ['the answer of another origin', answered('', { type: 'opaque' })],
])('is not installed with %s in place of a file, and keeps nothing of it', async (_what, wrong) => {
  const { caches, install } = worker(async (path) => (path === files.files[0] ? wrong : page))
  await expect(install()).rejects.toThrow(' answered ')
  expect(Object.values(caches.contents()).flat()).toEqual([])
})

test('shows pages of the network, whatever they answer, and keeps none of them', async () => {
  const failed = answered('', { status: 500 })
  const { answer, caches } = await installed(async (of) =>
    typeof of !== 'string' && of.url.endsWith('/admin') ? failed : page,
  )
  const before = caches.contents()
  expect(await answer(request('/platform/files'), origin)).toBe(page)
  expect(await answer(request('/admin'), origin)).toBe(failed)
  expect(caches.contents()).toEqual(before)
})

test('shows the offline screen without a network, and when the server does not answer in time', async () => {
  const lost = await installed(offline)
  expect(await lost.answer(request('/platform/files/1?sort=name'), origin)).toMatchObject({ text: 'kept /ui/offline' })
  const hanging = await installed(() => new Promise(() => undefined), 5)
  expect(await hanging.answer(request('/'), origin)).toMatchObject({ text: 'kept /ui/offline' })
})

test('fails like the network where the browser has removed the screen', async () => {
  const { answer, caches } = await installed(offline)
  await caches.delete('holdall-offline-v2')
  await expect(answer(request('/'), origin)).rejects.toThrow('Failed to fetch')
})

test('answers the files of the screen without a network, and of no other address', async () => {
  const { answer } = await installed(offline)
  const asFile = { mode: 'no-cors', destination: 'script' } as const
  expect(await answer(request('/ui/shell/b/offline.js', asFile), origin)).toMatchObject({
    text: 'kept /ui/shell/b/offline.js',
  })
  for (const path of [
    '/ui/shell/b/offline.js?x',
    '/ui/shell/b/main.js',
    '/ui/sections/platform/b/entry.js',
    '/ui/sections.json',
    '/ui/offline',
    '/api/user',
    '/translations/de',
    '/file/1?signature=x',
    'https://content.example.com/ui/shell/b/offline.js',
    'http://127.0.0.1:3001/remoteEntry.js',
    'http://127.0.0.1:3001/mf-manifest.json',
  ])
    expect([path, answer(request(path, asFile), origin)]).toEqual([path, null])
})

test.each([
  ['a download', '/api/zip/1/2', {}],
  ['the content of a file', '/file/1?signature=x', {}],
  ['the direct address of a link', '/share/abc/direct', {}],
  ['the embedded file of a link', '/share/abc/embed', {}],
  ['a page of another site', 'https://elsewhere.example/', {}],
  ['a form', '/login', { method: 'POST' }],
  ['a frame', '/share/abc', { destination: 'iframe' }],
] as const)('leaves %s to the browser', async (_what, path, how) => {
  const { answer } = await installed(offline)
  expect(answer(request(path, how), origin)).toBeNull()
})

test('an update deletes what earlier versions have kept, and nothing of others', async () => {
  const { caches, deleteOthers } = await installed(offline)
  await caches.open('holdall-offline-v1')
  await caches.open('of-another-program')
  await deleteOthers()
  expect(Object.keys(caches.contents())).toEqual(['holdall-offline-v2', 'of-another-program'])
})

test('one that is turned off installs nothing and deletes everything', async () => {
  const { caches, install, deleteAll } = worker(offline, null)
  await caches.open('holdall-offline-v1')
  await install()
  await deleteAll()
  expect(caches.contents()).toEqual({})
})
