import { TimeoutError, withTimeout } from './section-timeouts.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('returns what is done in time, and leaves no timer', async () => {
  await expect(withTimeout(1000, Promise.resolve('done'))).resolves.toBe('done')
  await expect(withTimeout(1000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(jest.getTimerCount()).toBe(0)
})

test('rejects with TimeoutError when the time is over', async () => {
  const outcome = expect(withTimeout(1000, new Promise(() => {}))).rejects.toBeInstanceOf(TimeoutError)
  await jest.advanceTimersByTimeAsync(1000)
  await outcome
})
