import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base, watchForeignRequests } from './holdall.ts'

/** `visitor` is a page of another browser in which nobody is signed in. */
export const test = base.extend<{ visitor: Page }>({
  visitor: async ({ browser }, provide) => {
    const context: BrowserContext = await browser.newContext()
    const foreignRequests = watchForeignRequests(context)
    await provide(await context.newPage())
    expect(foreignRequests).toEqual([])
    await context.close()
  },
})

/** Creates a link by HTTP; returns its token. */
export async function share(page: Page, url: string, id: string, password?: string): Promise<string> {
  const answer = await page.request.post(`${url}/api/share`, {
    data: { id, isPassword: password !== undefined, password: password ?? null },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
}
