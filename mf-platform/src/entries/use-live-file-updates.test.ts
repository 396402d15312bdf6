import { createBatcher } from './use-live-file-updates.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('runs once with the items that were added within its time', () => {
  const runs: string[][] = []
  const batcher = createBatcher(1000, (items) => runs.push([...items]))
  batcher.add('a')
  jest.advanceTimersByTime(600)
  batcher.add('b')
  batcher.add('a')
  jest.advanceTimersByTime(400)
  expect(runs).toEqual([['a', 'b']])
  batcher.add('c')
  jest.advanceTimersByTime(1000)
  expect(runs).toEqual([['a', 'b'], ['c']])
})

test('does not run after it is stopped', () => {
  const runs: unknown[] = []
  const batcher = createBatcher(1000, (items) => runs.push(items))
  batcher.add('a')
  batcher.stop()
  jest.advanceTimersByTime(2000)
  expect(runs).toEqual([])
})

test('with a shorter first time it runs soon, and then at most once in its time', () => {
  const runs: string[][] = []
  const batcher = createBatcher(1000, (items) => runs.push([...items]), 100)
  batcher.add('a')
  jest.advanceTimersByTime(100)
  expect(runs).toEqual([['a']])
  for (const item of ['b', 'c']) {
    jest.advanceTimersByTime(400)
    batcher.add(item)
  }
  expect(runs).toHaveLength(1)
  jest.advanceTimersByTime(200)
  expect(runs).toEqual([['a'], ['b', 'c']])
})
