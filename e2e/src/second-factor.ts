import type { Page } from '@playwright/test'
import { type AuthenticatorApp, authenticatorApp } from '../../server/src/testing/authenticator-app.ts'
import { expect } from './holdall.ts'

export interface SecondFactor {
  /** Has one code at once after this, and each further one when its time step begins. */
  readonly app: AuthenticatorApp
  readonly recoveryCodes: readonly string[]
}

/** Turns on the second factor of the account that the page is signed in to, by HTTP. */
export async function turnOnSecondFactor(page: Page, url: string): Promise<SecondFactor> {
  expect((await page.request.post(`${url}/user/two-factor-authentication`)).status()).toBe(204)
  const shown = await page.request.get(`${url}/user/two-factor-qr-code`)
  const { data } = (await shown.json()) as { data: { attributes: { secret: string } } }
  const app = authenticatorApp(data.attributes.secret)
  const answer = await page.request.post(`${url}/user/confirmed-two-factor-authentication`, {
    data: { code: app.nextCode() },
  })
  expect(answer.status()).toBe(200)
  const confirmed = (await answer.json()) as { data: { attributes: { codes: string[] } } }
  return { app, recoveryCodes: confirmed.data.attributes.codes }
}
