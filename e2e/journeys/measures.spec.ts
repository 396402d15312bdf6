import { sql } from '../src/database.ts'
import { openFiles } from '../src/files-page.ts'
import { expect, signIn, signUp, test } from '../src/holdall.ts'
import { admin } from '../src/server.ts'

test('the notification centre is 360 px wide, an alert 490', { tag: '@full' }, async ({ page, holdall }) => {
  const person = await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  await page.getByRole('button', { name: 'Notifications' }).click()
  const widthOf = async (role: 'dialog' | 'alertdialog', name: string) =>
    (await page.getByRole(role, { name }).boundingBox())?.width
  await expect.poll(() => widthOf('dialog', 'Notifications')).toBe(360)

  sql(holdall, 'update users set quota_bytes = 1 where email = ?', person.email)
  await page
    .locator('input[type="file"][multiple]')
    .setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('more') })
  await expect.poll(() => widthOf('alertdialog', 'Not enough storage')).toBe(490)
})

test(
  'the admin area and the account have a background of their own, in both themes',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await signIn(page, holdall.url, admin)
    const backgroundAt = async (path: string) => {
      await page.goto(`${holdall.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const ofFiles = await backgroundAt('/platform/files')
      for (const path of ['/admin/dashboard', '/user/profile']) expect(await backgroundAt(path)).not.toBe(ofFiles)
    }
  },
)

test(
  'rules of components are added to a style sheet without fonts, which would lay out the whole page again',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await page.goto(`${holdall.url}/sign-in`)
    await page.getByRole('textbox').waitFor()
    const sheets = await page.evaluate(() =>
      Array.from(document.styleSheets, ({ cssRules, ownerNode }) => ({
        grows: (ownerNode as Element).hasAttribute('data-styled'),
        rules: cssRules.length,
        fonts: Array.from(cssRules).filter((rule) => rule instanceof CSSFontFaceRule).length,
        elements: Array.from(cssRules).filter(
          (rule) => rule instanceof CSSStyleRule && rule.selectorText.startsWith('*'),
        ).length,
      })),
    )
    const growing = sheets.filter(({ grows }) => grows)
    expect(growing.map(({ fonts, elements }) => [fonts, elements])).toEqual([[0, 0]])
    expect(growing[0]?.rules).toBeGreaterThan(10)
    const [fixed] = sheets.filter(({ fonts }) => fonts > 1)
    expect(fixed?.elements).toBe(1)
  },
)
