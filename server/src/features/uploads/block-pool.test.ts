import { createBlockPool } from './block-pool.ts'

test('a block that was given back is taken again', () => {
  const pool = createBlockPool()
  const [first, second] = [pool.take(), pool.take()]
  expect(first).not.toBe(second)
  pool.giveBack(first)
  expect(pool.take()).toBe(first)
})

test('eight blocks are kept, and no more', () => {
  const pool = createBlockPool()
  const blocks = Array.from({ length: 9 }, () => pool.take())
  for (const block of blocks) pool.giveBack(block)
  const again = new Set(blocks.map(() => pool.take()))
  expect(blocks.filter((block) => again.has(block))).toEqual(blocks.slice(0, 8))
})
