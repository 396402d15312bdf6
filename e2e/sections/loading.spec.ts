import type { Page } from '@playwright/test'
import { row } from '../src/files-page.ts'
import { expect, putFile, signIn, test } from '../src/holdall.ts'
import { admin, type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
test.beforeAll(async () => {
  holdall = await startHoldall()
})
test.afterAll(() => holdall.stop())

/** Also the budget of `npm run bench page`. */
const MAX_SCRIPTS = 14

interface Fetched {
  readonly path: string
  readonly start: number
  /** Bytes over the network; 0 from the browser's cache. */
  readonly bytes: number
}

/** What the page has fetched so far, when the shell first rendered anything, and when the rows were rendered. */
const timing = (
  page: Page,
): Promise<{ readonly files: readonly Fetched[]; readonly shown: number; readonly listed: number }> =>
  page.evaluate(() => ({
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      start: entry.startTime,
      bytes: entry.transferSize,
    })),
    shown: performance.getEntriesByName('drawn')[0]?.startTime ?? 0,
    listed: performance.getEntriesByName('listed')[0]?.startTime ?? 0,
  }))

/** Resolves when the page has nothing to do. */
const isIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** Opens the list of one file, and returns all requests until it is shown. */
async function openList(page: Page): Promise<readonly string[]> {
  const asked: string[] = []
  await page.addInitScript(() => {
    // What the page does when it is idle, or after a second or more, waits for the list, however slow the machine is.
    const [whenIdle, later] = [window.requestIdleCallback.bind(window), window.setTimeout.bind(window)]
    const listed = new Promise<void>((resolve) => {
      document.addEventListener('listed', () => resolve())
    })
    Object.assign(window, {
      requestIdleCallback: (run: IdleRequestCallback) => void listed.then(() => whenIdle(run)),
      setTimeout: (run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) =>
        later(delayMs < 1000 ? run : () => void listed.then(() => run(...values)), delayMs, ...values),
    })
    const marks = { drawn: '#root > :not([class^="sk"])', listed: '[data-index]' }
    new MutationObserver(() => {
      for (const [name, selector] of Object.entries(marks))
        if (document.querySelector(selector) && performance.getEntriesByName(name).length === 0) {
          performance.mark(name)
          document.dispatchEvent(new Event(name))
        }
    }).observe(document, { childList: true, subtree: true })
  })
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${holdall.url}/platform/files`)
  await expect(row(page, 'Anchor.txt')).toBeVisible()
  return [...asked]
}

test.beforeEach(async ({ page }) => {
  await signIn(page, holdall.url, admin)
})
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, holdall.url, admin)
  await putFile(page, holdall.url, 'Anchor.txt', Buffer.from('still here'))
  await page.close()
})

test('the first list needs few scripts, and requests nothing twice or from other hosts', async ({
  page,
  foreignRequests,
}) => {
  const asked = await openList(page)
  const { files, listed } = await timing(page)
  // Later scripts are prefetched while the page is idle.
  const scripts = files.filter(({ path, start }) => path.endsWith('.js') && start < listed).map(({ path }) => path)
  expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(MAX_SCRIPTS)
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  expect(files.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index)).toEqual([])
  expect(foreignRequests).toEqual([])
})

test('the section and its page are requested before the shell has rendered anything', async ({ page }) => {
  await openList(page)
  const { files, shown, listed } = await timing(page)
  const ofSection = files.filter(({ path }) => path.startsWith('/ui/sections/platform/'))
  const html = await (await page.request.get(`${holdall.url}/platform/files`)).text()
  const preloaded = [...html.matchAll(/<link rel="preload" as="script"[^>]* href="(\/ui\/sections\/[^"]+)"/g)].map(
    ([, href]) => href,
  )
  expect(preloaded.length).toBeGreaterThanOrEqual(2)
  expect(preloaded.filter((href) => href?.includes('/remoteEntry.'))).toHaveLength(1)
  for (const href of preloaded) {
    const file = ofSection.find(({ path }) => path === href)
    expect(file?.start, `${String(href)} starts early`).toBeLessThan(shown)
  }
  const late = ofSection.filter(({ path, start }) => start >= shown && start < listed && !preloaded.includes(path))
  expect(late, 'nothing of the page waits for the shell').toEqual([])
})

test('a screen loads its own code only: sign-in loads nothing of other sections', async ({ page }) => {
  await page.context().clearCookies()
  const ofSections: string[] = []
  page.on('request', (request) => {
    const [, section] = /^\/ui\/sections\/([^/]+)\//.exec(new URL(request.url()).pathname) ?? []
    if (section !== undefined) ofSections.push(section)
  })
  await page.goto(`${holdall.url}/sign-in`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await isIdle(page)
  expect([...new Set(ofSections)]).toEqual(['public'])
  const before = ofSections.length
  await page.goto(`${holdall.url}/sign-up`)
  await expect(page.getByLabel('Name')).toBeVisible()
  expect(ofSections.length).toBeGreaterThan(before)
})

test('immutable files are cached for a year, and the page is requested each time', async ({ page }) => {
  await openList(page)
  const { files } = await timing(page)
  const own = files.map(({ path }) => path).filter((path) => path.startsWith('/ui/') && path !== '/ui/sections.json')
  expect(own.length).toBeGreaterThan(3)
  const keeps = await Promise.all(
    own.map(async (path) => (await page.request.get(holdall.url + path)).headers()['cache-control']),
  )
  expect(new Set(keeps)).toEqual(new Set(['public, max-age=31536000, immutable']))
  const asked = async (path: string) => (await page.request.get(holdall.url + path)).headers()
  // A page with the user's data must not be stored on disk.
  expect((await asked('/platform/files'))['cache-control']).toBe('private, no-cache, no-store')
  const sections = await asked('/ui/sections.json')
  expect(sections['cache-control']).toBe('no-cache')
  expect(sections['etag']).toMatch(/^W\/"/)
  const anonymous = await fetch(`${holdall.url}/sign-in`)
  expect(anonymous.headers.get('cache-control')).toBe('private, no-cache')
  expect(anonymous.headers.get('etag')).toMatch(/^W\/"/)
})

test('the second visit fetches the page and the data, and no code again', async ({ page }) => {
  await openList(page)
  const first = new Set((await timing(page)).files.map(({ path }) => path))
  expect([...first].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(3)
  await page.goto('about:blank')
  await openList(page)
  const { files } = await timing(page)
  const fetched = files.filter(({ bytes }) => bytes > 0).map(({ path }) => path)
  expect(fetched.length).toBeGreaterThan(0)
  // Menus and popups are prefetched while the page is idle, which may be at the second visit.
  const again = fetched.filter((path) => first.has(path))
  expect(again.filter((path) => !/^\/(api|translations)\//.test(path))).toEqual([])
})

test('a page that was served without its messages shows a spinner until they are loaded', async ({ page }) => {
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`${holdall.url}/platform/files`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const without = html.replace(/(<script[^>]*id="holdall-boot"[^>]*>)([^<]*)/, (_all, tag: string, json: string) => {
      const { translations: _, ...boot } = JSON.parse(json) as { translations?: unknown }
      return `${tag}${JSON.stringify(boot).replaceAll('<', '\\u003c')}`
    })
    await route.fulfill({ response, body: without })
  })
  await page.route('**/translations/*', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/translations/*')
  await page.goto(`${holdall.url}/platform/files`)
  await asked
  // There is no text yet: the spinner is all that is shown.
  const turning = () =>
    page.evaluate(() =>
      document.getAnimations().map(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY),
    )
  await expect.poll(turning).toEqual([true])
  await expect(page.locator('#root > [class^=sk]')).toHaveCount(0)
  await expect(page.locator('#root')).toHaveText('')
  answer()
  await expect(row(page, 'Anchor.txt')).toBeVisible()
})
