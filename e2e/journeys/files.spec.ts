import type { Page } from '@playwright/test'
import { act, list, names, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { sql } from '../src/database.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

const text = (content: string) => Buffer.from(content)
const active = (page: Page) => page.locator('[data-index][data-active]')
const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

test('everything in Files by keyboard alone', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const alpha = await putFolder(page, holdall.url, 'Alpha')
  await putFolder(page, holdall.url, 'Beta')
  for (const name of ['cabin.txt', 'canoe.txt', 'dawn.txt']) await putFile(page, holdall.url, name, text(name))
  await putFile(page, holdall.url, 'inside.txt', text('inside'), { parent_id: alpha })
  await openFiles(page, holdall.url)
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'cabin.txt', 'canoe.txt', 'dawn.txt'])

  await test.step('Tab reaches the list, arrows, Home and End move in it', async () => {
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    await list(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    await expect(active(page)).toContainText('Alpha')
    await page.keyboard.press('ArrowDown')
    await expect(active(page)).toContainText('Beta')
    await page.keyboard.press('ArrowUp')
    await expect(active(page)).toContainText('Alpha')
    await page.keyboard.press('End')
    await expect(active(page)).toContainText('dawn.txt')
    await expect(list(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '')
  })

  await test.step('letters find a name', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.type('cano')
    await expect(active(page)).toContainText('canoe.txt')
  })

  await test.step('Shift selects a range, Ctrl+A all, Escape nothing', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await expect(selected(page)).toContainText('2 selected')
    await page.keyboard.press('Control+a')
    await expect(selected(page)).toContainText('5 selected')
    await page.keyboard.press('Escape')
    await expect(selected(page)).toHaveCount(0)
  })

  await test.step('F2 renames; a slash is refused and the text stays', async () => {
    await page.keyboard.press('End')
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: 'New name for dawn.txt' })
    await expect(field).toBeFocused()
    await page.keyboard.type('dusk/night')
    await page.keyboard.press('Enter')
    await expect(page.getByText('A name can’t contain “/”.')).toBeVisible()
    await expect(field).toHaveValue('dusk/night.txt')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('dusk.txt')
    await page.keyboard.press('Enter')
    await expect(row(page, 'dusk.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('Delete moves to the trash, Undo is reached by keyboard and restores', async () => {
    await page.keyboard.press('End')
    await expect(active(page)).toContainText('dusk.txt')
    await page.keyboard.press('Delete')
    await expect(toast(page, '“dusk.txt” moved to trash')).toBeVisible()
    await expect(row(page, 'dusk.txt')).toHaveCount(0)
    await toast(page, 'moved to trash').getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expect(row(page, 'dusk.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('Enter opens a folder, whose list has the focus', async () => {
    await list(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(row(page, 'inside.txt')).toBeVisible()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(selected(page)).toContainText('1 selected')
  })

  await test.step('a popup returns the focus to the list', async () => {
    await page.keyboard.press('Shift+F10')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('Back shows the list as it was left, with the focus', async () => {
    await page.goBack()
    await expect(active(page)).toContainText('Alpha')
    await expect(list(page)).toBeFocused()
    await page.goForward()
    await expect(row(page, 'inside.txt')).toBeVisible()
  })

  await test.step('Ctrl+K opens another page', async () => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await page.keyboard.type('files')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Beta')).toBeVisible()
  })
})

test('the trash: restore, delete permanently, empty', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Letters')
  await putFile(page, holdall.url, 'dear.txt', text('dear'), { parent_id: folder })
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await putFile(page, holdall.url, name, text(name))
  await openFiles(page, holdall.url)
  await list(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Trash' }).click()
  await expect.poll(() => names(page)).toHaveLength(4)
  await row(page, 'Letters').getByTitle('Letters', { exact: true }).dblclick()
  await expect(row(page, 'dear.txt')).toBeVisible()
  await page.goBack()

  await act(page, 'Letters', 'Restore')
  await expect(toast(page, '1 item restored')).toBeVisible()
  await expect(row(page, 'Letters')).toHaveCount(0)

  await act(page, 'one.txt', 'Delete forever')
  const question = page.getByRole('alertdialog', { name: 'Delete “one.txt” forever?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'one.txt')).toBeVisible()
  await act(page, 'one.txt', 'Delete forever')
  await question.getByRole('button', { name: 'Delete forever' }).click()
  await expect(row(page, 'one.txt')).toHaveCount(0)

  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('alertdialog', { name: 'Empty trash?' }).getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
  await expect(toast(page, 'Your trash was successfully cleared.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Files' }).click()
  await row(page, 'Letters').dblclick()
  await expect(row(page, 'dear.txt')).toBeVisible()
})

test('a hostile name is shown as text everywhere', { tag: '@full' }, async ({ page, holdall }) => {
  const hostile = '<img src=x onerror="document.title=String.fromCharCode(1)">${7*7}{{7*7}}'
  await signUp(page, holdall.url)
  await putFolder(page, holdall.url, hostile)
  await openFiles(page, holdall.url)
  await expect(row(page, hostile)).toBeVisible()
  await act(page, hostile, 'Move')
  await expect(page.getByRole('dialog').getByText(hostile)).toBeVisible()
  await page.keyboard.press('Escape')
  await act(page, hostile, 'Share…')
  await expect(page.getByRole('dialog', { name: `Share “${hostile}”` })).toBeVisible()
  await page.keyboard.press('Escape')
  await row(page, hostile).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: hostile })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp('<img src=x'))
  await openFiles(page, holdall.url)
  await row(page, hostile).click()
  await page.keyboard.press('Delete')
  await expect(toast(page, hostile)).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})

test('names that are refused say why and keep what was typed', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  await page.getByRole('button', { name: 'New folder' }).click()
  const popup = page.getByRole('dialog', { name: 'New folder' })
  const name = popup.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  for (const [typed, said] of [
    ['a/b', 'A name can’t contain “/”.'],
    ['invoice\u202Egpj.exe', 'A name can’t contain invisible characters that change how it reads.'],
    ['ü'.repeat(150), 'Use a shorter name: at most 255 bytes.'],
    ['..', 'A name can’t be “.” or “..”.'],
    ['   ', 'Enter a name'],
  ] as const) {
    await name.fill(typed)
    await popup.getByRole('button', { name: 'Create folder' }).click()
    // A refusal of the server is also shown as an alert; an empty name is not sent.
    if (typed.trim() !== '') {
      const alert = page.getByRole('alertdialog', { name: said })
      await alert.getByRole('button', { name: 'OK' }).click()
    }
    await expect(popup.getByText(said)).toBeVisible()
    await expect(name).toHaveValue(typed)
    await expect(name).toHaveAttribute('aria-invalid', 'true')
  }
  await name.fill('At last')
  await page.keyboard.press('Enter')
  await expect(row(page, 'At last')).toBeVisible()
  await expect(popup).toHaveCount(0)
})

