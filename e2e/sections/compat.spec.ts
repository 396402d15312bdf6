import path from 'node:path'
import { type Faulty, faultySections, PLACE } from '../src/faulty.ts'
import { expect, signIn, test } from '../src/holdall.ts'
import { cardOf, installAndUse, remade, spareFolder, tryUi, ui } from '../src/sections.ts'
import { admin, type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
let spare: Awaited<ReturnType<typeof spareFolder>>
let faulty: Faulty

test.beforeAll(async () => {
  spare = await spareFolder()
  ;[holdall, faulty] = await Promise.all([startHoldall(), faultySections(spare.path)])
})
test.afterAll(() => Promise.all([holdall.stop(), spare.remove()]))
test.beforeEach(async ({ page }) => {
  await ui(holdall, 'reset')
  await signIn(page, holdall.url, admin)
})

/** The working section with another required version of React, in its section.json and its code. */
const requiringReact = (range: string, version: string) =>
  remade(faulty('ok').folder, path.join(spare.path, version), [
    ['>=19.0.0', range],
    ['"1.0.0"', `"${version}"`],
    ['mf_faulty_1_0_0', `mf_faulty_${version.replaceAll('.', '_')}`],
  ])

test('a section that was built with an earlier release runs: it calls the server and navigates', async ({ page }) => {
  await ui(holdall, 'install', path.join(import.meta.dirname, 'earlier/admin-0.0.9.tgz'))
  await ui(holdall, 'use', 'admin', '0.0.9')
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))

  await page.goto(`${holdall.url}/admin/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('1 administrator', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Sections' }).click()
  await expect(page).toHaveURL(`${holdall.url}/admin/sections`)
  const card = cardOf(page, 'Administration (admin)')
  await expect(card).toContainText('0.0.9')
  await expect(card).toContainText('Ready in this browser')
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(page).toHaveURL(`${holdall.url}/platform/files`)
  expect(errors).toEqual([])
})

test('a section that requires a version that the shell has runs', async ({ page }) => {
  const satisfied = requiringReact('^19.0.0', '1.1.0')
  expect(satisfied.manifest.requires.shared['react']).toBe('^19.0.0')
  await installAndUse(holdall, satisfied)
  await page.goto(holdall.url + PLACE)
  await expect(page.getByRole('heading', { level: 1, name: 'It works' })).toBeVisible()
})

test('a section that requires a newer version is refused, with what it requires and what the shell has', async ({
  page,
}) => {
  const tooNew = requiringReact('>=99.0.0', '0.9.0')
  await ui(holdall, 'install', tooNew.folder)
  const refused = await tryUi(holdall, 'use', tooNew.id, tooNew.version)
  expect(refused.code).toBe(1)
  expect(refused.text).toMatch(
    /faulty 0\.9\.0 does not fit: it needs react(\/jsx-runtime)? >=99\.0\.0, and here is 19\.\d+\.\d+\./,
  )
  await ui(holdall, 'use', tooNew.id, tooNew.version, '--force')

  const code: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ui/sections/faulty/')) code.push(request.url())
  })
  await page.goto(holdall.url + PLACE)
  const screen = page.getByRole('alert')
  await expect(
    screen.getByRole('heading', { level: 1, name: 'Faulty doesn’t fit this version of Holdall' }),
  ).toBeVisible()
  await expect(screen).toContainText(/react(\/jsx-runtime)? >=99\.0\.0 ≠ 19\.\d+\.\d+/)
  expect(code, 'none of its code was fetched').toEqual([])

  await page.goto(`${holdall.url}/admin/sections`)
  const card = cardOf(page, 'faulty')
  await expect(card).toContainText(/Needs react(\/jsx-runtime)? >=99\.0\.0\. This server has 19\.\d+\.\d+\./)
  await expect(card).toContainText('No earlier version is installed, so its pages aren’t available.')
  await expect(card).toContainText('Doesn’t fit')

  await test.step('an earlier version is used where there is one', async () => {
    const later = requiringReact('>=99.0.0', '1.9.0')
    await installAndUse(holdall, faulty('ok'))
    await installAndUse(holdall, later)
    await page.goto(holdall.url + PLACE)
    await expect(page.getByRole('heading', { level: 1, name: 'It works' })).toBeVisible()
    await page.goto(`${holdall.url}/admin/sections`)
    // 1.1.0, where the test before has installed it.
    await expect(card).toContainText(/Version 1\.[01]\.0 is used instead\./)
  })
})
