import { ms, type Row } from './row.ts'

const BUDGET_MS = 50

/** Longest delay of the server's event loop since the previous call, which the first call has to start. */
export async function longestDelayMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('/metrics names no delay of the event loop.')
  return Number(seconds) * 1000
}

export const delayRow = (during: string, delayMs: number): Row => ({
  what: `longest delay of the event loop ${during}`,
  measured: ms(delayMs),
  budget: `≤ ${ms(BUDGET_MS)}`,
  kept: delayMs <= BUDGET_MS,
})
