import { createStore } from './store.ts'

test('tells its listeners of a change and of nothing else', () => {
  const store = createStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  store.set(1)
  store.set(2)
  stop()
  store.set(3)
  expect(heard).toEqual([2])
})
