import { expect, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
test.beforeAll(async () => {
  holdall = await startHoldall({ env: { HOLDALL_DEMO: 'true' } })
})
test.afterAll(() => holdall.stop())

test(
  'a visitor opens the demo, looks at a file, and is told that nothing can be changed',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(`${holdall.url}/demo`)
    await page.getByRole('button', { name: 'Open the demo' }).click()
    await expect(page).toHaveURL(/\/platform\/files/)
    await expect(page.getByText('Welcome.md')).toBeVisible()
    await expect(page.getByRole('status').getByText('This is a demo. Look around')).toBeVisible()

    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    const popup = page.getByRole('dialog', { name: 'New folder' })
    await popup.getByRole('textbox').first().fill('Mine')
    await popup.getByRole('button', { name: 'Create folder' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('This is a demo: nothing can be changed here.')

    await page.goto(`${holdall.url}/user/profile`)
    await expect(page.getByText('demo@holdall.invalid').first()).toBeVisible()
  },
)
