import { readFileSync } from 'node:fs'
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

interface Interval {
  readonly from: number
  readonly to: number
}

type Collection = PerformanceEntry & { readonly detail: { readonly kind: number } }

/** Shorter turns are not kept. */
const MIN_KEPT_MS = 10
/** How often it is looked what the host has taken. */
const STOLEN_EVERY_MS = 20

/**
 * The longest turn of the event loop while `work` runs, in milliseconds, 0 below 10: the processor time of this thread, so
 * that other processes on a busy machine do not count. Major garbage collections do not count: they take as long as the heap
 * is large, which holds the client, too. Neither does what the host of a virtual machine gave to others meanwhile, which the
 * clock of a thread contains. It looks once a millisecond: looking in each turn would itself be work for the collector.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const turns: (Interval & { readonly usedMs: number })[] = []
  const collections: Interval[] = []
  const keep = (entries: readonly PerformanceEntry[]) => {
    for (const { startTime, duration, detail } of entries as readonly Collection[]) {
      if (detail.kind !== constants.NODE_PERFORMANCE_GC_MINOR)
        collections.push({ from: startTime, to: startTime + duration })
    }
  }
  const observer = new PerformanceObserver((list) => {
    keep(list.getEntries())
  })
  observer.observe({ entryTypes: ['gc'] })
  let isDone = false
  const watching = (async () => {
    let [from, before] = [performance.now(), usedMillis()]
    let stolen = { at: from, ms: stolenMillis() }
    while (!isDone) {
      await sleep(1)
      const [to, now] = [performance.now(), usedMillis()]
      const isKept = now - before >= MIN_KEPT_MS
      if (isKept || to - stolen.at >= STOLEN_EVERY_MS) {
        const ms = stolenMillis()
        if (isKept) turns.push({ from, to, usedMs: now - before - (ms - stolen.ms) })
        stolen = { at: to, ms }
      }
      ;[from, before] = [to, now]
    }
  })()
  try {
    await work()
  } finally {
    isDone = true
    await watching
    // The observer gets its entries in a later turn.
    await nextTurn()
    await nextTurn()
    keep(observer.takeRecords())
    observer.disconnect()
  }
  return Math.max(0, ...turns.map((turn) => turn.usedMs - collectedIn(turn, collections)))
}

function usedMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * What the host has taken from the processors of this virtual machine since it was started, by Linux, in steps of 10 ms; 0
 * on other systems.
 */
function stolenMillis(): number {
  if (process.platform !== 'linux') return 0
  return 10 * Number(/^cpu(?: +\d+){7} +(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0)
}

const collectedIn = (turn: Interval, collections: readonly Interval[]): number =>
  collections.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, turn.to) - Math.max(from, turn.from)), 0)
