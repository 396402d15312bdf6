import { ids } from './ids.ts'

test('ids are strictly ascending, also within a millisecond and when the clock is set back', () => {
  let now = Date.now()
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now)
  const made = Array.from({ length: 10_000 }, (_, index) => {
    if (index === 5000) now -= 1000
    return ids.next()
  })
  clock.mockRestore()
  expect(made).toEqual([...new Set(made)].sort())
  expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('tokens carry at least 128 random bits', () => {
  expect(ids.token()).toMatch(/^[\w-]{22}$/)
})
