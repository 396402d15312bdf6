import { ms, type Row } from './row.ts'

const BUDGET_MS = 50

/** Longest time in milliseconds that the server's event loop was held since this was last called. The first call starts it. */
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
