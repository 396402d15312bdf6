import { MAX_RECENT_FILES } from '@holdall/api'
import { admin, startHoldall } from '../src/server.ts'
import { delayRow, longestDelayMs } from './event-loop.ts'
import { ms, quantile, type Row } from './row.ts'
import { seedFolder } from './seed.ts'

const ENTRIES = 100_000
const PER_PAGE = 50
const BUDGET_MS = 25
const REQUESTS = 200
/** `seedFolder` makes a link to every hundredth entry. */
const LINKS = ENTRIES / 100
const ORDERS = ['created_at', 'name', 'size', 'type'].flatMap((sort) =>
  ['ASC', 'DESC'].map((direction) => [sort, direction]),
)

const listingsOf = (folderId: string) => [
  ...ORDERS.map(([sort, direction]) => ({
    what: `100,000 entries by ${sort} ${direction}`,
    path: `/api/browse/folders/${folderId}?sort=${sort}&direction=${direction}`,
    total: ENTRIES,
  })),
  { what: 'the 1,000 newest of 100,000 entries', path: '/api/browse/latest?', total: MAX_RECENT_FILES },
  { what: 'the 1,000 of 100,000 entries that have links', path: '/api/browse/share?', total: LINKS },
]

/** Any page of a realistic folder of 100,000 entries, in every sort order, and of the listings over all folders: page numbers spread evenly from the first to the last. */
export async function benchListing(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    await holdall.kill()
    const folderId = seedFolder(holdall.dataDir, admin.email, ENTRIES)
    await holdall.restart()
    const cookie = await signIn(holdall.url)
    const rows: Row[] = []
    await longestDelayMs(holdall.url)
    for (const { what, path, total } of listingsOf(folderId)) {
      const times: number[] = []
      for (let n = 0; n < REQUESTS; n += 1) {
        const page = 1 + Math.floor((n / (REQUESTS - 1)) * (total / PER_PAGE - 1))
        const from = performance.now()
        const answer = await fetch(`${holdall.url}${path}&page=${String(page)}`, { headers: { cookie } })
        const { data } = (await answer.json()) as { data: unknown[] }
        times.push(performance.now() - from)
        if (data.length !== PER_PAGE) throw new Error(`Page ${String(page)} has ${String(data.length)} entries.`)
      }
      const p95 = quantile(times, 0.95)
      rows.push({
        what: `a page of ${what}: p50 / p95`,
        measured: `${ms(quantile(times, 0.5))} / ${ms(p95)}`,
        budget: `p95 ≤ ${ms(BUDGET_MS)}`,
        kept: p95 <= BUDGET_MS,
      })
    }
    return [...rows, delayRow('under these requests', await longestDelayMs(holdall.url))]
  } finally {
    await holdall.stop()
  }
}

export async function signIn(url: string, { email, password } = admin): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (!answer.ok || !cookie) throw new Error(`Sign-in answered ${String(answer.status)}.`)
  return cookie
}
