import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, request } from '@playwright/test'
import { admin, type Holdall, startHoldall } from '../src/server.ts'
import { fillHome } from './account.ts'
import { withContext } from './browser.ts'
import { oneAppCheckout } from './one-app/checkout.ts'
import { median, ms, type Row } from './row.ts'

const MAX_SCRIPTS = 14
const MAX_RATIO = 1.05
const RUNS = 9
/** Latency in ms, bandwidth in Mbit/s. */
const NETWORKS = [
  { latency: 100, megabits: 10 },
  { latency: 150, megabits: 3 },
] as const
type Network = (typeof NETWORKS)[number]

const ROWS = '[data-index]'
const SIGN_IN_FORM = 'input[name="email"]'
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Transfer size until the sign-in page and the first list of a realistic home are rendered; the cost of federation. */
export async function benchPage(): Promise<Row[]> {
  const spare = await mkdtemp(path.join(tmpdir(), 'holdall-one-app-'))
  const [federated, oneApp] = [await startHoldall(), await startHoldall()]
  try {
    await oneAppCheckout(spare)
    await oneApp.restart(spare)
    await Promise.all([federated, oneApp].map(seed))
    const signIn = await withContext(federated.url, (context) => open(context, '/sign-in', SIGN_IN_FORM))
    const list = await openList(federated)
    return [
      ...sizeRows('first sign-in page', signIn, 200_000),
      ...sizeRows('first file list, cold', list, 300_000),
      ...(await compare(federated, oneApp)),
    ]
  } finally {
    await Promise.all([federated.stop(), oneApp.stop()])
    await rm(spare, { recursive: true, force: true })
  }
}

async function seed({ url }: Holdall): Promise<void> {
  const api = await request.newContext({ baseURL: url })
  await api.post('/login', { data: admin })
  await fillHome(api)
  await api.dispose()
}

/** Time until the rows are rendered: the federated build over one app, both cold and in turns. */
async function compare(federated: Holdall, oneApp: Holdall): Promise<Row[]> {
  const rows: Row[] = []
  for (const network of NETWORKS) {
    const times: { federated: number; oneApp: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const [first, second] = run % 2 === 0 ? [federated, oneApp] : [oneApp, federated]
      const a = (await openList(first, network)).time
      const b = (await openList(second, network)).time
      times.push(run % 2 === 0 ? { federated: a, oneApp: b } : { federated: b, oneApp: a })
    }
    const own = median(times.map((time) => time.federated))
    const other = median(times.map((time) => time.oneApp))
    // The ratio is taken per pair: both of a pair were measured within the same seconds.
    const ratio = median(times.map((time) => time.federated / time.oneApp))
    rows.push({
      what: `rows of the first file list at ${String(network.megabits)} Mbit/s and ${String(network.latency)} ms, median of ${String(RUNS)} pairs: federated / one app`,
      measured: `${ms(own)} / ${ms(other)}, ${ratio.toFixed(3)} ×`,
      budget: `≤ ${String(MAX_RATIO)} ×`,
      kept: ratio <= MAX_RATIO,
    })
  }
  return rows
}

function openList({ url }: Holdall, network?: Network): Promise<Opened> {
  return withContext(url, async (context) => {
    await context.request.post('/login', { data: admin })
    return open(context, '/platform/files', ROWS, network)
  })
}

interface Opened {
  /** Of JavaScript, compressed. */
  readonly bytes: number
  readonly scripts: number
  /** Of any kind, the page itself included. */
  readonly requests: number
  /** Until the frame in which the screen was rendered, in ms. */
  readonly time: number
}

/** Opens a page cold; returns what was requested before the screen was rendered. */
async function open(context: BrowserContext, address: string, screen: string, network?: Network): Promise<Opened> {
  const page = await context.newPage()
  if (network) {
    const browser = await context.newCDPSession(page)
    await browser.send('Network.enable')
    const bytesPerSecond = (network.megabits * 1_000_000) / 8
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  await page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      watch.disconnect()
      requestAnimationFrame(() => {
        setTimeout(() => performance.mark('drawn'))
      })
    })
    watch.observe(document, { childList: true, subtree: true })
  }, screen)
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
  return page.evaluate(() => {
    const time = performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = entries.filter(({ startTime }) => startTime < time)
    const scripts = before.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    return {
      time,
      requests: before.length + 1,
      scripts: scripts.length,
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })
}

function sizeRows(what: string, { bytes, scripts, requests }: Opened, maxBytes: number): Row[] {
  return [
    {
      what: `${what}: JavaScript, brotli`,
      measured: kilobytes(bytes),
      budget: `≤ ${kilobytes(maxBytes)}`,
      kept: bytes <= maxBytes,
    },
    {
      what: `${what}: scripts until it is drawn (requests of any kind)`,
      measured: `${String(scripts)} (${String(requests)})`,
      budget: `≤ ${String(MAX_SCRIPTS)}`,
      kept: scripts <= MAX_SCRIPTS,
    },
  ]
}
