import { executedBlocks, MAX_LINEAR_GROWTH } from './executed-blocks.ts'
import type * as loops from './sample-loops.ts'

type Loops = typeof loops
const file = import.meta.resolve('./sample-loops.ts')

test('counts each block as often as it is executed, in the same way for each input', async () => {
  const counts = await executedBlocks(file, ({ countTo }: Loops, size: number) => countTo(size), [1000, 2000, 1000])
  expect(counts[1]! - counts[0]!).toBe(1000)
  expect(counts[2]).toBe(counts[0])
})

test('quadratic work grows more than is allowed, linear work does not', async () => {
  const work = ({ countTo, countPairs }: Loops, [name, size]: ['linear' | 'quadratic', number]) =>
    name === 'linear' ? countTo(size) : countPairs(size)
  const counts = await executedBlocks(file, work, [
    ['linear', 100],
    ['linear', 200],
    ['quadratic', 100],
    ['quadratic', 200],
  ])
  expect(counts[1]! / counts[0]!).toBeLessThan(MAX_LINEAR_GROWTH)
  expect(counts[3]! / counts[2]!).toBeGreaterThan(MAX_LINEAR_GROWTH)
})

test('fails with the error of the work', async () => {
  const work = () => {
    throw new RangeError('of the work')
  }
  await expect(executedBlocks(file, work, [1])).rejects.toThrow('of the work')
})
