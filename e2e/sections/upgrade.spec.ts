import path from 'node:path'
import { row, waitForList, tray } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { nextCheckout } from '../src/next-build.ts'
import { expectNoReload, markPage, spareFolder } from '../src/sections.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

const OLD = 'No files yet'
const NEW = 'Nothing packed so far'

let holdall: Holdall
let spare: Awaited<ReturnType<typeof spareFolder>>
test.beforeAll(async () => {
  ;[holdall, spare] = await Promise.all([startHoldall(), spareFolder()])
  nextCheckout(path.join(spare.path, 'next'), {
    shell: [['Skip to content', 'Skip to the content']],
    sections: { platform: [[OLD, NEW]] },
  })
})
test.afterAll(() => Promise.all([holdall.stop(), spare.remove()]))

test('a tab from before an upgrade keeps its own build, uploads a chosen file, and says that Holdall was updated', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  const person = await signUp(page, holdall.url)
  await page.context().clearCookies()
  await page.goto(`${holdall.url}/sign-in`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await markPage(page)
  const buildOf = (html: string) => /\/ui\/shell\/(\w+)\//.exec(html)?.[1]
  const first = buildOf(await (await page.request.get(`${holdall.url}/sign-in`)).text())

  await holdall.restart(path.join(spare.path, 'next'))
  const second = buildOf(await (await page.request.get(`${holdall.url}/sign-in`)).text())
  expect(second).not.toBe(first)
  const fetched: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.endsWith('.js')) fetched.push(`${String(answer.status())} ${pathname}`)
  })

  await test.step('chunks that were not fetched before the upgrade come from the build of the tab', async () => {
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: OLD, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Trash' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
    await page.goBack()
    await waitForList(page)
    expect(fetched.filter((answer) => answer.includes(`/ui/shell/${String(first)}/`))).not.toEqual([])
    expect(fetched.filter((answer) => answer.includes('/ui/sections/platform/'))).not.toEqual([])
  })

  await test.step('a chosen file is uploaded', async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'picked.txt', mimeType: 'text/plain', buffer: Buffer.from('chosen in the old tab') })
    await expect(row(page, 'picked.txt')).toBeVisible()
    await expect(tray(page)).toContainText('Upload complete')
    await expectNoReload(page)
  })
  expect(fetched.filter((answer) => !answer.startsWith('200 '))).toEqual([])
  expect(fetched.filter((answer) => answer.includes(`/ui/shell/${String(second)}/`))).toEqual([])

  await test.step('the tab detects the new build, and has it after a reload that the user chooses', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'Holdall was updated.' })
    await expect(notice).toBeHidden()
    await page.clock.fastForward('15:00')
    await expect(notice).toBeVisible()
    await expectNoReload(page)
    await notice.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeAttached()
    await expect(row(page, 'picked.txt')).toBeVisible()
  })

  const fresh = await browser.newPage()
  await signUp(fresh, holdall.url)
  await fresh.goto(`${holdall.url}/platform/files`)
  await expect(fresh.getByRole('heading', { name: NEW, exact: true })).toBeVisible()
  await fresh.close()
})
