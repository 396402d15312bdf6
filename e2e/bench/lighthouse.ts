import { type APIRequestContext, chromium, request } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findInstalledChromium } from '../src/chromium.ts'
import { launchOptions } from '../src/launch-options.ts'
import { admin, freePort, startHoldall } from '../src/server.ts'
import { makeFolder, putFile, share } from './account.ts'
import { median, type Row } from './row.ts'

const RUNS = 5
const MIN_SCORE = 95
const MAX_CLS = 0.01

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** Lighthouse, mobile, on the pages that visitors without an account open first. */
export async function benchLighthouse(): Promise<Row[]> {
  const holdall = await startHoldall({ env: { HOLDALL_HOMEPAGE: 'true' } })
  try {
    const api = await request.newContext({ baseURL: holdall.url })
    const token = await sharedFolder(api)
    await api.dispose()
    return [
      ...(await audit('homepage', `${holdall.url}/`, CATEGORIES)),
      ...(await audit('sign-in', `${holdall.url}/sign-in`, CATEGORIES)),
      // Not to be found by search engines is its purpose.
      ...(await audit(
        'a shared folder',
        `${holdall.url}/share/${token}`,
        CATEGORIES.filter((category) => category !== 'seo'),
      )),
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

interface Run {
  readonly scores: Readonly<Record<Category, number>>
  readonly cls: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  /** Lighthouse's own measure of how fast this machine was at that moment. */
  readonly machine: number
}

async function audit(page: string, url: string, categories: readonly Category[]): Promise<Row[]> {
  const runs: Run[] = []
  for (let tried = 0; runs.length < RUNS; tried += 1) {
    if (tried >= 2 * RUNS) throw new Error(`Lighthouse measured nothing of ${url}.`)
    const run = await auditOnce(url)
    if (run) runs.push(run)
  }
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const scores = categories.map((category) => of((run) => run.scores[category]))
  const cls = of((run) => run.cls)
  return [
    {
      what: `Lighthouse, mobile, median of ${String(RUNS)}, ${page}: ${categories.join(', ')}`,
      measured: `${scores.join(', ')}; first paint ${seconds(of((run) => run.firstPaintMs))}, largest ${seconds(of((run) => run.largestPaintMs))}, blocked ${String(Math.round(of((run) => run.blockedMs)))} ms; index of the machine ${String(Math.round(of((run) => run.machine)))}`,
      budget: `≥ ${String(MIN_SCORE)} each`,
      kept: scores.every((score) => score >= MIN_SCORE),
    },
    {
      what: `Lighthouse, mobile, ${page}: layout shift`,
      measured: cls.toFixed(3),
      budget: `< ${String(MAX_CLS)}`,
      kept: cls < MAX_CLS,
    },
  ]
}

/** Null where Lighthouse reports that its recording failed. */
async function auditOnce(url: string): Promise<Run | null> {
  const port = await freePort()
  const launch = launchOptions(findInstalledChromium())
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${String(port)}`],
  })
  try {
    const { lhr } = (await lighthouse(url, { port, output: 'json', logLevel: 'error' })) ?? {}
    if (!lhr) throw new Error(`Lighthouse answered nothing for ${url}.`)
    if (lhr.runtimeError) return null
    const score = (name: Category) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      cls: value('cumulative-layout-shift'),
      firstPaintMs: value('first-contentful-paint'),
      largestPaintMs: value('largest-contentful-paint'),
      blockedMs: value('total-blocking-time'),
      machine: lhr.environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}
