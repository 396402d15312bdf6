import { setImmediate as turn } from 'node:timers/promises'
import { FairQueue, workOwner } from './fair-queue.ts'

/** A queue with jobs that end on demand, and the names of the started ones. */
function watched(options: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(options)
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (name: string) => {
    const done = workOwner.run(name.charAt(0), () =>
      queue.run(
        () =>
          new Promise<void>((resolve) => {
            started.push(name)
            ends.push(resolve)
          }),
      ),
    )
    return done
  }
  const end = async (n: number) => {
    ends[n]?.()
    await turn()
  }
  return { queue, started, add, end }
}

test('owners take turns, and the calls of each keep their order', async () => {
  const { started, add, end } = watched({ size: 1, perOwner: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name)
  await turn()
  for (let n = 0; n < 7; n++) await end(n)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('beyond the limit for all, the newest call of the owner with the most waiting is refused', async () => {
  const { queue, started, add, end } = watched({ size: 1, perOwner: 1, maxWaitingInAll: 3 })
  const refused: string[] = []
  const tryAdding = (name: string) => void add(name).catch(() => refused.push(name))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) tryAdding(name)
  await turn()
  expect(refused).toEqual(['a5'])
  tryAdding('b1')
  await turn()
  expect(refused).toEqual(['a5', 'a4'])
  // It would have as many as the other afterwards.
  tryAdding('b2')
  await turn()
  expect(refused).toEqual(['a5', 'a4', 'b2'])
  for (let n = 0; n < 4; n++) await end(n)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(queue.isIdle).toBe(true)
})

test('an owner who asks for very much leaves a place to the others', async () => {
  const { started, add, end } = watched({ size: 3, perOwner: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name)
  await turn()
  expect(started).toEqual(['a1', 'a2'])
  void add('b1')
  await turn()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end(2)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end(0)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('who waits is not overtaken by a call that comes while the place is handed over', async () => {
  const { queue, started, add, end } = watched({ size: 1, perOwner: 1 })
  void add('a1')
  void add('b1')
  await turn()
  const ended = end(0)
  const late = workOwner.run('c', () => queue.run(() => Promise.resolve(started.push('c1'))))
  await ended
  await end(1)
  await late
  expect(started).toEqual(['a1', 'b1', 'c1'])
})

test('work that fails gives its place back', async () => {
  const queue = new FairQueue({ size: 1, perOwner: 1 })
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.run(() => Promise.resolve('next'))).resolves.toBe('next')
})

test('a call of an owner that waits too long is refused, and a job waits on', async () => {
  const { queue, started, add, end } = watched({ size: 1, perOwner: 1, maxWaitMs: 1 })
  void add('a1')
  const job = queue.run(() => Promise.resolve(started.push('job')))
  await expect(add('a2')).rejects.toThrow('busy')
  await expect(add('b1')).rejects.toThrow('busy')
  await end(0)
  await job
  expect(started).toEqual(['a1', 'job'])
  expect(queue.isIdle).toBe(true)
})
