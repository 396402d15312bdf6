import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import { expect, watchForeignRequests } from '../src/holdall.ts'

declare global {
  interface Window {
    /** Set by the script of axe. */
    readonly axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  }
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Appearance {
  readonly theme: 'light' | 'dark'
  readonly width: 1440 | 360
}

/** A browser context for all screens in one theme and width, which collects the violations found on them. */
export async function inspector(browser: Browser, { theme, width }: Appearance) {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 900 },
    colorScheme: theme,
    // An element that is still fading in has less contrast.
    reducedMotion: 'reduce',
  })
  const foreignRequests = watchForeignRequests(context)
  const page = await context.newPage()
  const source = await readFile(axe, 'utf8')
  const found: string[] = []
  const seen: string[] = []
  /** Runs axe on what the page shows now. */
  const scan = async (screen: string) => {
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
    const { violations } = await page.evaluate(
      (options) => {
        // Focus guards of Base UI around a menu: they move the focus on at once.
        return window.axe.run({ include: ['html'], exclude: ['[data-base-ui-focus-guard]'] }, options)
      },
      { resultTypes: ['violations'] } satisfies RunOptions,
    )
    for (const { id, help, nodes } of violations)
      found.push(
        `${screen}: ${id} (${help}) ${nodes.map(({ html, failureSummary }) => `\n    ${html}\n    ${failureSummary ?? ''}`).join('')}`,
      )
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wider > 0) found.push(`${screen}: scrolls sideways by ${String(wider)} px`)
    seen.push(screen)
  }
  const end = async () => {
    expect(foreignRequests).toEqual([])
    await context.close()
  }
  return { page, scan, found, seen, end }
}
export type Inspector = Awaited<ReturnType<typeof inspector>>

export const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()
export const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))).toHaveCount(0)
}
