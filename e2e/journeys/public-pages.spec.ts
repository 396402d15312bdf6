import { expect, signUp, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
test.beforeAll(async () => {
  holdall = await startHoldall({
    env: {
      HOLDALL_HOMEPAGE: 'true',
      HOLDALL_NAME: 'Attic "files" <b>',
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
  expect(home.html).toContain('<title>Your files, safe and at hand – Attic &quot;files&quot; &lt;b&gt;</title>')
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
