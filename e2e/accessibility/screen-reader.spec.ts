import type { Locator, Page } from '@playwright/test'
import { holdToast, list, putFolder, toast, tray } from '../src/files-page.ts'
import { expect, newPerson, putFile, signUp, test } from '../src/holdall.ts'

const text = (content: string) => Buffer.from(content)

/** More than the stops of any page. */
const MAX_STOPS = 80

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${target.toString()}.`)
}

/** Moves to an item of the open menu by the arrows, and presses Enter. */
async function choose(page: Page, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action })
  await expect(item).toBeVisible()
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null)
  for (let step = 0; step < MAX_STOPS; step++) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

/** The same, of the menu of the active row. */
async function act(page: Page, action: string): Promise<void> {
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Actions' })).toBeVisible()
  await choose(page, action)
}

const active = (page: Page) => page.locator('[data-index][data-active]')
const status = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Close' }) })

test('by keyboard and screen reader: from sign-in to sign-out', async ({ page, holdall }) => {
  const { url } = holdall
  const person = newPerson()
  await signUp(page, url, person)
  const beta = await putFolder(page, url, 'Beta')
  const alpha = await putFolder(page, url, 'Alpha')
  await putFile(page, url, 'old.txt', text('old'), { parent_id: beta })
  for (const name of ['c.txt', 'b.txt', 'a.txt']) await putFile(page, url, name, text(name), { parent_id: alpha })
  await page.context().clearCookies()

  await test.step('sign in', async () => {
    await page.goto(`${url}/sign-in`)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - heading "Welcome back" [level=1]
        - text: E-mail
        - textbox "E-mail"
        - button "Continue"
    `)
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }))
    await page.keyboard.type(person.email)
    await page.keyboard.press('Enter')
    const password = page.getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await page.keyboard.type('not it')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('Wrong e-mail or password. Try again.')
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible()
  })

  await test.step('open a folder', async () => {
    await expect(page.getByRole('navigation', { name: 'Main' })).toMatchAriaSnapshot(`
      - navigation "Main":
        - link "Holdall"
        - link "Files"
        - link "Profile"
        - button "Hide navigation"
        - button "Notifications, 1 unread"
        - button "Switch to dark theme"
        - button "Log out"
        - 'button "Account: ${person.name}"'
    `)
    await expect(list(page)).toMatchAriaSnapshot(`
      - grid "Files":
        - rowgroup:
          - row:
            - columnheader "Select all":
              - checkbox "Select all"
            - columnheader "Name":
              - button "Name"
            - columnheader "Shared"
            - columnheader "Added":
              - button "Added"
            - columnheader "Modified":
              - button "Modified"
            - columnheader "Size":
              - button "Size"
            - columnheader "Actions"
        - rowgroup:
          - row:
            - gridcell:
              - checkbox "Select Alpha"
            - gridcell "Alpha"
            - gridcell "Only you"
            - gridcell:
              - time
            - gridcell
            - gridcell "3 items"
            - gridcell:
              - button "Share…"
              - button "More actions for Alpha"
          - row:
            - gridcell:
              - checkbox "Select Beta"
    `)
    await expect(page.getByRole('columnheader', { name: 'Added' })).toHaveAttribute('aria-sort', 'descending')
    await tabTo(page, list(page))
    await expect(active(page)).toContainText('Alpha')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Alpha', level: 1 })).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('select two files and move them', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(list(page)).toMatchAriaSnapshot(`
      - grid "Alpha":
        - rowgroup:
          - row:
            - columnheader "Select all":
              - checkbox "Select all" [checked=mixed]
        - rowgroup:
          - row /a\\.txt Only you .* 5 bytes/ [selected]:
            - gridcell "Select a.txt":
              - checkbox "Select a.txt" [checked]
          - row /b\\.txt Only you .* 5 bytes/ [selected]:
            - gridcell "Select b.txt":
              - checkbox "Select b.txt" [checked]
          - row /c\\.txt Only you .* 5 bytes/:
            - gridcell "Select c.txt":
              - checkbox "Select c.txt"
    `)
    await expect(page.getByRole('toolbar', { name: 'Selection' }).locator('[aria-live="polite"]')).toContainText(
      '2 selected',
    )
    await act(page, 'Move')
    const dialog = page.getByRole('dialog', { name: 'Move 2 items to…' })
    await expect(dialog.getByRole('treeitem', { name: 'Files' })).toBeFocused()
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Move 2 items to…":
        - heading "Move 2 items to…" [level=2]
        - button "Close"
        - tree "Folders":
          - treeitem "Files" [expanded] [level=1]
          - treeitem "Alpha" [level=2]
          - treeitem "Beta" [level=2]
        - button "Cancel"
        - button "Move here"
    `)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('treeitem', { name: 'Beta', selected: true })).toBeFocused()
    await tabTo(page, dialog.getByRole('button', { name: 'Move here' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the toast is announced, and undoes it', async () => {
    await expect(status(page)).toHaveAttribute('aria-live', 'polite')
    await expect(status(page)).toMatchAriaSnapshot(`
      - status:
        - text: 2 items moved to “Beta”
        - button "Undo"
        - button "Close"
    `)
    await expect(list(page)).toBeFocused()
    await holdToast(toast(page, 'moved to'))
    await tabTo(page, toast(page, 'moved to').getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /a\.txt/ })).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('sort, and rename the same file with an error', async () => {
    await page.keyboard.press('Home')
    await expect(active(page)).toContainText('a.txt')
    await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('columnheader', { name: 'Name' }).getByRole('button')).toBeFocused()
    await expect(active(page)).toContainText('a.txt')
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: 'New name for a.txt' })
    await expect(field).toBeFocused()
    await page.keyboard.type('x/y')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('A name can’t contain “/”.')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('[aria-live]').filter({ hasText: 'A name can’t contain' })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
  })

  await test.step('upload a file', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // It stays: a request that begins while a route is removed may get no answer.
    await page.route('**/api/upload/**', async (route) => {
      await released
      await route.continue()
    })
    await tabTo(page, page.getByRole('button', { name: 'Create', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose(page, 'Upload files')])
    await chooser.setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: text('new') })
    await expect(tray(page).locator('[aria-live="polite"]')).toHaveText('Uploading 1 file')
    await expect(tray(page).getByRole('progressbar', { name: 'All uploads' })).toBeVisible()
    release()
    await expect(tray(page).locator('[aria-live="polite"]')).toHaveText('Upload complete')
    await expect(page.getByRole('row', { name: /new\.txt/ })).toBeVisible()
  })

  await test.step('share a file and copy its link', async () => {
    await tabTo(page, list(page))
    await page.keyboard.type('new')
    await expect(active(page)).toContainText('new.txt')
    await act(page, 'Share…')
    const dialog = page.getByRole('dialog', { name: 'Share “new.txt”' })
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Share “new.txt”":
        - heading "Share “new.txt”" [level=2]
        - button "Close"
        - switch "Password"
        - switch "Expires"
        - button "Cancel"
        - button "Create link"
    `)
    await tabTo(page, dialog.getByRole('button', { name: 'Create link' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
    await tabTo(page, dialog.getByRole('button', { name: 'Copy', exact: true }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(list(page)).toBeFocused()
  })

  await test.step('preview a file', async () => {
    await page.keyboard.press('Enter')
    const layer = page.getByRole('dialog', { name: 'new.txt' })
    await expect(layer.getByRole('heading', { name: 'new.txt', level: 1 })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: /^[abc]\.txt$/ })).toBeVisible()
    await expect(page.getByRole('dialog').locator('[aria-live="polite"]').first()).toHaveText(/^[abc]\.txt \d of 4$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(list(page)).toBeFocused()
    await expect(active(page)).toHaveCount(1)
  })

  await test.step('search by spotlight, without waiting for its field', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('beta')
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect(field).toHaveValue('beta')
    const option = page.getByRole('group', { name: 'Folders' }).getByRole('option', { name: /Beta/ })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Beta', level: 1 })).toBeVisible()
  })

  await test.step('trash the last file of a folder, and restore it', async () => {
    await tabTo(page, list(page))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(status(page)).toContainText('“old.txt” moved to trash')
    await expect(page.getByRole('heading', { name: 'No files yet' })).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('trash')
    await expect(page.getByRole('option', { name: /Trash/ }).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
    await tabTo(page, list(page))
    await page.keyboard.press('ArrowDown')
    await act(page, 'Restore')
    await expect(status(page).filter({ hasText: 'restored' })).toContainText('1 item restored')
    await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeFocused()
  })

  await test.step('log out', async () => {
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible()
  })
})
