import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The longest time, in milliseconds, for which this thread worked without letting other requests through. Processor time
 * of the thread between two turns of the event loop: other processes on a busy machine do not count. It looks once a
 * millisecond: a look in each turn would be work without an end, for which the heap of the test runner is collected.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const watching = (async () => {
    for (let before = used(); !isDone;) {
      await sleep(1)
      const now = used()
      longest = Math.max(longest, now - before)
      before = now
    }
  })()
  await work().finally(() => (isDone = true))
  await watching
  return longest
}
