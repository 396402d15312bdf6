import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { downloaded, dropPaths, linkOf, list, names, row, sha256OfFile, toast, tray } from '../src/files-page.ts'
import { expect, newPerson, test, watchForeignRequests } from '../src/holdall.ts'

const MANY_CHUNKS = 20 * 1024 * 1024
const ARABIC = 'صور "البحيرة" 🛶.txt'
const PASSWORD = 'Wasser & Brücke 1978'

let folder = ''
const inFolder = (name: string) => path.join(folder, name)

test.beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'holdall-drop-')), 'Siljan')
  await mkdir(inFolder('letters'), { recursive: true })
  await Promise.all([
    writeFile(inFolder('film.bin'), randomBytes(MANY_CHUNKS)),
    writeFile(inFolder(ARABIC), 'مرحبا'),
    writeFile(inFolder('empty.txt'), ''),
    writeFile(inFolder('.DS_Store'), 'of no use to anybody'),
    writeFile(inFolder('letters/first.md'), '# Dear lake'),
  ])
})
test.afterAll(() => rm(path.dirname(folder), { recursive: true, force: true }))

test('from a dropped folder to a public link and back', async ({ page, browser, holdall, engine }) => {
  // On SQLite over plain http on a LAN, where browsers keep parts of their interfaces from pages.
  const place = engine === 'postgres' ? 'url' : 'lanUrl'
  const url = holdall[place]

  await test.step('sign up', async () => {
    const { name, email, password } = newPerson()
    await page.goto(url)
    expect(await page.evaluate(() => window.isSecureContext)).toBe(place === 'url')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Full name').fill(name)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  })

  await test.step('drop a folder', async () => {
    await dropPaths(page, [folder], page.getByRole('heading', { name: 'No files yet' }))
    await expect(tray(page)).toContainText(/Uploading \d of 3|1 upload failed/)
    await expect(toast(page, '“empty.txt” is empty and can’t be uploaded.')).toBeVisible()
    await expect(tray(page)).toContainText('1 upload failed')
    await expect(tray(page)).toContainText('The file is empty')
    await tray(page).getByRole('button', { name: 'Close' }).click()
    await expect(row(page, 'Siljan')).toContainText('3 items')
  })

  await test.step('open it', async () => {
    await row(page, 'Siljan').dblclick()
    await expect(page.getByRole('heading', { level: 1, name: 'Siljan' })).toBeVisible()
    await expect(list(page).getByRole('row')).toHaveCount(4)
    await expect.poll(async () => (await names(page)).toSorted()).toEqual([ARABIC, 'film.bin', 'letters'].toSorted())
    await expect(page.locator('[data-index="0"]')).toContainText('letters')
  })

  await test.step('rename', async () => {
    await row(page, 'film.bin').click()
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: 'New name for film.bin' })
    await expect(field).toBeFocused()
    // The stem is selected: typing replaces it and keeps the extension.
    await page.keyboard.type('Überfahrt')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Überfahrt.bin')).toBeVisible()
  })

  await test.step('move', async () => {
    await row(page, 'Überfahrt.bin').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move' }).click()
    const popup = page.getByRole('dialog', { name: 'Move 1 item to…' })
    const here = popup.getByRole('treeitem', { name: 'Siljan' })
    await here.dblclick()
    await popup.getByRole('treeitem', { name: 'letters' }).click()
    await popup.getByRole('button', { name: 'Move here' }).click()
    await expect(toast(page, /moved to/)).toBeVisible()
    await expect(row(page, 'Überfahrt.bin')).toHaveCount(0)
    await expect(row(page, 'letters')).toContainText('2 items')
  })

  const link = await test.step('share with a password and an expiry', async () => {
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Files' }).click()
    await row(page, 'Siljan').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    const popup = page.getByRole('dialog', { name: 'Share “Siljan”' })
    await popup.getByRole('switch', { name: 'Password' }).check()
    await popup.getByRole('button', { name: 'Create link' }).click()
    await expect(popup).toContainText('Enter a password')
    await popup.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await popup.getByRole('switch', { name: 'Expires' }).check()
    await popup.getByRole('radio', { name: '2 days' }).check({ force: true })
    await popup.getByRole('button', { name: 'Create link' }).click()
    const made = await linkOf(page)
    expect(made).toMatch(new RegExp(`^${url}/share/`))
    await popup.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(popup.getByRole('button', { name: 'Copied' })).toBeVisible()
    await popup.getByRole('button', { name: 'Done' }).click()
    expect(await pasted(page)).toBe(made)
    await expect(row(page, 'Siljan')).toContainText('with password')
    return made
  })

  await test.step('open the link signed out, unlock, browse, download', async () => {
    const context = await browser.newContext()
    const foreignRequests = watchForeignRequests(context)
    const visitor = await context.newPage()
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Enter the password' })).toBeVisible()
    await expect(visitor.locator('body')).not.toContainText('Siljan')
    const token = new URL(link).pathname.split('/')[2] ?? ''
    const locked = await visitor.evaluate(
      async (path) => (await fetch(path)).status,
      `/api/sharing/folders/all/${token}`,
    )
    expect(locked).toBe(403)

    await visitor.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(visitor.getByText('Enter your password', { exact: true })).toBeVisible()
    await visitor.getByLabel('Password', { exact: true }).fill('guessed')
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByText('Wrong password. Try again.')).toBeVisible()
    await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.keyboard.press('Enter')

    await expect(visitor.getByText('Shared by Maya Lindqvist')).toBeVisible()
    await expect(visitor.getByText(/Available until/)).toBeVisible()
    await expect.poll(async () => (await names(visitor)).toSorted()).toEqual([ARABIC, 'letters'].toSorted())
    await row(visitor, ARABIC).dblclick()
    const layer = visitor.getByRole('dialog', { name: ARABIC })
    const note = await downloaded(visitor, () => layer.getByRole('button', { name: 'Download' }).click())
    expect(await sha256OfFile(await note.path())).toBe(await sha256OfFile(inFolder(ARABIC)))
    await visitor.keyboard.press('Escape')
    await row(visitor, 'letters').dblclick()
    await row(visitor, 'Überfahrt.bin').click()
    const film = await downloaded(visitor, () =>
      visitor.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Download' }).click(),
    )
    expect(film.suggestedFilename()).toBe('Überfahrt.bin')
    expect(await sha256OfFile(await film.path())).toBe(await sha256OfFile(inFolder('film.bin')))
    expect(foreignRequests).toEqual([])
    await context.close()
  })
})

/** The text of the clipboard, read by pasting it into a field. */
async function pasted(page: Page): Promise<string> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(field).not.toHaveValue('')
  const text = await field.inputValue()
  await page.keyboard.press('Escape')
  return text
}
