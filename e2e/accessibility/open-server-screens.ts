import { expect } from '../src/holdall.ts'
import { freePort, startHoldall } from '../src/server.ts'
import { heading, type Inspector } from './inspector.ts'

/** In place of Google's. */
const script = `window.grecaptcha = { ready: (run) => run(), execute: () => Promise.resolve('token') }`
const RECAPTCHA = '**/recaptcha/api.js**'

/** A server with a demo account and a contact page that reCAPTCHA protects. */
async function withOpenServer(run: (url: string) => Promise<void>): Promise<void> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      HOLDALL_DEMO: 'true',
      HOLDALL_CONTACT_EMAIL: 'operator@example.com',
      HOLDALL_RECAPTCHA_SITE_KEY: 'site',
      HOLDALL_RECAPTCHA_SECRET: 'secret',
      // Nothing listens there.
      HOLDALL_RECAPTCHA_URL: `http://127.0.0.1:${String(await freePort())}`,
    },
  })
  try {
    await run(url)
  } finally {
    await holdall.stop()
  }
}

export const openServer = (inspect: Inspector): Promise<void> =>
  withOpenServer(async (url) => {
    await recaptchaForms(inspect, url)
    await demo(inspect, url)
  })

async function recaptchaForms({ page, scan }: Inspector, url: string): Promise<void> {
  await page.goto(`${url}/contact-us`)
  await expect(page.getByText(/^reCAPTCHA couldn’t be loaded/)).toBeVisible()
  await page.getByLabel('E-mail').fill('sam@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Can I have more space?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('reCAPTCHA couldn’t be loaded')
  await scan('contact, reCAPTCHA blocked')
  await page.route(RECAPTCHA, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(`${url}/sign-up`)
  await page.waitForFunction(() => 'grecaptcha' in window)
  await expect(page.getByText(/^Protected by reCAPTCHA/)).toBeVisible()
  await scan('sign-up, with reCAPTCHA')
}

async function demo({ page, scan }: Inspector, url: string): Promise<void> {
  await page.goto(`${url}/demo`)
  await heading(page, 'Try the demo')
  await scan('demo')
  await page.getByRole('button', { name: 'Open the demo' }).click()
  await expect(page.getByText('Welcome.md')).toBeVisible()
  const files = page.url()
  await page.goto(`${url}/demo`)
  await expect(page.getByText('You’re signed in.')).toBeVisible()
  await scan('demo, signed in')
  await page.goto(files)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const popup = page.getByRole('dialog', { name: 'New folder' })
  await popup.getByRole('textbox').first().fill('Mine')
  await popup.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('nothing can be changed here')
  await scan('demo, nothing can be changed')
}

/** The same ones in Arabic. */
export const rightToLeftOpenServer = ({ page, scan }: Inspector): Promise<void> =>
  withOpenServer(async (url) => {
    await page.context().clearCookies()
    await page.context().addCookies([{ name: 'holdall_locale', value: 'ar', url }])
    await page.goto(`${url}/contact-us`)
    await expect(page.getByRole('alert').filter({ hasText: 'reCAPTCHA' })).toBeVisible()
    await scan('contact, reCAPTCHA blocked')
    await page.goto(`${url}/demo`)
    await heading(page, 'جرّب العرض التجريبي')
    await scan('demo')
  })
