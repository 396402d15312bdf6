import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 6

/**
 * The longest time in milliseconds that `work` keeps the event loop from other requests: the best of some attempts,
 * because delays that the code itself causes recur, and those that other processes of the machine cause do not.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const attempts: number[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await work()
    // A delay is counted by the timer that comes after it.
    await sleep(2)
    delay.disable()
    attempts.push(delay.max / 1e6)
    if (delay.max < 10e6) break
  }
  return Math.min(...attempts)
}