test('a taken name becomes “(2)”, on creating, renaming and moving', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const other = await putFolder(page, holdall.url, 'Other')
  await putFolder(page, holdall.url, 'Summer')
  await putFile(page, holdall.url, 'plan.txt', text('here'))
  await putFile(page, holdall.url, 'plan.txt', text('there'), { parent_id: other })
  await openFiles(page, holdall.url)

  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Summer')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Summer (2)')).toBeVisible()

  await row(page, 'Summer (2)').click()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'New name for Summer (2)' })).toBeFocused()
  await page.keyboard.type('Other')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Other (2)')).toBeVisible()

  await act(page, 'plan.txt', 'Move')
  await page.getByRole('treeitem', { name: 'Other', exact: true }).click()
  await page.getByRole('button', { name: 'Move here' }).click()
  await page
    .getByRole('dialog', { name: '“plan.txt” already exists' })
    .getByRole('button', { name: 'Keep both' })
    .click()
  await expect(toast(page, /moved to/)).toBeVisible()
  await row(page, 'Other').dblclick()
  await expect(row(page, 'plan (2).txt')).toBeVisible()
  await expect(row(page, 'plan.txt')).toBeVisible()
})

test('two thousand entries scroll to the end, and select-all counts them all', async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Two thousand')
  fill(holdall, folder, 2000)
  await openFiles(page, holdall.url, `/platform/files/${folder}`)
  await expect(page.getByText('2,000 folders')).toBeVisible()
  await page.getByRole('button', { name: 'Name' }).click()
  await list(page).focus()
  await page.keyboard.press('End')
  await expect(row(page, 'entry 2000')).toBeInViewport()
  await expect(page.getByText('End of folder')).toBeInViewport()
  expect(await page.locator('[data-index]').count()).toBeLessThan(100)
  await page.keyboard.press('Control+a')
  await expect(selected(page)).toContainText('2,000 selected')
  await page.keyboard.press('Home')
  await expect(row(page, 'entry 1')).toBeInViewport()
  await page.mouse.move(900, 500)
  await page.mouse.wheel(0, 40_000)
  const firstShown = async () => Number(await page.locator('[data-index]').first().getAttribute('data-index'))
  await expect.poll(firstShown).toBeGreaterThan(400)
  await expect.poll(() => names(page)).toContain(`entry ${String((await firstShown()) + 10)}`)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(toast(page, '2,000 items moved to trash')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
})

/** Inserts folders into the database: two thousand requests would take too long. */
function fill(holdall: { readonly dataDir: string }, folder: string, count: number): void {
  sql(
    holdall,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${String(count)})
     insert into entries (id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, size, created_at, updated_at)
     select printf('00000000-0000-7000-8%03d-%012d', abs(random()) % 1000, i), f.space_id, f.owner_id, f.owner_id, f.id, 'folder',
       'entry ' || i, 'entry ' || printf('%02d', length(i)) || i, 0, f.created_at + i, f.created_at + i
     from n, entries f where f.id = ?`,
    folder,
  )
  sql(holdall, 'update entries set children_count = ?, folders_count = ? where id = ?', count, count, folder)
}
