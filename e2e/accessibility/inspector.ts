import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Locator, Page, Route } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import { expect, watchForeignRequests } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

declare global {
  interface Window {
    /** Set by the script of axe. */
    readonly axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }
  }
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Of React Router, with what `useBackEntry` adds to it. */
interface HistoryState {
  readonly usr?: { readonly dismisses?: readonly string[] } | null
}

const HEIGHTS = { 1440: 900, 360: 740 } as const
export type Width = keyof typeof HEIGHTS

interface Run {
  readonly theme: 'light' | 'dark'
  readonly options: RunOptions
}
const light: Run = { theme: 'light', options: { resultTypes: ['violations'] } }
/** The rules whose results depend on the theme. */
const dark: Run = {
  theme: 'dark',
  options: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
}

interface Given {
  /** Each screen is looked at in all of them. */
  readonly widths: readonly [Width, ...Width[]]
  /** Default: all screens in both themes. */
  readonly onlyInLight?: (screen: string) => boolean
}

/** A browser context for all screens, which collects the violations found on them. */
export async function inspector(browser: Browser, { widths, onlyInLight = () => false }: Given) {
  const sizeOf = (width: Width) => ({ width, height: HEIGHTS[width] })
  const context = await browser.newContext({
    viewport: sizeOf(widths[0]),
    colorScheme: 'light',
    // An element that is still fading in has less contrast.
    reducedMotion: 'reduce',
  })
  const foreignRequests = watchForeignRequests(context)
  const page = await context.newPage()
  const source = await readFile(axe, 'utf8')
  const found: string[] = []
  const seen: string[] = []

  const scanAt = async (screen: string, runs: readonly Run[]) => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
    const violations = await page.evaluate(async (given) => {
      const root = document.documentElement
      const before = root.dataset['theme'] ?? 'light'
      const lines: string[] = []
      for (const { theme, options } of given) {
        root.dataset['theme'] = theme
        // Focus guards of Base UI around a menu: they move the focus on at once.
        const shown = { include: ['html'], exclude: ['[data-base-ui-focus-guard]'] }
        for (const { id, help, nodes } of (await window.axe.run(shown, options)).violations) {
          const where = nodes.map(({ html, failureSummary }) => `\n    ${html}\n    ${failureSummary ?? ''}`)
          lines.push(`${theme}: ${id} (${help}) ${where.join('')}`)
        }
      }
      root.dataset['theme'] = before
      const wider = root.scrollWidth - root.clientWidth
      if (wider > 0) lines.push(`scrolls sideways by ${String(wider)} px`)
      return lines
    }, runs)
    found.push(...violations.map((line) => `${screen}, ${line}`))
  }
  /** Runs axe on what the page shows now. */
  const scan = async (screen: string) => {
    const runs = onlyInLight(screen) ? [light] : [light, dark]
    await expect(page.locator('html')).toHaveAttribute('data-theme', /./)
    for (const width of widths) {
      if (widths.length > 1) await page.setViewportSize(sizeOf(width))
      await scanAt(widths.length > 1 ? `${screen} at ${String(width)} px` : screen, runs)
    }
    if (widths.length > 1) {
      await page.setViewportSize(sizeOf(widths[0]))
      // On a phone, what is open has an entry of the history. Until the page has gone back from it, a key or a link would
      // be undone by that.
      if (widths[0] === 1440)
        await page.waitForFunction(() => !(history.state as HistoryState | null)?.usr?.dismisses?.length)
    }
    seen.push(screen)
  }
  /** Goes to another address of the app that is open, as its links do: without loading all of its code again. */
  const visit = (address: string) =>
    page.evaluate((to) => {
      // What React Router writes for an entry of the history, and reads when it is gone to.
      const { idx = 0 } = (history.state ?? {}) as { readonly idx?: number }
      history.pushState({ usr: null, key: `visit-${String(idx + 1)}`, idx: idx + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
    }, address)
  /**
   * Scans a screen while the data of an address is loading, and after it failed to load; then loads the data. The failed
   * load of a folder opens an alert too.
   */
  const scanLoading = async (screen: string, path: string, data: RegExp, { isFolder = false } = {}) => {
    const fail = await held(page, data)
    await page.goto(path)
    await expect(loading(page)).toBeAttached()
    await scan(`${screen}, loading`)
    fail()
    if (isFolder) await closeAlert(page)
    const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' })
    await expect(retry.first()).toBeVisible()
    await scan(`${screen}, failed`)
    await page.unroute(data)
    // None is left where the page has fetched the data by itself in the meantime, as after a change of them.
    await retry.evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click()
    })
  }
  const end = async () => {
    expect(foreignRequests).toEqual([])
    await context.close()
  }
  return { page, visit, scan, scanLoading, found, seen, end }
}
export type Inspector = Awaited<ReturnType<typeof inspector>>

