import { init } from '@module-federation/enhanced/runtime'
import { waitFor } from '@testing-library/react'
import { loadEntry } from './federation.ts'
import { ENTRY_TIMEOUT_MS } from './section-timeouts.ts'

init({ name: 'shell', remotes: [] })

let count = 0
/** Another section for each test: federation caches loaded sections. */
function nextEntry(integrity: string | null = 'sha384-AAAA') {
  count += 1
  return { container: `mf_${String(count)}`, address: `http://localhost/${String(count)}/remoteEntry.js`, integrity }
}
const scriptOf = (address: string) =>
  waitFor(() => {
    const script = [...document.scripts].find(({ src }) => src.startsWith(address))
    if (!script) throw new Error(`${address} was not requested.`)
    return script
  })

/** The script runs and defines its container. */
function answer(script: HTMLScriptElement, container: string, section: unknown) {
  Object.assign(globalThis, {
    [container]: { init: () => Promise.resolve(), get: () => Promise.resolve(() => ({ default: section })) },
  })
  script.dispatchEvent(new Event('load'))
}

test('loads the script with its integrity and returns the section', async () => {
  const entry = nextEntry()
  const loaded = loadEntry(entry, 0)
  const script = await scriptOf(entry.address)
  expect(script).toMatchObject({ src: entry.address, async: true, crossOrigin: 'anonymous', integrity: 'sha384-AAAA' })
  answer(script, entry.container, 'the section')
  await expect(loaded).resolves.toBe('the section')
})

test('a file that the browser refuses is explained, and reported with its address', async () => {
  const { fetch: realFetch } = globalThis
  globalThis.fetch = () => Promise.resolve({ ok: false, status: 503 } as Response)
  const entry = nextEntry(null)
  const loaded = loadEntry(entry, 0)
  const outcome = expect(loaded).rejects.toMatchObject({
    problem: 'unreachable',
    message: 'remoteEntry.js could not be fetched: the server answered 503',
    address: entry.address,
  })
  const script = await scriptOf(entry.address)
  expect(script.integrity).toBeUndefined()
  script.dispatchEvent(new Event('error'))
  await outcome
  globalThis.fetch = realFetch
})

test('another attempt has another address, so that the browser’s cache is not used', async () => {
  const entry = nextEntry()
  const loaded = loadEntry(entry, 2)
  const script = await scriptOf(entry.address)
  expect(script.src).toMatch(/remoteEntry\.js\?retry=2-\w+$/)
  answer(script, entry.container, 'the section')
  await expect(loaded).resolves.toBe('the section')
})

test('a section that failed is loaded by another attempt', async () => {
  const { fetch: realFetch } = globalThis
  globalThis.fetch = () => Promise.resolve({ ok: false, status: 503 } as Response)
  const entry = nextEntry()
  const first = loadEntry(entry, 0).catch(() => 'failed')
  const script = await scriptOf(entry.address)
  script.dispatchEvent(new Event('error'))
  expect(await first).toBe('failed')
  const second = loadEntry(entry, 1)
  answer(await scriptOf(`${entry.address}?retry=1`), entry.container, 'the section')
  await expect(second).resolves.toBe('the section')
  globalThis.fetch = realFetch
})

test('a file that is not loaded in eight seconds is reported as timed out', async () => {
  jest.useFakeTimers()
  const entry = nextEntry()
  const outcome = expect(loadEntry(entry, 0)).rejects.toMatchObject({
    problem: 'timeout',
    message: 'remoteEntry.js did not come (time-out after 8 s)',
    address: entry.address,
  })
  await jest.advanceTimersByTimeAsync(ENTRY_TIMEOUT_MS)
  await outcome
  jest.useRealTimers()
})

test('code that throws while it is set up is reported with what it threw', async () => {
  const entry = nextEntry()
  const loaded = loadEntry(entry, 0)
  const outcome = expect(loaded).rejects.toThrow('drawn badly')
  const script = await scriptOf(entry.address)
  Object.assign(globalThis, {
    [entry.container]: { init: () => Promise.resolve(), get: () => Promise.reject(new Error('drawn badly')) },
  })
  script.dispatchEvent(new Event('load'))
  await outcome
})

test('code that is loaded but not ready in eight seconds is reported as timed out too', async () => {
  jest.useFakeTimers()
  const entry = nextEntry()
  const outcome = expect(loadEntry(entry, 0)).rejects.toMatchObject({ problem: 'timeout', address: entry.address })
  await jest.advanceTimersByTimeAsync(1000)
  Object.assign(globalThis, { [entry.container]: { init: () => Promise.resolve(), get: () => new Promise(() => {}) } })
  const script = await scriptOf(entry.address)
  script.dispatchEvent(new Event('load'))
  await jest.advanceTimersByTimeAsync(ENTRY_TIMEOUT_MS)
  await outcome
  jest.useRealTimers()
})
