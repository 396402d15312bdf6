import type { BrowserContext } from '@playwright/test'
import { admin, startHoldall } from '../src/server.ts'
import { withContext } from './browser.ts'
import { ms, type Row } from './row.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** JavaScript that travels, and requests for it, until the first sign-in page and the first file list can be used. */
export async function benchPage(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    const signIn = await withContext(holdall.url, (context) => open(context, '/sign-in', 'Welcome back'))
    const list = await withContext(holdall.url, async (context) => {
      await context.request.post('/login', { data: admin })
      return open(context, '/platform/files', 'Files')
    })
    return [
      row('first sign-in page', signIn, 200_000, 14),
      row('first file list, cold', list, 300_000, 14),
      { what: 'first file list, cold: time to its heading', measured: ms(list.time), budget: 'told', kept: true },
    ]
  } finally {
    await holdall.stop()
  }
}

interface Opened {
  readonly bytes: number
  readonly scripts: number
  readonly all: number
  readonly time: number
}

/** What was asked for before the heading of the screen stood there. */
async function open(context: BrowserContext, path: string, heading: string): Promise<Opened> {
  const page = await context.newPage()
  await page.addInitScript((words) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== words) return
      watch.disconnect()
      performance.mark('screen')
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  }, heading)
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('screen').length > 0)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const time = performance.getEntriesByName('screen')[0]?.startTime ?? Number.NaN
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = entries.filter(({ startTime }) => startTime < time)
    const scripts = before.filter(({ name }) => name.endsWith('.js'))
    return {
      time,
      all: before.length + 1,
      scripts: scripts.length,
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })
}

function row(what: string, { bytes, scripts, all }: Opened, maxBytes: number, maxScripts: number): Row {
  return {
    what: `${what}: JavaScript, brotli`,
    measured: `${kilobytes(bytes)} in ${String(scripts)} scripts (${String(all)} requests in all)`,
    budget: `≤ ${kilobytes(maxBytes)}, ≤ ${String(maxScripts)}`,
    kept: bytes <= maxBytes && scripts <= maxScripts,
  }
}
