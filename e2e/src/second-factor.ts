import type { Page } from '@playwright/test'
import { type AuthenticatorApp, authenticatorApp } from '../../server/src/testing/authenticator-app.ts'
import { expect } from './holdall.ts'

/** Turns on the second factor of the account that the page is signed in to, by HTTP. Returns its app. */
export async function turnOnSecondFactor(page: Page, url: string): Promise<AuthenticatorApp> {
  expect((await page.request.post(`${url}/user/two-factor-authentication`)).status()).toBe(204)
  const shown = await page.request.get(`${url}/user/two-factor-qr-code`)
  const { data } = (await shown.json()) as { data: { attributes: { secret: string } } }
  const app = authenticatorApp(data.attributes.secret)
  const answer = await page.request.post(`${url}/user/confirmed-two-factor-authentication`, {
    data: { code: app.nextCode() },
  })
  expect(answer.status()).toBe(200)
  return app
}
