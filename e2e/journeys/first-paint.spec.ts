import type { Page, Request } from '@playwright/test'
import { expect, putFile, signUp, test } from '../src/holdall.ts'
import { makePdf } from '../src/sample-files.ts'

declare global {
  interface Window {
    shifts: string[]
    shifted: number
  }
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Sums the layout shifts from here on, and slows the network so that resources arrive one after another. */
async function watchShifts(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 1_250_000,
    uploadThroughput: 1_250_000,
  })
  await page.addInitScript(() => {
    window.shifts = []
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        window.shifted += entry.value
        window.shifts.push(
          ...entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName ?? ''} ${node?.textContent ?? ''} ${JSON.stringify([previousRect, currentRect])}`,
          ),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Requests of a page that are not answered yet. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

async function expectNoShift(page: Page, open: ReadonlySet<Request>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const waitsForNothing = async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    return [open.size, await page.getByRole('status').filter({ hasText: 'Loading' }).count()]
  }
  await expect.poll(waitsForNothing).toEqual([0, 0])
  const { shifted, shifts } = await page.evaluate(() => ({ shifted: window.shifted, shifts: window.shifts }))
  expect(shifted, shifts.join('\n')).toBeLessThan(0.01)
}

for (const width of [1440, 768, 360]) {
  const title = `nothing moves while public pages, Files, the trash, links and the account load, ${String(width)} px wide`
  test(title, { tag: width === 1440 ? [] : '@full' }, async ({ page, holdall }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    const open = watchRequests(page)
    for (const path of ['/sign-in', '/verify-email/1']) {
      await page.goto(holdall.url + path)
      await expectNoShift(page, open)
    }

    await signUp(page, holdall.url)
    const folder = await page.request.post(`${holdall.url}/api/create-folder`, { data: { name: 'Lake' } })
    const { id } = ((await folder.json()) as { data: { id: string } }).data
    for (const name of ['a.jpg', 'b.jpg']) await putFile(page, holdall.url, name, Buffer.alloc(100), { parent_id: id })
    const file = await putFile(page, holdall.url, 'c.jpg', Buffer.alloc(100))
    const links: string[] = []
    for (const item of [id, file]) {
      const share = await page.request.post(`${holdall.url}/api/share`, { data: { id: item, permission: 'visitor' } })
      const { token } = ((await share.json()) as { data: { attributes: { token: string } } }).data.attributes
      links.push(`/share/${token}`)
    }
    const pdf = await putFile(page, holdall.url, 'd.pdf', makePdf())
    const lists = ['/platform/files', `/platform/files?preview=${pdf}`, '/platform/trash']
    const account = ['/user/profile', '/user/settings/password', '/user/settings/storage']
    for (const path of [...lists, ...links, ...account]) {
      await page.goto(holdall.url + path)
      await expectNoShift(page, open)
    }
  })
}

test('before any script is loaded the page has a skeleton, and the notice until it is dismissed', async ({
  page,
  holdall,
}) => {
  await page.route('**/*.js', (route) => (route.request().url().includes('early') ? route.continue() : undefined))
  await page.goto(`${holdall.url}/sign-in`, { waitUntil: 'commit' })
  await expect(page.locator('.sk-auth')).toBeVisible()
  await expect(page.locator('.sk-app')).toBeHidden()
  await expect(page.locator('.sk-notice')).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('holdall.preferences', JSON.stringify({ cookieNoticeDismissed: true }))
  })
  await page.goto(`${holdall.url}/sign-in`, { waitUntil: 'commit' })
  await expect(page.locator('.sk-auth')).toBeVisible()
  await expect(page.locator('.sk-notice')).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test(
  'what is painted first has the largest text: nothing larger is painted later',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    const open = watchRequests(page)
    await page.goto(`${holdall.url}/sign-in`)
    await expect(page.getByRole('complementary', { name: 'Cookies' })).toBeVisible()
    await expect.poll(() => open.size).toBe(0)
    // A browser reports each paint of a text that is larger than all before.
    const candidates = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              resolve(list.getEntries().length)
            }).observe({ type: 'largest-contentful-paint', buffered: true })
          }),
      )
    expect(await candidates()).toBe(1)
  },
)

test('the cookie notice covers nothing, also at 200 percent zoom', { tag: '@full' }, async ({ page, holdall }) => {
  // 200 percent zoom of a 1440 px window.
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`${holdall.url}/sign-in`)
  const notice = page.getByRole('complementary', { name: 'Cookies' })
  await expect(notice).toBeVisible()
  for (const name of ['Continue', /^Language/]) {
    const button = page.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight)
    })
    await button.click({ trial: true })
  }
})
