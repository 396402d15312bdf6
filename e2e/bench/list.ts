import type { Page } from '@playwright/test'
import { admin, startHoldall } from '../src/server.ts'
import { withContext } from './browser.ts'
import { median, ms, quantile, type Row } from './row.ts'
import { seedFolder } from './seed.ts'

const ENTRIES = 100_000
const FRAME_MS = 1000 / 60
const SELECT_BUDGET_MS = 100

/** A folder of 100,000 entries: frames while it scrolls, and the time from Ctrl A to the painted selection. */
export async function benchList(): Promise<Row[]> {
  const holdall = await startHoldall()
  try {
    await holdall.kill()
    const folderId = seedFolder(holdall.dataDir, admin.email, ENTRIES)
    await holdall.restart()
    return await withContext(holdall.url, async (context) => {
      await context.request.post('/login', { data: admin })
      const page = await context.newPage()
      await page.goto(`/platform/files/${folderId}`)
      await page.getByRole('row').nth(5).waitFor()
      const frames = await scroll(page)
      const select = await selectAll(page)
      return [
        {
          what: 'scrolling 100,000 entries: frame, median / p95',
          measured: `${ms(median(frames))} / ${ms(quantile(frames, 0.95))}`,
          budget: `median ≤ ${ms(FRAME_MS)}`,
          kept: median(frames) <= FRAME_MS + 0.5,
        },
        {
          what: 'select all of 100,000, to the painted frame',
          measured: ms(select),
          budget: `< ${ms(SELECT_BUDGET_MS)}`,
          kept: select < SELECT_BUDGET_MS,
        },
      ]
    })
  } finally {
    await holdall.stop()
  }
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

async function selectAll(page: Page): Promise<number> {
  await page.getByRole('row').nth(3).click()
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      () => {
        const from = performance.now()
        requestAnimationFrame(() => {
          setTimeout(() => {
            document.body.dataset['selectMs'] = String(performance.now() - from)
          })
        })
      },
      { capture: true, once: true },
    )
  })
  await page.keyboard.press('Control+a')
  await page.getByText(/100,000 selected/).waitFor()
  return Number(await page.evaluate(() => document.body.dataset['selectMs']))
}
