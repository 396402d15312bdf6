import type { Log } from '../log.ts'

/** Failures that are logged one by one, and kept for the error of the run. */
const MAX_FAILURES = 100

interface Options<T> {
  readonly log: Log
  readonly signal?: AbortSignal | undefined
  /** Logged for each row that fails, with `fields`. */
  readonly message: string
  /** What identifies the row. */
  readonly fields: (row: T) => Readonly<Record<string, string>>
}

/**
 * Handles rows by themselves: one that fails is logged and does not stop the others. Rejects at the end where one has
 * failed, so that the job is repeated, and at once where `signal` is aborted. Returns how many were handled.
 */
export async function handleEach<T>(
  rows: Iterable<T> | AsyncIterable<T>,
  { log, signal, message, fields }: Options<T>,
  handle: (row: T) => Promise<unknown>,
): Promise<number> {
  const failures: unknown[] = []
  let [handled, failed] = [0, 0]
  for await (const row of rows) {
    signal?.throwIfAborted()
    try {
      await handle(row)
      handled++
    } catch (error) {
      if (signal?.aborted) throw error
      failed++
      if (failures.length >= MAX_FAILURES) continue
      failures.push(error)
      log.error({ err: error, ...fields(row) }, message)
    }
  }
  if (failed > 0) throw new AggregateError(failures, `${message} (${failed}): ${String(failures[0])}`)
  return handled
}

/** All pages that have rows. `read` returns the rows that follow `after`, in a fixed order. */
export async function* pagesOf<T>(
  read: (after: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  for (let after: T | undefined; ;) {
    const page = await read(after)
    after = page.at(-1)
    if (after === undefined) return
    yield page
  }
}

/** The rows of all pages. */
export async function* rowsOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page
}
