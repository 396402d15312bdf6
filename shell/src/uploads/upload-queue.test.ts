import { queuedUpload } from './testing/queued-upload.ts'
import { createUploadQueue } from './upload-queue.ts'

const added = (id: string) => ({ type: 'added', userId: 'ann', uploads: [queuedUpload(id)], files: new Map() }) as const

test('lists the items of the account that is signed in', () => {
  const queue = createUploadQueue()
  expect(queue.items.get()).toEqual([])
  queue.dispatch(added('a'))
  expect(queue.items.get()).toEqual([])
  queue.dispatch({ type: 'account-changed', userId: 'ann' })
  expect(queue.items.get().map(({ id }) => id)).toEqual(['a'])
  queue.dispatch({ type: 'account-changed', userId: null })
  expect(queue.items.get()).toEqual([])
})

test('returns the same list, and calls no listener, until something that is shown changes', () => {
  const queue = createUploadQueue()
  queue.dispatch({ type: 'account-changed', userId: 'ann' })
  queue.dispatch(added('a'))
  queue.dispatch({ type: 'started' })
  const items = queue.items.get()
  const listener = jest.fn()
  queue.items.subscribe(listener)
  queue.dispatch({ type: 'begun' })
  queue.dispatch({ type: 'acknowledged', sent: 1 })
  expect([queue.items.get() === items, listener.mock.calls.length]).toEqual([true, 0])
  queue.dispatch({ type: 'paused', id: 'a' })
  expect([queue.items.get() === items, listener.mock.calls.length]).toEqual([false, 1])
  queue.dispatch({ type: 'cancelled', ids: new Set(['a']) })
  expect([queue.items.get(), listener.mock.calls.length]).toEqual([[], 2])
})

test('calls listeners after each action, until they unsubscribe', () => {
  const queue = createUploadQueue()
  const listener = jest.fn()
  const stop = queue.subscribe(listener)
  queue.dispatch(added('a'))
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  queue.dispatch(added('b'))
  expect(listener).toHaveBeenCalledTimes(1)
})
