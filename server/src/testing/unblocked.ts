import { monitorEventLoopDelay } from 'node:perf_hooks'
import { longestTurn } from './longest-block.ts'

/** Of the thread that answers. */
const MAX_BLOCK_MS = 50
/** The same, with everything else that the machine does. */
const MAX_DELAY_MS = 1000

/**
 * For test files that use `unblocked`, whose tests must be repeatable: what the code itself causes recurs with
 * each attempt, and what the test runner (the collection of a heap of 1 GiB takes half a second) or other processes cause
 * does not.
 */
export const REPEATED_MEASUREMENTS = 4

/** Fails unless `work` succeeds and lets other requests through all the time. */
export async function unblocked(what: string, work: () => Promise<{ status: number }>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  let status: number | undefined
  const { usedMs, minorCollectionsMs } = await longestTurn(async () => ({ status } = await work()))
  delays.disable()
  expect([what, Math.floor((status ?? 0) / 100)]).toEqual([what, 2])
  if (usedMs >= MAX_BLOCK_MS) {
    const collected = `${minorCollectionsMs.toFixed(0)} ms of it in minor garbage collections`
    throw new Error(`${what} blocked for ${usedMs.toFixed(0)} ms, ${collected}`)
  }
  expect(delays.max / 1e6).toBeLessThan(MAX_DELAY_MS)
}
