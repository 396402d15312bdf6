import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { type Holdall, startHoldall } from '../src/server.ts'
import { account } from './fairness-caller.ts'
import { besideChanges, besideForms, besideGuesses, besideZips, unreadAnswers } from './fairness-loads.ts'
import type { Row } from './row.ts'

/** A server of its own for each, because throttles and waiting thumbnails last. */
const loads = [
  { load: besideChanges, env: { HOLDALL_DEFAULT_QUOTA: '1MiB' } },
  { load: unreadAnswers, env: {} },
  { load: besideForms, env: {} },
  { load: besideZips, env: {} },
  { load: besideGuesses, env: {} },
] satisfies readonly {
  readonly load: (holdall: Holdall, where: string) => Promise<Row[]>
  readonly env: Readonly<Record<string, string>>
}[]

/** What one account or visitor, who uses all that the limits allow, does to the waiting times of another account. */
export async function benchFairness({ postgres: isOnPostgres = false }): Promise<Row[]> {
  const rows: Row[] = []
  for (const { load, env } of loads) rows.push(...(await onServer({}, env, 'SQLite', load)))
  if (!isOnPostgres) return rows
  for (const { load, env } of loads) {
    const postgres = await startPostgres()
    try {
      rows.push(...(await onServer({ HOLDALL_DATABASE_URL: postgres.url }, env, 'PostgreSQL', load)))
    } finally {
      await postgres.stop()
    }
  }
  return rows
}

async function onServer(
  database: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  where: string,
  load: (typeof loads)[number]['load'],
): Promise<Row[]> {
  const holdall = await startHoldall({ env: { HOLDALL_LOG_LEVEL: 'warn', ...database, ...env } })
  try {
    // Compiles code and fills caches.
    await account(holdall.url, 'warm-up')
    return await load(holdall, where)
  } finally {
    await holdall.stop()
  }
}
