import { loadUntilAvailable, waitForConnection } from './wait-for-connection.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** Whether the wait is over, after all timers and promises that are due have run. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false
  void wait.then(() => {
    over = true
  })
  await jest.advanceTimersByTimeAsync(0)
  return over
}

test('a wait ends after its time, and not before', async () => {
  const wait = waitForConnection(1000)
  await jest.advanceTimersByTimeAsync(999)
  expect(await isOver(wait)).toBe(false)
  await jest.advanceTimersByTimeAsync(1)
  expect(await isOver(wait)).toBe(true)
})

test('a wait ends as soon as the browser is online again', async () => {
  const wait = waitForConnection(30_000)
  expect(await isOver(wait)).toBe(false)
  dispatchEvent(new Event('online'))
  expect(await isOver(wait)).toBe(true)
  expect(jest.getTimerCount()).toBe(0)
})

test('a wait ends as soon as it is aborted', async () => {
  const stop = new AbortController()
  const wait = waitForConnection(30_000, stop.signal)
  expect(await isOver(wait)).toBe(false)
  stop.abort()
  expect(await isOver(wait)).toBe(true)
  expect(jest.getTimerCount()).toBe(0)
})

test('a wait that is over has removed its listeners', async () => {
  const stop = new AbortController()
  const removed = [jest.spyOn(globalThis, 'removeEventListener'), jest.spyOn(stop.signal, 'removeEventListener')]
  const wait = waitForConnection(1000, stop.signal)
  await jest.advanceTimersByTimeAsync(1000)
  await wait
  expect(removed.map(({ mock }) => mock.calls.map(([kind]) => kind))).toEqual([['online'], ['abort']])
  for (const spy of removed) spy.mockRestore()
})

test('code that cannot be loaded is requested again with increasing delays, and each failure is reported', async () => {
  const load = jest
    .fn<Promise<string>, []>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('the tray')
  const failed = jest.fn()
  const loaded = loadUntilAvailable(load, failed)
  await jest.advanceTimersByTimeAsync(999)
  expect([load.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1])
  await jest.advanceTimersByTimeAsync(1)
  expect([load.mock.calls.length, failed.mock.calls.length]).toEqual([2, 2])
  await jest.advanceTimersByTimeAsync(1999)
  expect(load).toHaveBeenCalledTimes(2)
  await jest.advanceTimersByTimeAsync(1)
  await expect(loaded).resolves.toBe('the tray')
})

test('code is requested again without a failure callback', async () => {
  const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('the tray')
  const loaded = loadUntilAvailable(load)
  await jest.advanceTimersByTimeAsync(1000)
  await expect(loaded).resolves.toBe('the tray')
})
