import { readFile } from 'node:fs/promises'
import { startHoldall } from '../src/server.ts'
import { mebibytes, median, ms, type Row } from './row.ts'

const START_BUDGET_MS = 1500
const MEMORY_BUDGET = 120 * 1024 * 1024
const RUNS = 5
/** By then the threads of the first jobs have ended. */
const IDLE_MS = 60_000

/** Time from spawning the process to its ready line, and resident memory when idle. */
export async function benchStart(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await holdall.kill()
      const from = performance.now()
      await holdall.restart()
      times.push(performance.now() - from)
    }
    await new Promise((resolve) => {
      setTimeout(resolve, IDLE_MS)
    })
    const resident = await residentBytes(holdall.pid)
    return [
      {
        what: `start to ready, median of ${String(RUNS)}`,
        measured: ms(median(times)),
        budget: `≤ ${ms(START_BUDGET_MS)}`,
        kept: median(times) <= START_BUDGET_MS,
      },
      {
        what: 'idle memory (resident)',
        measured: mebibytes(resident),
        budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
        kept: resident <= MEMORY_BUDGET,
      },
    ]
  } finally {
    await holdall.stop()
  }
}

export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}
