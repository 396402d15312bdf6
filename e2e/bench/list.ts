import type { Page } from '@playwright/test'
import { admin, startHoldall } from '../src/server.ts'
import { withContext } from './browser.ts'
import { median, ms, quantile, type Row } from './row.ts'
import { seedFolder } from './seed.ts'

const ENTRIES = 100_000
const FRAME_MS = 1000 / 60
const SELECT_BUDGET_MS = 100
/** Three frames. */
const ARROW_BUDGET_MS = 50
const ARROW_PRESSES = 60

/**
 * A folder of 100,000 entries as a list and as a grid: frames while it scrolls, and the time from arrow keys and Ctrl A
 * to the painted selection.
 */
export async function benchList(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    await holdall.kill()
    const folderId = seedFolder(holdall.dataDir, admin.email, ENTRIES)
    await holdall.restart()
    return await withContext(holdall.url, async (context) => {
      await context.request.post('/login', { data: admin })
      const page = await context.newPage()
      const rows: Row[] = []
      for (const [view, keys] of views) {
        // A selection replaces the buttons of the views; a page that was just loaded has none, and is not scrolled.
        await page.goto(`/platform/files/${folderId}`)
        await page.getByTitle(view, { exact: true }).click()
        await page.reload()
        rows.push(...(await benchView(page, view.toLowerCase(), keys)))
      }
      return rows
    })
  } finally {
    await holdall.stop()
  }
}

/** Both views, by the titles of their buttons, and the keys that move in them. */
const views = [
  ['List', ['ArrowDown']],
  ['Grid', ['ArrowDown', 'ArrowRight']],
] as const

async function benchView(page: Page, view: string, keys: readonly string[]): Promise<Row[]> {
  const entries = page.locator('[data-index]')
  await entries.nth(5).waitFor()
  const frames = await scroll(page)
  await entries.nth(3).click()
  const arrows: number[] = []
  for (let n = 0; n < ARROW_PRESSES; n += 1) arrows.push(await timeToPaint(page, keys[n % keys.length] ?? ''))
  const select = await timeToPaint(page, 'Control+a')
  await page.getByText(/100,000 selected/).waitFor()
  const where = `100,000 entries as a ${view}`
  return [
    {
      what: `${where}: frame while scrolling, median / p95`,
      measured: `${ms(median(frames))} / ${ms(quantile(frames, 0.95))}`,
      budget: `median ≤ ${ms(FRAME_MS)}`,
      kept: median(frames) <= FRAME_MS + 0.5,
    },
    {
      what: `${where}: arrow keys, to the painted frame, median / p95`,
      measured: `${ms(median(arrows))} / ${ms(quantile(arrows, 0.95))}`,
      budget: `p95 ≤ ${ms(ARROW_BUDGET_MS)}`,
      kept: quantile(arrows, 0.95) <= ARROW_BUDGET_MS,
    },
    {
      what: `${where}: select all, to the painted frame`,
      measured: ms(select),
      budget: `< ${ms(SELECT_BUDGET_MS)}`,
      kept: select < SELECT_BUDGET_MS,
    },
  ]
}

/** Scrolls 48 px a frame for three seconds. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const list = [...document.querySelectorAll('*')].find(
      (each) => each.scrollHeight > each.clientHeight * 10 && getComputedStyle(each).overflowY !== 'visible',
    )
    if (!list) throw new Error('Nothing scrolls.')
    const frame = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(resolve)
      })
    const frames: number[] = []
    let before = await frame()
    for (const until = before + 3000; before < until;) {
      list.scrollTop += 48
      const now = await frame()
      frames.push(now - before)
      before = now
    }
    return frames
  })
}

/** Milliseconds from the event of the key, not of a modifier, until the frame after it is painted. */
async function timeToPaint(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    delete document.body.dataset['paintMs']
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control') return
      removeEventListener('keydown', onKeyDown, { capture: true })
      const from = performance.now()
      requestAnimationFrame(() => {
        setTimeout(() => {
          document.body.dataset['paintMs'] = String(performance.now() - from)
        })
      })
    }
    addEventListener('keydown', onKeyDown, { capture: true })
  })
  await page.keyboard.press(key)
  const painted = await page.waitForFunction(() => document.body.dataset['paintMs'])
  return Number(await painted.jsonValue())
}
