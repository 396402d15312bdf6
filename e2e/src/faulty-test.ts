import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Faulty, faultySections, PLACE } from './faulty.ts'
import { row } from './files-page.ts'
import { expect, putFile, signIn, test as base } from './holdall.ts'
import { type Built, expectNoReload, markPage } from './sections.ts'
import { admin, type Holdall } from './server.ts'

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]
interface PageFixtures {
  readonly withoutInstalled: undefined
}
interface FaultyFixtures {
  readonly faulty: Faulty
  /** Of the administrator, who has the file Anchor.txt. */
  readonly adminCookies: Cookies
}

/** `test` with the builds of all faulty sections, an administrator who is signed in, and nothing installed. */
export const test = base.extend<PageFixtures, FaultyFixtures>({
  baseURL: ({ holdall }, provide) => provide(holdall.url),
  // In the folder of the server's data, and removed with it.
  faulty: [
    async ({ holdall }, provide) => provide(await faultySections(path.join(holdall.dataDir, 'faulty'))),
    { scope: 'worker', timeout: 120_000 },
  ],
  adminCookies: [
    async ({ browser, holdall }, provide) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await signIn(page, holdall.url, admin)
      await putFile(page, holdall.url, 'Anchor.txt', Buffer.from('still here'))
      const cookies = await context.cookies()
      await context.close()
      await provide(cookies)
    },
    { scope: 'worker' },
  ],
  withoutInstalled: [
    async ({ holdall }, provide) => {
      // Beside them the server may be copying builds that it serves.
      for (const installed of ['sections', 'sections.json']) {
        await rm(path.join(holdall.dataDir, 'ui', installed), { recursive: true, force: true })
      }
      await provide(undefined)
    },
    { auto: true },
  ],
  context: async ({ context, adminCookies }, provide) => {
    await context.addCookies(adminCookies)
    await provide(context)
  },
})
export { expect }

/**
 * The worker's server and faulty sections, for helpers of a test file, which have no access to fixtures. Called at the
 * top of the file; set from the first test on.
 */
export function workerFixtures(): { readonly holdall: Holdall; readonly faulty: Faulty } {
  let fixtures: { readonly holdall: Holdall; readonly faulty: Faulty }
  test.beforeAll(({ holdall, faulty }) => {
    fixtures = { holdall, faulty }
  })
  return {
    get holdall() {
      return fixtures.holdall
    },
    faulty: (variant) => fixtures.faulty(variant),
  }
}

export const EVERYTHING_ELSE = 'Everything else keeps working, and uploads continue.'
export const entryOf = ({ id, version, manifest }: Built) => `/ui/sections/${id}/${version}/${manifest.entry}`

export const failure = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 1 }) })
export const works = (page: Page) => page.getByRole('heading', { level: 1, name: 'It works' })
export const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Opens the page of the section and marks it, so that a reload can be detected. */
export async function open(page: Page, address = PLACE): Promise<void> {
  // An entry that hangs delays the page's load event.
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await markPage(page)
}

/** From the failed section to the others and back, in the same page. */
export async function expectTheOthersWork(page: Page): Promise<void> {
  const failed = new URL(page.url()).pathname
  await rail(page).getByRole('link', { name: 'Files' }).click()
  await expect(row(page, 'Anchor.txt')).toBeVisible()
  if (!failed.startsWith('/admin')) {
    await rail(page).getByRole('link', { name: 'Admin' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await back(page)
    await expect(row(page, 'Anchor.txt')).toBeVisible()
  }
  await back(page)
  await expectNoReload(page)
}

/** Playwright's `goBack` waits for the load event, which an entry that hangs delays. */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.back()
  })
}

/** Holds requests back until the returned function is called, which answers them all. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

export async function retry(page: Page): Promise<void> {
  await failure(page).getByRole('button', { name: 'Retry' }).click()
}

/** The fault is fixed: Retry loads the section without a reload of the page. */
export async function expectRetryWorks(page: Page): Promise<void> {
  await retry(page)
  await expect(works(page)).toBeVisible()
  await expectNoReload(page)
}

export interface Expected {
  readonly title?: string
  readonly sentence: string
  readonly detail: string | RegExp
  /** Part of the address that the screen names; null where there is none. */
  readonly address: string | null
}

export async function expectFailure(
  page: Page,
  { title = 'Couldn’t load faulty', sentence, detail, address }: Expected,
  timeout = 10_000,
): Promise<void> {
  const screen = failure(page)
  await expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout })
  await expect(screen).toContainText(sentence)
  await expect(screen).toContainText(detail)
  if (address) await expect(screen).toContainText(new URL(page.url()).origin + address)
  await expect(page).toHaveTitle(`${title} – Holdall`)
}
