import type { Page } from '@playwright/test'
import { act, list, names, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { sql } from '../src/database.ts'
import { expect, signUp, test } from '../src/holdall.ts'

const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

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
  sql(
    holdall,
    'update users set item_count = item_count + ? where id = (select owner_id from entries where id = ?)',
    count,
    folder,
  )
  sql(
    holdall,
    'update spaces set folder_count = folder_count + ? where id = (select space_id from entries where id = ?)',
    count,
    folder,
  )
}
