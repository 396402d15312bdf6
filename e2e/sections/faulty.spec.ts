import type { Page } from '@playwright/test'
import { PLACE } from '../src/faulty.ts'
import {
  entryOf,
  EVERYTHING_ELSE,
  expect,
  expectFailure,
  expectRetryWorks,
  expectTheOthersWork,
  failure,
  holdRequests,
  open,
  retry,
  test,
  works,
  type Expected,
  workerFixtures,
} from '../src/faulty-test.ts'
import { expectNoReload, installAndUse, ui } from '../src/sections.ts'

const worker = workerFixtures()
const { faulty } = worker

/** For a start that never ends: each call of the returned function lets its 8 s pass on the page's clock. */
async function startOnTheClock(page: Page): Promise<() => Promise<void>> {
  await page.clock.install()
  return async () => {
    await expect.poll(() => page.evaluate(() => 'faultyStartHangs' in window), { intervals: [50] }).toBe(true)
    await page.clock.fastForward(4000)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    await expect(failure(page)).toBeHidden()
    await page.clock.fastForward(4500)
  }
}

test.describe('a fault in the code', () => {
  const inCode: Readonly<Record<string, Omit<Expected, 'address'>>> = {
    'throws-on-import': {
      sentence: `Its code failed while loading. ${EVERYTHING_ELSE}`,
      detail: 'Error: This section throws while it is loaded.',
    },
    'throws-in-start': {
      sentence: `It was loaded but couldn’t start. ${EVERYTHING_ELSE}`,
      detail: 'Its start failed: Error: This section throws in its start.',
    },
    'start-hangs': {
      sentence: `It was loaded but couldn’t start. ${EVERYTHING_ELSE}`,
      detail: 'Its start did not end in 8 s',
    },
    'wrong-kind': {
      sentence: `The server sent something other than this section. ${EVERYTHING_ELSE}`,
      detail: 'Its default export is no section',
    },
    'wrong-id': {
      sentence: `The server sent something other than this section. ${EVERYTHING_ELSE}`,
      detail: 'It says that it is somebody-else, and faulty was announced',
    },
    'wrong-version': {
      sentence: `The server sent something other than this section. ${EVERYTHING_ELSE}`,
      detail: 'It says that it is version 0.0.1, and 2.0.8 was announced',
    },
  }
  for (const [variant, expected] of Object.entries(inCode)) {
    test(`${variant}: shown, contained, fixed by another version and Retry, which is then the last good one`, async ({
      page,
    }) => {
      const startTimesOut = variant === 'start-hangs' ? await startOnTheClock(page) : () => Promise.resolve()
      await installAndUse(worker.holdall, faulty(variant))
      await open(page)
      await startTimesOut()
      await expectFailure(page, { ...expected, address: entryOf(faulty(variant)) })
      await expectTheOthersWork(page)
      await expectFailure(page, { ...expected, address: entryOf(faulty(variant)) })

      await installAndUse(worker.holdall, faulty('ok'))
      await retry(page)
      await expect(works(page)).toBeVisible()
      await page.getByRole('link', { name: 'The other page' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
      await expectNoReload(page)

      await ui(worker.holdall, 'use', 'faulty', faulty(variant).version)
      await open(page)
      await startTimesOut()
      await expect(works(page)).toBeVisible()
      await expect(
        page.getByText('Section faulty couldn’t start in its newest version. Version 1.0.0 is used instead.'),
      ).toBeVisible()
    })
  }

  test('hangs while it is loaded: three attempts, then shown, and fixed by another version and Retry', async ({
    page,
  }) => {
    await page.clock.install()
    await installAndUse(worker.holdall, faulty('hangs'))
    await open(page)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    await expect(async () => {
      await page.clock.fastForward(9000)
      await expectFailure(
        page,
        {
          sentence: `The server took too long to answer. ${EVERYTHING_ELSE}`,
          detail: /did not come \(time-out after 8 s\), 3 attempts/,
          address: entryOf(faulty('hangs')),
        },
        200,
      )
    }).toPass()
    await expectTheOthersWork(page)
    await installAndUse(worker.holdall, faulty('ok'))
    await expectRetryWorks(page)
  })

  test('throws while rendering: its other pages work, and so does everything else', async ({ page }) => {
    await installAndUse(worker.holdall, faulty('throws-on-render'))
    await open(page)
    const expected = {
      title: 'Faulty stopped working',
      sentence: `Something went wrong on this page. ${EVERYTHING_ELSE}`,
      detail: 'Error: This page throws while it is drawn.',
      address: null,
    }
    await expectFailure(page, expected)
    await expectTheOthersWork(page)
    await expectFailure(page, expected)
    await retry(page)
    await expectFailure(page, expected)
    await installAndUse(worker.holdall, faulty('ok'))
    await expectRetryWorks(page)
  })
})

test.describe('a fault in the network', () => {
  const ok = () => faulty('ok')
  const entry = () => `**${entryOf(ok())}*`

  test.beforeEach(() => installAndUse(worker.holdall, faulty('ok')))

  test('the entry is missing', async ({ page }) => {
    await page.route(entry(), (route) => route.fulfill({ status: 404, body: '{}', contentType: 'application/json' }))
    await open(page)
    await expectFailure(page, {
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: `${ok().manifest.entry} could not be fetched: the server answered 404, 3 attempts`,
      address: entryOf(ok()),
    })
    await expectTheOthersWork(page)
    await page.unroute(entry())
    await expectRetryWorks(page)
  })

  test('the connection breaks', async ({ page }) => {
    await page.route(entry(), (route) => route.abort('connectionreset'))
    await open(page)
    await expectFailure(page, {
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: `${ok().manifest.entry} could not be fetched, 3 attempts`,
      address: entryOf(ok()),
    })
    await expectTheOthersWork(page)
    await page.unroute(entry())
    await expectRetryWorks(page)
  })

  test('the entry is never answered: 8 s, twice more, then shown', async ({ page }) => {
    await page.clock.install()
    const release = await holdRequests(page, entry())
    await open(page)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    const now = () => page.evaluate(() => Date.now())
    const openedAtMs = await now()
    const screen = {
      sentence: `The server took too long to answer. ${EVERYTHING_ELSE}`,
      detail: `${ok().manifest.entry} did not come (time-out after 8 s), 3 attempts`,
      address: entryOf(ok()),
    }
    await expect(async () => {
      await page.clock.fastForward(3000)
      await expectFailure(page, screen, 200)
    }).toPass({ intervals: [100] })
    expect((await now()) - openedAtMs, 'three times 8 s, of which the first began before').toBeGreaterThan(20_000)
    await expectTheOthersWork(page)
    release()
    await expectRetryWorks(page)
  })

  test('a connection that breaks once is retried automatically', async ({ page }) => {
    const requests: string[] = []
    await page.route(entry(), async (route) => {
      requests.push(route.request().url())
      // The preload and the first script.
      await (requests.length <= 2 ? route.abort('connectionreset') : route.continue())
    })
    await open(page)
    await expect(works(page)).toBeVisible()
    expect(requests.at(-1)).toContain('?retry=1')
    await expectNoReload(page)
  })

  test('the entry is not the one that was announced', async ({ page }) => {
    await page.route(entry(), async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${await answer.text()}\n;globalThis.stranger = true` })
    })
    await open(page)
    await expectFailure(page, {
      sentence: `The downloaded file differs from the installed one, so it wasn’t run. ${EVERYTHING_ELSE}`,
      detail: `${ok().manifest.entry} is not the file that section.json announces`,
      address: entryOf(ok()),
    })
    expect(await page.evaluate(() => 'stranger' in window), 'nothing of it ran').toBe(false)
    await expectTheOthersWork(page)
    await page.unroute(entry())
    await expectRetryWorks(page)
  })

  test('a chunk of a page is never answered: timed out after 120 s', async ({ page }) => {
    const [chunk = ''] = ok().manifest.routePreload[`${PLACE}/other`] ?? []
    const address = `/ui/sections/faulty/1.0.0/${chunk}`
    // Neither answered nor aborted.
    await page.route(`**${address}*`, () => undefined)
    await page.clock.install()
    await open(page)
    const request = page.waitForRequest(`**${address}*`)
    await page.getByRole('link', { name: 'The other page' }).click()
    await request
    await page.clock.fastForward(119_000)
    await expect(page.getByRole('alert')).toBeHidden()
    await page.clock.fastForward(2000)
    await expectFailure(page, {
      sentence: `The server took too long to answer. ${EVERYTHING_ELSE}`,
      detail: /Loading chunk \w+ failed \(time-out\)/,
      address,
    })
    await page.unroute(`**${address}*`)
    await retry(page)
    await expect(page.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
    await expectNoReload(page)
  })

  test('a chunk of a page is missing', async ({ page }) => {
    const [chunk = ''] = ok().manifest.routePreload[`${PLACE}/other`] ?? []
    const address = `/ui/sections/faulty/1.0.0/${chunk}`
    await page.route(`**${address}*`, (route) => route.fulfill({ status: 404, body: '' }))
    await open(page)
    await page.getByRole('link', { name: 'The other page' }).click()
    await expectFailure(page, {
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: /Loading chunk \w+ failed \(error\)/,
      address,
    })
    await expectTheOthersWork(page)
    await page.unroute(`**${address}*`)
    await retry(page)
    await expect(page.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
    await expectNoReload(page)
  })
})
