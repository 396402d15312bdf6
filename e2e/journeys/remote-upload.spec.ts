import { openFiles, row } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

test(
  'links to addresses behind the server are refused without a difference, shown after a reload, and closed',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await signUp(page, holdall.url)
    await putFile(page, holdall.url, 'plan.txt', Buffer.from('plan'))
    await openFiles(page, holdall.url)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Remote upload' }).click()
    const popup = page.getByRole('dialog', { name: 'Remote upload' })
    const field = popup.getByRole('textbox', { name: 'Links to files' })
    await expect(field).toBeFocused()

    await test.step('lines that are no links are named', async () => {
      await field.fill('files.example/a.zip')
      await popup.getByRole('button', { name: 'Upload' }).click()
      await expect(popup.getByText('Line 1: enter a link that starts with http:// or https://.')).toBeVisible()
    })

    const tray = page.getByRole('region', { name: 'Remote uploads' })
    await test.step('the server itself, a closed port and a name that does not exist cannot be reached', async () => {
      // The first two are this very server and a port at which nothing listens.
      await field.fill(`${holdall.url}/healthz\nhttp://127.0.0.1:9/\nhttp://no-such-host.invalid/`)
      await expect(popup.getByText('3 links')).toBeVisible()
      await popup.getByRole('button', { name: 'Upload' }).click()
      await expect(popup).toHaveCount(0)
      await expect(tray.getByText('The address can’t be reached')).toHaveCount(3, { timeout: 40_000 })
      await expect(tray.getByRole('heading', { name: '3 files couldn’t be saved' })).toBeVisible()
      await expect(row(page, 'plan.txt')).toBeVisible()
    })

    await test.step('the failures are still there after a reload, until they are closed', async () => {
      await page.reload()
      await expect(tray.getByText('The address can’t be reached')).toHaveCount(3)
      await tray.getByRole('button', { name: 'Close' }).click()
      await expect(tray).toHaveCount(0)
      await page.reload()
      await expect(row(page, 'plan.txt')).toBeVisible()
      await expect(tray).toHaveCount(0)
    })
  },
)
