import { createStore } from './store.ts'

test('calls its listeners only when the value changes', () => {
  const store = createStore(1)
  const values: number[] = []
  const stop = store.subscribe(() => values.push(store.get()))
  store.set(1)
  store.set(2)
  stop()
  store.set(3)
  expect(values).toEqual([2])
})
