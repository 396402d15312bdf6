import { Late, within } from './within.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('what is done in time is handed over, and no timer stays', async () => {
  await expect(within(1000, Promise.resolve('done'))).resolves.toBe('done')
  await expect(within(1000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(jest.getTimerCount()).toBe(0)
})

test('what is not done in time is late', async () => {
  const outcome = expect(within(1000, new Promise(() => {}))).rejects.toBeInstanceOf(Late)
  await jest.advanceTimersByTimeAsync(1000)
  await outcome
})
