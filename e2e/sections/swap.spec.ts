import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { dropPaths, row, sha256, tray } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { anotherVersion, type Built, expectNoReload, markPage, spareFolder, ui } from '../src/sections.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

const OLD = 'No files yet'
const NEW = 'Nothing packed so far'

let holdall: Holdall
let spare: Awaited<ReturnType<typeof spareFolder>>
let next: Built

test.beforeAll(async () => {
  ;[holdall, spare] = await Promise.all([startHoldall(), spareFolder()])
  next = anotherVersion('platform', '0.2.0', path.join(spare.path, 'platform'), [[OLD, NEW]])
})
test.afterAll(() => Promise.all([holdall.stop(), spare.remove()]))
test.beforeEach(() => ui(holdall, 'reset'))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const inUse = (page: Page) =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const versions = files.flatMap((name) => /^\/ui\/sections\/platform\/([\d.]+)/.exec(name)?.[1] ?? [])
    return [...new Set(versions)]
  })

test('versions change with the next page load; an open page keeps its own', async ({ page, context }) => {
  const { pid } = holdall
  await signUp(page, holdall.url)
  await page.goto(`${holdall.url}/platform/files`)
  await expect(heading(page, OLD)).toBeVisible()
  await markPage(page)
  const other = await context.newPage()
  const load = async (expected: string) => {
    await other.goto(`${holdall.url}/platform/files`)
    await expect(heading(other, expected)).toBeVisible()
  }

  await ui(holdall, 'install', next.folder)
  await load(OLD)
  await ui(holdall, 'use', 'platform', '0.2.0')
  await load(NEW)
  expect(await inUse(other)).toEqual(['0.2.0'])

  await test.step('the page that was open keeps its version', async () => {
    await rail(page).getByRole('link', { name: 'Files' }).click()
    await page.getByRole('link', { name: 'Trash' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
    await page.goBack()
    await expect(heading(page, OLD)).toBeVisible()
    expect(await inUse(page)).toEqual(['0.1.0'])
    await expectNoReload(page)
  })

  await ui(holdall, 'rollback', 'platform')
  await load(OLD)
  await ui(holdall, 'rollback', 'platform')
  await load(NEW)
  await ui(holdall, 'reset', 'platform')
  await load(OLD)
  expect(holdall.pid, 'the server was not started again').toBe(pid)
})

test('an upload continues while its section is replaced', async ({ page, context }) => {
  const bytes = randomBytes(24 * 1024 * 1024)
  const file = path.join(spare.path, 'crossing.bin')
  await writeFile(file, bytes)
  await signUp(page, holdall.url)
  await page.goto(`${holdall.url}/platform/files`)
  await expect(heading(page, OLD)).toBeVisible()
  await markPage(page)
  // All chunks but the first wait until the section is replaced.
  let release = () => {}
  const swapped = new Promise<void>((resolve) => (release = resolve))
  let chunks = 0
  await page.route(/\/api\/upload\/chunks/, async (route) => {
    chunks += 1
    if (chunks > 1) await swapped
    await route.continue()
  })
  await dropPaths(page, [file], heading(page, OLD))
  await expect(tray(page)).toContainText('Uploading 1 of 1')

  await ui(holdall, 'install', next.folder)
  await ui(holdall, 'use', 'platform', '0.2.0')
  const other = await context.newPage()
  await other.goto(`${holdall.url}/platform/files`)
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await inUse(other)).toEqual(['0.2.0'])

  await page.getByRole('link', { name: 'Trash' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(tray(page), 'it is still under way').toContainText('Uploading 1 of 1')
  await rail(page).getByRole('link', { name: 'Files' }).click()
  release()
  await expect(tray(page)).toContainText('Upload complete')
  await expect(row(page, 'crossing.bin')).toBeVisible()
  await expectNoReload(page)

  await other.reload()
  await expect(row(other, 'crossing.bin')).toBeVisible()
  const listed = (await (await page.request.get(`${holdall.url}/api/browse/folders/all`)).json()) as {
    data: readonly { attributes: { file_url: string } }[]
  }
  const [only] = listed.data
  const download = await page.request.get(new URL(only?.attributes.file_url ?? '', holdall.url).href)
  expect(sha256(await download.body())).toBe(createHash('sha256').update(bytes).digest('hex'))
})