/** Runs with a server that is not set up. */
export async function beforeInstallation(run: (fresh: Holdall) => Promise<void>): Promise<void> {
  const fresh = await startHoldall({ installed: false })
  try {
    await run(fresh)
  } finally {
    await fresh.stop()
  }
}

/** Goes to a page that has another heading, and waits until it is shown. */
export async function visitAnother({ page, visit }: Inspector, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  await visit(path)
  await expect(heading).not.toHaveText(before)
  // Between the two there may be none.
  await expect(heading).toHaveText(/\S/)
}

/** Answers a request with an error. */
export const refuse = (
  route: Route,
  status = 500,
  code = 'internal',
  further: Readonly<Record<string, unknown>> = {},
) => route.fulfill({ status, json: { code, message: 'Refused.', error_id: 'E-1', ...further } })

/** Leaves the calls of a path without an answer until the returned function is called, then answers them: with an error. */
export async function held(
  page: Page,
  path: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => refuse(route),
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    await released
    await answer(route)
  })
  return release
}

/** Answers the calls of a path in place of the server meanwhile. */
export async function answered(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void>,
  run: () => Promise<void>,
): Promise<void> {
  await page.route(path, answer)
  await run()
  await page.unroute(path)
}
export const json = (body: unknown) => (route: Route) => route.fulfill({ json: body })
export const throttled = (route: Route) => refuse(route, 429, 'throttled', { retry_after: 600 })

/** What screen readers read while a page is loading. */
export const loading = (page: Page): Locator =>
  page
    .getByRole('status', { name: 'Loading' })
    .or(page.getByRole('status').filter({ hasText: 'Loading' }))
    .first()

export const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name })).toBeVisible()

/** Waits until a menu is open completely: the focus is in it. */
export async function menuIsOpen(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toBeVisible()
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null)
  await page.waitForFunction(() => document.getAnimations().length === 0)
}

export const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))).toHaveCount(0)
}

/** Closes the alert of a failure. */
export const closeAlert = async (page: Page) => {
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Serves a page as if the installation could send mails. */
export async function withEmail({ page }: Pick<Inspector, 'page'>, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"emailVerification":false', '"emailVerification":true')
    await route.fulfill({ response, body })
  })
}

const none = { names: [], total: 0 }
const nothingKept = { api_tokens: none, passkeys: none, linked_sign_ins: none, editing_links: none }

/** Answers that a link for a new password is valid, and what it leaves. */
export async function openRecovery(
  page: Page,
  attributes: { readonly second_factor?: 'stays'; readonly kept?: object | null } = {},
): Promise<void> {
  const id = '01890000-0000-7000-8000-000000000000'
  const data = { id, type: 'recovery-access', attributes: { second_factor: 'off', kept: nothingKept, ...attributes } }
  await page.route('**/api/password/reset/access', json({ data }))
}
/** With something of each kind. */
export const fullRecovery = {
  kept: {
    api_tokens: { names: ['Backup script'], total: 1 },
    passkeys: { names: ['Phone', 'Laptop'], total: 2 },
    linked_sign_ins: { names: ['GitHub'], total: 1 },
    editing_links: { names: ['Plans', 'Photos', 'Taxes', 'Music'], total: 30 },
  },
}
