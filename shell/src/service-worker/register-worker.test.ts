import 'fake-indexeddb/auto'
import { createEventBus } from '@holdall/event-bus'
import { keepSharedFiles, readSharedFiles } from '@holdall/file-browser/shared-files'
import { LOCALE_KEY, registerWorker } from './register-worker.ts'

// jsdom has none, and that of Node does not know the files of jsdom.
beforeAll(() => Object.assign(globalThis, { structuredClone: (value: unknown) => value }))

interface Browser {
  readonly isSecureContext?: boolean
  readonly hasWorkers?: boolean
  readonly hasManifest?: boolean
  readonly register?: jest.Mock
}

/** The calls that register a worker, and what is stored, in a browser. */
async function start({
  isSecureContext = true,
  hasWorkers = true,
  hasManifest = true,
  register = jest.fn(async () => undefined),
}: Browser) {
  Object.defineProperty(window, 'isSecureContext', { value: isSecureContext, configurable: true })
  Reflect.deleteProperty(navigator, 'serviceWorker')
  if (hasWorkers) Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })
  document.head.innerHTML = hasManifest ? '<link rel="manifest" href="/manifest.webmanifest">' : ''
  const events = createEventBus()
  const stored = new Map<string, string>()
  const storage = { setItem: (key: string, value: string) => void stored.set(key, value) }
  await registerWorker({ events, storage, locale: 'de' })
  return { calls: register.mock.calls, stored: Object.fromEntries(stored), events }
}

test('registers the worker for all pages, and stores their language for the offline screen', async () => {
  const { calls, stored } = await start({})
  expect(calls).toEqual([['/service-worker.js', { scope: '/' }]])
  expect(stored).toEqual({ [LOCALE_KEY]: 'de' })
})

test.each<[string, Browser]>([
  ['in a context that is not secure', { isSecureContext: false }],
  ['in a browser without workers', { hasWorkers: false }],
  ['on a page that names no manifest', { hasManifest: false }],
])('registers no worker %s, and stores nothing', async (_where, browser) => {
  const { calls, stored } = await start(browser)
  expect(calls).toEqual([])
  expect(stored).toEqual({})
})

test('a browser that refuses the worker is left without one', async () => {
  const refused = () => Promise.reject(new DOMException('certificate', 'SecurityError'))
  await expect(start({ register: jest.fn(refused) })).resolves.toMatchObject({ calls: [expect.anything()] })
})

test('shared files that wait are deleted at the end of the session', async () => {
  const { events } = await start({})
  const nowMs = Date.now()
  const kept = await keepSharedFiles([new File(['bytes'], 'photo.jpg')], nowMs)
  if (!('id' in kept)) throw new Error(kept.failure)
  expect(await readSharedFiles(kept.id, nowMs)).toHaveLength(1)
  events.emit('session.ended', { reason: 'signed-out' })
  expect(await readSharedFiles(kept.id, nowMs)).toBeNull()
})
