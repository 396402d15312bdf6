import { createPace } from './use-fresh-files.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('hands over at once what was added within its time', () => {
  const runs: string[][] = []
  const pace = createPace(1000, (items) => runs.push([...items]))
  pace.add('a')
  jest.advanceTimersByTime(600)
  pace.add('b')
  pace.add('a')
  jest.advanceTimersByTime(400)
  expect(runs).toEqual([['a', 'b']])
  pace.add('c')
  jest.advanceTimersByTime(1000)
  expect(runs).toEqual([['a', 'b'], ['c']])
})

test('a stopped pace hands over nothing', () => {
  const runs: unknown[] = []
  const pace = createPace(1000, (items) => runs.push(items))
  pace.add('a')
  pace.stop()
  jest.advanceTimersByTime(2000)
  expect(runs).toEqual([])
})
