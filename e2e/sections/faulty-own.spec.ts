import path from 'node:path'
import type { Page } from '@playwright/test'
import { PLACE } from '../src/faulty.ts'
import {
  entryOf,
  EVERYTHING_ELSE,
  expect,
  expectFailure,
  expectTheOthersWork,
  failure,
  holdRequests,
  open,
  rail,
  retry,
  test,
  workerFixtures,
} from '../src/faulty-test.ts'
import { row } from '../src/files-page.ts'
import { cardOf, expectNoReload, installAndUse, remade, ui } from '../src/sections.ts'
import { admin } from '../src/server.ts'

const worker = workerFixtures()
const { faulty } = worker

test.describe('the product’s own sections', () => {
  /** The faulty section in place of the admin section. */
  const asAdmin = (variant: string) =>
    remade(faulty(variant).folder, path.join(worker.holdall.dataDir, 'faulty/admin', variant), [
      [`"${PLACE}/other"`, '"/admin/sections"'],
      [`"${PLACE}"`, '"/admin/dashboard"'],
      ['"faulty"', '"admin"'],
      ['mf_faulty', 'mf_admin'],
    ])
  const ofAdmin = '**/ui/sections/admin/**'
  const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

  test('a new admin section that throws: the built-in one is used, and shows the failure', async ({ page }) => {
    const broken = asAdmin('throws-on-import')
    await installAndUse(worker.holdall, broken)
    await open(page, '/admin/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await expect(
      page.getByText('Section admin couldn’t start in its newest version. Version 0.1.0 is used instead.'),
    ).toBeVisible()
    await expectTheOthersWork(page)

    await page.goto(`${worker.holdall.url}/admin/sections`)
    const shell = cardOf(page, 'Shell')
    await expect(shell).toContainText(/0\.1\.0.*Shell API.*1\.\d+\.\d+.*Server.*0\.1\.0/s)
    const card = cardOf(page, 'Administration (admin)')
    await expect(card).toContainText('Installed')
    await expect(card).toContainText('Running 0.1.0 instead')
    await expect(card).toContainText(/Requires shell API.*\^1\.0\.0 \(here: 1\.\d+\.\d+\)/s)
    await expect(card).toContainText('Reported by browsers')
    await expect(card).toContainText('By one account')
    await expect(card).toContainText(`${broken.version}: `)
    await expect(card).toContainText('Error: This section throws while it is loaded.')
    await expect(card).toContainText(entryOf(broken))
    await expect(cardOf(page, 'Files (platform)')).toContainText('Built in')
  })

  test('an admin section whose entry is missing in every version: Files works, and Retry loads it', async ({
    page,
  }) => {
    await page.route(ofAdmin, (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, '/admin/dashboard')
    await expectFailure(page, {
      title: 'Couldn’t load Admin',
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: 'the server answered 404, 3 attempts',
      address: '/ui/sections/admin/0.1.0~',
    })
    await expectTheOthersWork(page)
    await page.unroute(ofAdmin)
    await retry(page)
    await expect(dashboard(page)).toBeVisible()
    await expectNoReload(page)
  })

  test('an admin section whose entry is never answered: Files works, and Retry loads it', async ({ page }) => {
    await page.clock.install()
    const release = await holdRequests(page, ofAdmin)
    await open(page, '/admin/dashboard')
    await expect(async () => {
      await page.clock.fastForward(9000)
      await expectFailure(
        page,
        {
          title: 'Couldn’t load Admin',
          sentence: `The server took too long to answer. ${EVERYTHING_ELSE}`,
          detail: 'did not come (time-out after 8 s), 3 attempts',
          address: '/ui/sections/admin/0.1.0~',
        },
        200,
      )
    }).toPass()
    await expectTheOthersWork(page)
    release()
    await retry(page)
    await expect(dashboard(page)).toBeVisible()
    await expectNoReload(page)
  })

  test('one that is turned off says so, without Retry, and can be turned on again', async ({ page }) => {
    await ui(worker.holdall, 'disable', 'admin')
    await open(page, '/admin/dashboard')
    const screen = failure(page)
    await expect(screen.getByRole('heading', { level: 1, name: 'Admin is turned off' })).toBeVisible()
    await expect(screen).toContainText('Your administrator turned off this section. Everything else keeps working.')
    await expect(screen.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await screen.getByRole('button', { name: 'Go to Files' }).click()
    await expect(row(page, 'Anchor.txt')).toBeVisible()
    await expect(rail(page).getByRole('link', { name: 'Admin' })).toHaveCount(0)
    await expectNoReload(page)
    await ui(worker.holdall, 'enable', 'admin')
    await open(page, '/admin/dashboard')
    await expect(dashboard(page)).toBeVisible()
  })

  test('public pages that cannot be loaded show an error with a link, and Retry loads them', async ({
    page,
    context,
  }) => {
    await context.clearCookies()
    const ofPublic = '**/ui/sections/public/**'
    await page.route(ofPublic, (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, '/sign-in')
    await expectFailure(page, {
      title: 'Couldn’t load this page',
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: 'the server answered 404, 3 attempts',
      address: '/ui/sections/public/0.1.0~',
    })
    await expect(failure(page).getByRole('button', { name: 'Go to the start page' })).toBeVisible()
    await page.unroute(ofPublic)
    await retry(page)
    await page.getByLabel('E-mail').fill(admin.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(row(page, 'Anchor.txt')).toBeVisible()
    await expectNoReload(page)
  })
})
