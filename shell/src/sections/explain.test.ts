import { SectionFailure } from './section-failure.ts'
import { explain, loadEntry } from './federation.ts'
import { ENTRY_TIMEOUT_MS } from './section-timeouts.ts'

const address = 'http://localhost/ui/sections/admin/1.0.0/page.js'
const unreachable = new SectionFailure('unreachable', 'page.js could not be fetched', address)

/** What the browser makes of a request: of the one that only asks, and of those that compare the bytes. */
interface Answers {
  readonly status?: number
  /** Where bytes that are not the announced ones come from. */
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

test('wrong bytes that only the browser’s cache holds are reported with their place', async () => {
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
])('of a file that is %s nothing more is known', async (_, answers, integrity) => {
  answerWith(answers)
  expect(await explain(unreachable, integrity)).toBe(unreachable)
})

test('an answer that does not come is not waited for longer than eight seconds', async () => {
  jest.useFakeTimers()
  globalThis.fetch = () => new Promise(() => {})
  const done = explain(unreachable, null)
  await jest.advanceTimersByTimeAsync(ENTRY_TIMEOUT_MS)
  expect(await done).toBe(unreachable)
})

test.each([
  new SectionFailure('timeout', 'page.js did not come', address),
  new SectionFailure('unreachable', 'It could not be fetched', null),
])('a failure that says enough, or names no file, costs no request: %#', async (failure) => {
  const requests = answerWith({ status: 404 })
  expect(await explain(failure, 'sha384-PAGE')).toBe(failure)
  expect(requests).toEqual([])
})

test('a shell that was built without federation says so', async () => {
  await expect(loadEntry({ container: 'mf_admin', address, integrity: null }, 0)).rejects.toThrow('without federation')
})
