import { ifUnlocked, withLock } from './keyed-lock.ts'

/** Work that runs until the test ends it. */
function held() {
  let end: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { work: () => ended, end, fail }
}

test('work of one key runs one after the other, that of another key at once', async () => {
  const first = held()
  const order: string[] = []
  const done = (name: string) => () => void order.push(name)
  const running = withLock('a', first.work).then(done('first'))
  const next = withLock('a', () => Promise.resolve()).then(done('second'))
  await withLock('b', () => Promise.resolve()).then(done('other'))
  first.end()
  await Promise.all([running, next])
  expect(order).toEqual(['other', 'first', 'second'])
})

test('returns what the work returns, and a failure does not affect other work', async () => {
  const first = held()
  const failing = withLock('a', first.work)
  const next = withLock('a', () => Promise.resolve('next'))
  first.fail(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test('work that requires a free lock is skipped while there is other work, and done afterwards', async () => {
  const first = held()
  const running = withLock('a', first.work)
  let runs = 0
  const count = () => {
    runs++
    return Promise.resolve()
  }
  await ifUnlocked('a', count)
  expect(runs).toBe(0)
  await ifUnlocked('b', count)
  expect(runs).toBe(1)
  const waiting = withLock('a', () => Promise.resolve())
  first.end()
  await running
  await ifUnlocked('a', count)
  expect(runs).toBe(1)
  await waiting
  await ifUnlocked('a', count)
  expect(runs).toBe(2)
})
