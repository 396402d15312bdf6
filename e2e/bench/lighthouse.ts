import { type APIRequestContext, chromium, request } from '@playwright/test'
import lighthouse from 'lighthouse'
import config from '../playwright.config.ts'
import { admin, freePort, startHoldall } from '../src/server.ts'
import { makeFolder, putFile, share } from './account.ts'
import { median, type Row } from './row.ts'

const RUNS = 5
const MIN_PERFORMANCE = 95
const MAX_CLS = 0.01

/** Lighthouse, mobile, on the two pages that somebody without an account opens first. */
export async function benchLighthouse(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    const api = await request.newContext({ baseURL: holdall.url })
    const token = await sharedFolder(api)
    await api.dispose()
    return [
      ...(await audit('sign-in', `${holdall.url}/sign-in`)),
      ...(await audit('a shared folder', `${holdall.url}/share/${token}`)),
    ]
  } finally {
    await holdall.stop()
  }
}

/** The token of a public link to a folder of pictures. */
async function sharedFolder(api: APIRequestContext): Promise<string> {
  await api.post('/login', { data: admin })
  const folder = await makeFolder(api, 'Summer by the lake')
  for (let n = 1; n <= 12; n += 1) await putFile(api, `photo ${String(n)}.jpg`, Buffer.alloc(40_000, n), folder)
  return share(api, folder, 'folder')
}

async function audit(page: string, url: string): Promise<Row[]> {
  const runs: { performance: number; cls: number; paint: number; accessibility: number; seo: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const port = await freePort()
    const launch = config.use?.launchOptions ?? {}
    const browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), `--remote-debugging-port=${String(port)}`],
    })
    try {
      const { lhr } = (await lighthouse(url, { port, output: 'json', logLevel: 'error' })) ?? {}
      if (!lhr) throw new Error(`Lighthouse answered nothing for ${url}.`)
      const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
      const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
      runs.push({
        performance: score('performance'),
        accessibility: score('accessibility'),
        seo: score('seo'),
        cls: value('cumulative-layout-shift'),
        paint: value('first-contentful-paint'),
      })
    } finally {
      await browser.close()
    }
  }
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
  const performance = of((run) => run.performance)
  const cls = of((run) => run.cls)
  return [
    {
      what: `Lighthouse, mobile, ${page}: performance (accessibility, SEO)`,
      measured: `${String(performance)} (${String(of((run) => run.accessibility))}, ${String(of((run) => run.seo))}), first paint ${(of((run) => run.paint) / 1000).toFixed(1)} s`,
      budget: `≥ ${String(MIN_PERFORMANCE)}`,
      kept: performance >= MIN_PERFORMANCE,
    },
    {
      what: `Lighthouse, mobile, ${page}: layout shift`,
      measured: cls.toFixed(3),
      budget: `< ${String(MAX_CLS)}`,
      kept: cls < MAX_CLS,
    },
  ]
}
