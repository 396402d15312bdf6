import { text } from 'node:stream/consumers'
import { type FileServer, fileServer } from '../../server/src/testing/file-server.ts'
import { openFiles } from '../src/files-page.ts'
import { expect, signIn, test } from '../src/holdall.ts'
import { activeWorker } from '../src/installed-app.ts'
import { startMailServer } from '../src/mail-server.ts'
import { admin, freePort, type Holdall, startHoldall } from '../src/server.ts'

/** In place of Google's: its tokens are the names of their actions. */
const script = `window.grecaptcha = {
  ready: (run) => run(),
  execute: (key, { action }) => Promise.resolve(key === 'site' ? action : ''),
}`

let mail: Awaited<ReturnType<typeof startMailServer>>
let recaptcha: FileServer
let holdall: Holdall
let url: string
test.beforeAll(async () => {
  mail = await startMailServer()
  recaptcha = await fileServer({
    '/recaptcha/api.js': (response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
    '/recaptcha/api/siteverify': (response, request) => {
      void text(request).then((body) => {
        const action = new URLSearchParams(body).get('response')
        response.end(JSON.stringify({ success: true, score: 0.9, hostname: '127.0.0.1', action }))
      })
    },
  })
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      HOLDALL_SMTP_URL: mail.url,
      HOLDALL_CONTACT_EMAIL: 'operator@example.com',
      HOLDALL_HOMEPAGE: 'true',
      HOLDALL_RECAPTCHA_SITE_KEY: 'site',
      HOLDALL_RECAPTCHA_SECRET: 'secret',
      HOLDALL_RECAPTCHA_URL: recaptcha.origin,
      HOLDALL_OUTGOING_ALLOW: recaptcha.authority,
    },
  })
})
test.afterAll(async () => {
  await holdall.stop()
  await recaptcha.close()
  await mail.stop()
})

test('a visitor writes to the operator, and reCAPTCHA is in the document of that page only', async ({ page }) => {
  /** Null while the document is replaced. */
  const hasScript = () => page.evaluate(() => 'grecaptcha' in window).catch(() => null)
  await page.goto(url)
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL(`${url}/contact-us`)
  await expect(page.getByText(/^Protected by reCAPTCHA/)).toBeVisible()
  await expect.poll(hasScript).toBe(true)
  await page.getByLabel('E-mail').fill('sam@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Can I have more space?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Message sent' })).toBeVisible()
  await expect.poll(() => mail.mails.length).toBe(1)
  expect(mail.mails[0]).toContain('To: operator@example.com')
  expect(mail.mails[0]).toContain('Reply-To: sam@example.com')
  expect(mail.mails[0]).toContain('Can I have more space?')

  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page).toHaveURL(`${url}/`)
  await expect.poll(hasScript).toBe(false)
})

test('with the service worker each page has the policy that the server sends with it @full', async ({ page }) => {
  await signIn(page, url, admin)
  await openFiles(page, url)
  await activeWorker(page)
  const policyOf = async (path: string) => {
    const response = await page.goto(url + path)
    expect(response?.fromServiceWorker()).toBe(true)
    return response?.headers()['content-security-policy']
  }
  expect(await policyOf('/contact-us')).toContain(`${recaptcha.origin}/recaptcha/`)
  await expect.poll(() => page.evaluate(() => 'grecaptcha' in window)).toBe(true)
  expect(await policyOf('/platform/files')).not.toContain('/recaptcha/')
  expect(await page.evaluate(() => 'grecaptcha' in window)).toBe(false)
  const kept = await page.evaluate(async () => {
    const cached = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return cached.flat().map(({ url: address }) => new URL(address).pathname)
  })
  expect(kept).toContain('/ui/offline')
  expect(kept).not.toContain('/contact-us')
})
