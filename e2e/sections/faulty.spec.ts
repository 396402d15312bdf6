import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Faulty, faultySections, PLACE } from '../src/faulty.ts'
import { row } from '../src/files-page.ts'
import { expect, putFile, signIn, test } from '../src/holdall.ts'
import {
  type Built,
  cardOf,
  expectNoReload,
  installAndUse,
  markPage,
  remade,
  spareFolder,
  tryUi,
  ui,
} from '../src/sections.ts'
import { admin, type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
let spare: Awaited<ReturnType<typeof spareFolder>>
let faulty: Faulty
let cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0]

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  spare = await spareFolder()
  ;[holdall, faulty] = await Promise.all([startHoldall(), faultySections(spare.path)])
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, holdall.url, admin)
  await putFile(page, holdall.url, 'Anchor.txt', Buffer.from('still here'))
  cookies = await context.cookies()
  await context.close()
})
test.afterAll(async () => {
  await Promise.all([holdall.stop(), spare.remove()])
})
test.beforeEach(async ({ context }) => {
  await rm(path.join(holdall.dataDir, 'ui'), { recursive: true, force: true })
  await context.addCookies(cookies)
})

const failure = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 1 }) })
const works = (page: Page) => page.getByRole('heading', { level: 1, name: 'It works' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Opens the section's place and marks the page, so that a reload would be noticed. */
async function open(page: Page, address = PLACE): Promise<void> {
  // An entry that hangs holds up the page's load event.
  await page.goto(holdall.url + address, { waitUntil: 'domcontentloaded' })
  await markPage(page)
}

/** From the failed section to the others and back, in the same page. */
async function expectTheOthersWork(page: Page): Promise<void> {
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

/** Playwright's own waits for the load event, which an entry that hangs holds up. */
async function back(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.back()
  })
}

/** The server takes the request and says nothing, until it is let go: then it answers all that were asked meanwhile. */
async function hold(page: Page, addresses: string): Promise<() => void> {
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

async function retry(page: Page): Promise<void> {
  await failure(page).getByRole('button', { name: 'Retry' }).click()
}

/** The fault is gone: Retry brings the section, in the same page. */
async function expectRetryHeals(page: Page): Promise<void> {
  await retry(page)
  await expect(works(page)).toBeVisible()
  await expectNoReload(page)
}

interface Expected {
  readonly title?: string
  readonly sentence: string
  readonly detail: string | RegExp
  /** Part of the address that the screen names; null where there is none. */
  readonly address: string | null
}

async function expectFailure(
  page: Page,
  { title = 'Couldn’t load faulty', sentence, detail, address }: Expected,
  timeout = 10_000,
): Promise<void> {
  const screen = failure(page)
  await expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout })
  await expect(screen).toContainText(sentence)
  await expect(screen).toContainText(detail)
  if (address) await expect(screen).toContainText(holdall.url + address)
  await expect(page).toHaveTitle(`${title} – Holdall`)
}

const EVERYTHING_ELSE = 'Everything else keeps working, and uploads continue.'
const entryOf = ({ id, version, manifest }: Built) => `/ui/sections/${id}/${version}/${manifest.entry}`

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
    test(`${variant}: said, contained, healed by another version and Retry, which is then the last good one`, async ({
      page,
    }) => {
      await installAndUse(holdall, faulty(variant))
      await open(page)
      await expectFailure(page, { ...expected, address: entryOf(faulty(variant)) }, 15_000)
      await expectTheOthersWork(page)
      await expectFailure(page, { ...expected, address: entryOf(faulty(variant)) })

      await installAndUse(holdall, faulty('ok'))
      await retry(page)
      await expect(works(page)).toBeVisible()
      await page.getByRole('link', { name: 'The other page' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
      await expectNoReload(page)

      await ui(holdall, 'use', 'faulty', faulty(variant).version)
      await open(page)
      await expect(works(page)).toBeVisible({ timeout: 15_000 })
      await expect(
        page.getByText('Section faulty couldn’t start in its newest version. Version 1.0.0 is used instead.'),
      ).toBeVisible()
    })
  }

  test('hangs while it is loaded: three attempts, then said, and healed by another version and Retry', async ({
    page,
  }) => {
    await page.clock.install()
    await installAndUse(holdall, faulty('hangs'))
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
    await installAndUse(holdall, faulty('ok'))
    await expectRetryHeals(page)
  })

  test('throws while it is drawn: its other pages go on, and so does everything else', async ({ page }) => {
    await installAndUse(holdall, faulty('throws-on-render'))
    await open(page)
    const expected = {
      title: 'faulty stopped working',
      sentence: `Something went wrong on this page. ${EVERYTHING_ELSE}`,
      detail: 'Error: This page throws while it is drawn.',
      address: null,
    }
    await expectFailure(page, expected)
    await expectTheOthersWork(page)
    await expectFailure(page, expected)
    await retry(page)
    await expectFailure(page, expected)
    await installAndUse(holdall, faulty('ok'))
    await expectRetryHeals(page)
  })
})

