import { createInsertCounter } from './insert-counter.ts'

test('is due for an owner once so many rows came together, and counts anew from there', () => {
  const isDue = createInsertCounter(3)
  expect([isDue('a'), isDue('b'), isDue('a'), isDue('a'), isDue('a'), isDue('b', 5)]).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ])
})
