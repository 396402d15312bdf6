import { turnsDuring } from '../testing/event-loop-turns.ts'
import { toJson } from './json.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n))

test.each([
  ['a short answer', { message: 'Done.', count: 1 }, 0],
  ['resources', { data: numbers(10_000), meta: { total: 1 } }, 5],
  ['resources alone', { data: numbers(4001) }, 3],
  ['ids, and those that were renamed', { message: 'Moved.', count: 3, ids: numbers(6000), renamed: numbers(2001) }, 5],
  ['nothing where a value is missing', { left: undefined, ids: numbers(2001), also: undefined }, 2],
])('makes %s in slices', async (_what, answer, slices) => {
  let text = ''
  const turns = await turnsDuring(async () => void (text = String(await toJson(answer))))
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(answer)))
  expect(turns).toBeGreaterThanOrEqual(slices)
})