test.describe('a fault on the way', () => {
  const ok = () => faulty('ok')
  const entry = () => `**${entryOf(ok())}*`

  test.beforeEach(() => installAndUse(holdall, faulty('ok')))

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
    await expectRetryHeals(page)
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
    await expectRetryHeals(page)
  })

  test('the entry never comes: 8 s, twice more, then said', async ({ page }) => {
    test.setTimeout(90_000)
    const release = await hold(page, entry())
    await open(page)
    const screen = {
      sentence: `The server took too long to answer. ${EVERYTHING_ELSE}`,
      detail: `${ok().manifest.entry} did not come (time-out after 8 s), 3 attempts`,
      address: entryOf(ok()),
    }
    await expectFailure(page, screen, 45_000)
    await expectTheOthersWork(page)
    release()
    await expectRetryHeals(page)
  })

  test('a connection that breaks once is tried again by itself', async ({ page }) => {
    const asked: string[] = []
    await page.route(entry(), async (route) => {
      asked.push(route.request().url())
      // The preload and the first script.
      await (asked.length <= 2 ? route.abort('connectionreset') : route.continue())
    })
    await open(page)
    await expect(works(page)).toBeVisible()
    expect(asked.at(-1)).toContain('?retry=1')
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
    await expectRetryHeals(page)
  })

  test('a page’s own code is missing', async ({ page }) => {
    const [chunk = ''] = ok().manifest.routePreload[`${PLACE}/other`] ?? []
    const address = `/ui/sections/faulty/1.0.0/${chunk}`
    await page.route(`**${address}`, (route) => route.fulfill({ status: 404, body: '' }))
    await open(page)
    await page.getByRole('link', { name: 'The other page' }).click()
    await expectFailure(page, {
      sentence: `The server didn’t send this section. ${EVERYTHING_ELSE}`,
      detail: /Loading chunk \w+ failed \(error\)/,
      address,
    })
    await expectTheOthersWork(page)
    await page.unroute(`**${address}`)
    await retry(page)
    await expect(page.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
    await expectNoReload(page)
  })
})

