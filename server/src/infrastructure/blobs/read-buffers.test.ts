import { readBuffers } from './read-buffers.ts'

const KiB = 1024
const lengths = (buffers: readonly Buffer[]) => buffers.map(({ length }) => length / KiB)

test('the first readers get large buffers, very many ones small buffers', () => {
  const pool = readBuffers()
  const taken = Array.from({ length: 1000 }, () => pool.take(1024 * 1024 * KiB))
  const sizes = taken.map(({ buffers }) => lengths(buffers).join(' '))
  const count = (size: string) => sizes.filter((each) => each === size).length
  expect(['1024 1024', '256 256', '64 64'].map(count)).toEqual([8, 128, 864])
  for (const { giveBack } of taken) giveBack()
  expect(lengths(pool.take(1024 * 1024 * KiB).buffers)).toEqual([1024, 1024])
})

test('a short range is read at once, and in parts where very many are read', () => {
  const pool = readBuffers()
  expect(lengths(pool.take(1024 * KiB).buffers)).toEqual([256, 256])
  const taken = Array.from({ length: 127 }, () => pool.take(256 * KiB))
  expect(taken.map(({ buffers }) => lengths(buffers))).toEqual(taken.map(() => [256]))
  expect([pool.take(256 * KiB), pool.take(10 * KiB)].map(({ buffers }) => lengths(buffers))).toEqual([[64, 64], [10]])
  taken[0]!.giveBack()
  expect(lengths(pool.take(256 * KiB).buffers)).toEqual([256])
})
