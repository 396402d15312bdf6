import { SectionFailure } from './section-failure.ts'
import { explain, loadEntry } from './federation.ts'
import { ENTRY_TIMEOUT_MS } from './section-timeouts.ts'

const address = 'http://localhost/ui/sections/admin/1.0.0/page.js'
const unreachable = new SectionFailure('unreachable', 'page.js could not be fetched', address)

/** How `fetch` answers: the plain request, and those with an integrity. */
interface Answers {
  readonly status?: number
  /** Cache mode of the request that gets bytes other than the announced ones. */
  readonly wrongBytes?: RequestCache
  readonly isOffline?: boolean
}
function answerWith({ status = 200, wrongBytes, isOffline = false }: Answers) {
  const requests: RequestInit[] = []
  globalThis.fetch = (url, options = {}) => {
    requests.push(options)
    expect(url).toBe(address)
    const isWrong = options.integrity !== undefined && options.cache === wrongBytes
    if (isOffline || isWrong) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve({ ok: status < 400, status } as Response)
  }
  return requests
}

const { fetch: realFetch } = globalThis
afterEach(() => {
  globalThis.fetch = realFetch
  jest.useRealTimers()
})

test('a file that the server refuses is reported with the status of the answer', async () => {
  answerWith({ status: 404 })
  expect(await explain(unreachable, 'sha384-PAGE')).toMatchObject({
    problem: 'unreachable',
    message: 'page.js could not be fetched: the server answered 404',
    address,
  })
})

test('a file of other bytes than section.json announces is reported as such', async () => {
  const requests = answerWith({ wrongBytes: 'no-store' })
  expect(await explain(unreachable, 'sha384-PAGE')).toMatchObject({
    problem: 'integrity',
    message: 'page.js is not the file that section.json announces',
    address,
  })
  expect(requests).toEqual([{ cache: 'no-store' }, { cache: 'no-store', integrity: 'sha384-PAGE' }])
})

test('wrong bytes in the browser’s cache only are reported as such', async () => {
  answerWith({ wrongBytes: 'force-cache' })
  expect(await explain(unreachable, 'sha384-PAGE')).toMatchObject({
    problem: 'integrity',
    message: 'page.js in the cache of this browser is not the file that section.json announces',
  })
})

test.each<[string, Answers, string | null]>([
  ['there and what was announced', {}, 'sha384-PAGE'],
  ['there and announced without a hash', { wrongBytes: 'no-store' }, null],
  ['not answered for', { isOffline: true }, 'sha384-PAGE'],
])('the failure of a file that is %s stays unchanged', async (_, answers, integrity) => {
  answerWith(answers)
  expect(await explain(unreachable, integrity)).toBe(unreachable)
})

test('a request without an answer times out after eight seconds', async () => {
  jest.useFakeTimers()
  globalThis.fetch = () => new Promise(() => {})
  const done = explain(unreachable, null)
  await jest.advanceTimersByTimeAsync(ENTRY_TIMEOUT_MS)
  expect(await done).toBe(unreachable)
})

test.each([
  new SectionFailure('timeout', 'page.js did not come', address),
  new SectionFailure('unreachable', 'It could not be fetched', null),
])('a failure with a known cause or without a file sends no request: %#', async (failure) => {
  const requests = answerWith({ status: 404 })
  expect(await explain(failure, 'sha384-PAGE')).toBe(failure)
  expect(requests).toEqual([])
})

test('a shell that was built without federation reports it', async () => {
  await expect(loadEntry({ container: 'mf_admin', address, integrity: null }, 0)).rejects.toThrow('without federation')
})