test.describe('a fault of what is installed', () => {
  const folderOf = ({ id, version }: Built) => path.join(holdall.dataDir, 'ui/sections', id, version)

  test('a newer shell is required: what it needs and what there is', async ({ page }) => {
    const newer = faulty('requires-newer-shell')
    await ui(holdall, 'install', newer.folder)
    const refused = await tryUi(holdall, 'use', newer.id, newer.version)
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('does not fit: it needs shell API ^99.0.0')
    await ui(holdall, 'use', newer.id, newer.version, '--force')
    await open(page)
    await expectFailure(page, {
      title: 'faulty doesn’t fit this version of Holdall',
      sentence: 'This section needs another version of Holdall. Ask your administrator to install one that fits.',
      detail: /shell API \^99\.0\.0 ≠ 1\.\d+\.\d+/,
      address: null,
    })
    await expectTheOthersWork(page)
    await installAndUse(holdall, faulty('ok'))
    await expectRetryHeals(page)
  })

  for (const [variant, reason] of [
    ['missing-entry-file', /Its file remoteEntry\.\w+\.js is missing\./],
    ['bad-integrity', /Its file remoteEntry\.\w+\.js is not what section\.json's integrity says\./],
    ['no-integrity', /Its section\.json has no integrity for remoteEntry\.\w+\.js\./],
  ] as const) {
    test(`${variant}: refused by install; put there by hand, the last good version goes on`, async ({ page }) => {
      const { code, text } = await tryUi(holdall, 'install', faulty(variant).folder)
      expect(code).toBe(1)
      expect(text).toMatch(reason)

      await installAndUse(holdall, faulty('ok'))
      await installAndUse(holdall, faulty('wrong-id'))
      await rm(folderOf(faulty('wrong-id')), { recursive: true })
      await cp(faulty(variant).folder, folderOf(faulty(variant)), { recursive: true })
      await chooseByHand('faulty', { use: faulty(variant).version, previous: '1.0.0' })
      await open(page)
      await expect(works(page)).toBeVisible()
      await expect(page.getByText('Version 1.0.0 is used instead.')).toBeVisible()
      expect(await ui(holdall, 'list')).toMatch(reason)
    })

    test(`${variant}, and nothing else installed: said, and healed by another version and Retry`, async ({ page }) => {
      await cp(faulty(variant).folder, folderOf(faulty(variant)), { recursive: true })
      await chooseByHand('faulty', { use: faulty(variant).version })
      await open(page)
      await expectFailure(page, {
        sentence: `The installed files can’t be read. ${EVERYTHING_ELSE}`,
        detail: reason,
        address: null,
      })
      await expectTheOthersWork(page)
      await installAndUse(holdall, faulty('ok'))
      await retry(page)
      await expect(works(page)).toBeVisible()
      await expectNoReload(page)
    })
  }

  test('a file changed behind the server’s back is noticed, and its own bytes heal it', async ({ page }) => {
    await installAndUse(holdall, faulty('ok'))
    const file = path.join(folderOf(faulty('ok')), faulty('ok').manifest.entry)
    const sound = await readFile(file)
    await writeFile(file, Buffer.concat([sound, Buffer.from('\n;globalThis.stranger = true')]))
    await open(page)
    await expectFailure(page, {
      sentence: `The installed files can’t be read. ${EVERYTHING_ELSE}`,
      detail: /is not what section\.json's integrity says/,
      address: null,
    })
    expect(await page.evaluate(() => 'stranger' in window)).toBe(false)
    await writeFile(file, sound)
    await expectRetryHeals(page)
  })

  for (const [name, spoil] of [
    ['its section.json is no JSON', (folder: string) => writeFile(path.join(folder, 'section.json'), '{"kind":')],
    ['its folder is gone', (folder: string) => rm(folder, { recursive: true })],
  ] as const) {
    test(`${name}: the last good version goes on`, async ({ page }) => {
      await installAndUse(holdall, faulty('ok'))
      await installAndUse(holdall, faulty('wrong-kind'))
      await spoil(folderOf(faulty('wrong-kind')))
      await open(page)
      await expect(works(page)).toBeVisible()
      await expect(page.getByText('Version 1.0.0 is used instead.')).toBeVisible()
      await expectTheOthersWork(page)
    })

    test(`${name}, and nothing else is installed: everything else goes on`, async ({ page }) => {
      await installAndUse(holdall, faulty('ok'))
      await spoil(folderOf(faulty('ok')))
      await open(page, '/platform/files')
      await expect(row(page, 'Anchor.txt')).toBeVisible()
      await page.goto(`${holdall.url}/admin/sections`)
      await expect(
        page.getByText(
          /Can’t be used: (Its section\.json is not valid JSON|Version 1\.0\.0 of faulty is chosen, but not installed)/,
        ),
      ).toBeVisible()
    })
  }

  test('the operator’s choices cannot be read: the last ones stay in force', async ({ page }) => {
    await installAndUse(holdall, faulty('ok'))
    await open(page)
    await expect(works(page)).toBeVisible()
    await writeFile(path.join(holdall.dataDir, 'ui/sections.json'), '{"faulty": ')
    await open(page)
    await expect(works(page)).toBeVisible()
    await expectTheOthersWork(page)
    expect(await ui(holdall, 'list')).toContain('sections.json is not valid JSON.')
    const { code, text } = await tryUi(holdall, 'use', 'faulty', '1.0.0')
    expect(code).toBe(1)
    expect(text).toContain('Mend it, or begin anew with "holdall ui reset".')
    await ui(holdall, 'reset')
    expect(await ui(holdall, 'list')).not.toContain('not valid JSON')
  })

  async function chooseByHand(id: string, choice: Readonly<Record<string, string>>): Promise<void> {
    await writeFile(path.join(holdall.dataDir, 'ui/sections.json'), JSON.stringify({ [id]: choice }))
  }
})

test.describe('the product’s own sections', () => {
  /** The faulty section in the place of the administration. */
  const asAdmin = (variant: string) =>
    remade(faulty(variant).folder, path.join(spare.path, 'admin', variant), [
      [`"${PLACE}/other"`, '"/admin/sections"'],
      [`"${PLACE}"`, '"/admin/dashboard"'],
      ['"faulty"', '"admin"'],
      ['mf_faulty', 'mf_admin'],
    ])
  const ofAdmin = '**/ui/sections/admin/**'
  const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })

  test('a new administration that throws: the built-in one takes over, and tells what happened', async ({ page }) => {
    const broken = asAdmin('throws-on-import')
    await installAndUse(holdall, broken)
    await open(page, '/admin/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await expect(
      page.getByText('Section admin couldn’t start in its newest version. Version 0.1.0 is used instead.'),
    ).toBeVisible()
    await expectTheOthersWork(page)

    await page.goto(`${holdall.url}/admin/sections`)
    const shell = cardOf(page, 'Shell')
    await expect(shell).toContainText(/0\.1\.0.*Shell API.*1\.\d+\.\d+.*Server.*0\.1\.0/s)
    const card = cardOf(page, 'Administration (admin)')
    await expect(card).toContainText('Installed')
    await expect(card).toContainText('Running 0.1.0 instead')
    await expect(card).toContainText(/Requires shell API.*\^1\.0\.0 \(here: 1\.\d+\.\d+\)/s)
    await expect(card).toContainText('Reported by browsers since the server started')
    await expect(card).toContainText(`${broken.version}: `)
    await expect(card).toContainText('Error: This section throws while it is loaded.')
    await expect(card).toContainText(entryOf(broken))
    await expect(cardOf(page, 'Files (platform)')).toContainText('Built in')
  })

  test('an administration whose entry is missing, in every version: Files go on and Retry heals', async ({ page }) => {
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

  test('an administration whose entry never comes: Files go on and Retry heals', async ({ page }) => {
    await page.clock.install()
    const release = await hold(page, ofAdmin)
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

  test('one that is turned off says so, without Retry, and comes back', async ({ page }) => {
    await ui(holdall, 'disable', 'admin')
    await open(page, '/admin/dashboard')
    const screen = failure(page)
    await expect(screen.getByRole('heading', { level: 1, name: 'Admin is turned off' })).toBeVisible()
    await expect(screen).toContainText('Your administrator turned off this section. Everything else keeps working.')
    await expect(screen.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await screen.getByRole('button', { name: 'Go to Files' }).click()
    await expect(row(page, 'Anchor.txt')).toBeVisible()
    await expect(rail(page).getByRole('link', { name: 'Admin' })).toHaveCount(0)
    await expectNoReload(page)
    await ui(holdall, 'enable', 'admin')
    await open(page, '/admin/dashboard')
    await expect(dashboard(page)).toBeVisible()
  })

  test('public pages that cannot be loaded leave a screen with a way on, and Retry heals', async ({
    page,
    context,
  }) => {
    await context.clearCookies()
    const ofPublic = '**/ui/sections/public/**'
    await page.route(ofPublic, (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, '/sign-in')
    await expectFailure(page, {
      title: 'Couldn’t load This page',
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
