import { expect, signUp, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
test.beforeAll(async () => {
  holdall = await startHoldall({
    env: {
      HOLDALL_HOMEPAGE: 'true',
      HOLDALL_NAME: 'Attic "files" <b> of the archive of North Rhine-Westphalia',
      HOLDALL_CONTACT_EMAIL: 'help@example.com',
      HOLDALL_HOMEPAGE_FOOTER: 'Run by Ada',
    },
  })
})
test.afterAll(() => holdall.stop())

test('the server names title and description of public pages, as text', async ({ request }) => {
  const headOf = async (path: string) => {
    const answer = await request.get(holdall.url + path, { headers: { accept: 'text/html' } })
    return { status: answer.status(), html: await answer.text() }
  }
  const home = await headOf('/')
  expect(home.html).toContain(
    '<title>Your files, safe and at hand – Attic &quot;files&quot; &lt;b&gt; of the archive of North Rhine-Westphalia</title>',
  )
  expect(home.html).toMatch(/<meta property="og:description" content="Store, organize and share files/)
  const policy = await headOf('/page/privacy-policy')
  expect(policy.html).toContain('<meta property="og:title" content="Privacy policy" />')
  expect(policy.html).toMatch(
    /<meta name="description" content="This page says which personal data Attic &quot;files&quot;/,
  )
  expect((await headOf('/page/unknown')).status).toBe(404)
})

test('users come to their files', async ({ page }) => {
  await signUp(page, holdall.url)
  await page.goto(holdall.url)
  await expect(page).toHaveURL(/\/platform\/files/)
})

test('a long name of the installation fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  for (const path of ['/', '/contact-us', '/request', '/sign-in']) {
    await page.goto(holdall.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const name = page.getByText(/^Attic "files" <b>/).first()
    const [bounds, mark] = await Promise.all([
      name.boundingBox(),
      name.locator('xpath=..').locator('svg').boundingBox(),
    ])
    expect(mark?.width, path).toBeGreaterThanOrEqual(28)
    expect(bounds?.y, path).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
})
