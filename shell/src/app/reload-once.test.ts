import { reloadOnce } from './reload-once.ts'

test('a page whose server does not answer is not reloaded in a loop', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const reload = jest.fn()
  expect(reloadOnce(storage, reload, 100_000)).toBe(true)
  expect(reloadOnce(storage, reload, 110_000)).toBe(false)
  expect(reloadOnce(storage, reload, 140_000)).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})
