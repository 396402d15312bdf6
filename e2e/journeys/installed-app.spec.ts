import type { Page } from '@playwright/test'
import { openFiles } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { sql } from '../src/database.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

let server: Holdall
test.beforeAll(async () => {
  server = await startHoldall()
})
test.afterAll(() => server.stop())

/** Resolves once the worker that the server has now is in use. */
const activeWorker = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active && active.state !== 'activated')
      await new Promise((resolve) => {
        active.addEventListener('statechange', resolve, { once: true })
      })
  })
const caches = (page: Page) =>
  page.evaluate(async () => {
    const names = await window.caches.keys()
    const urls: string[] = []
    const texts: string[] = []
    for (const name of names) {
      const cache = await window.caches.open(name)
      for (const request of await cache.keys()) {
        urls.push(new URL(request.url).pathname)
        texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return { names, urls, text: texts.join('') }
  })
test('another name of the installation is another worker; turned off, it removes itself', async ({ page }) => {
  await signUp(page, server.url)
  await openFiles(page, server.url)
  await activeWorker(page)
  const [before] = (await caches(page)).names
  const set = (name: string, value: string) =>
    sql(server, `insert or replace into settings (name, value, updated_at) values ('${name}', ?, 0)`, value)
  const update = () =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
  set('app.name', '"Choir"')
  await expect
    .poll(async () => {
      await update()
      const { names, text } = await caches(page)
      return [names.length, names[0] === before, text.includes('Choir')]
    })
    .toEqual([1, false, true])

  set('app.installable', 'false')
  await expect
    .poll(async () => {
      await update()
      return page.evaluate(async () => [
        (await window.caches.keys()).length,
        (await navigator.serviceWorker.getRegistrations()).length,
      ])
    })
    .toEqual([0, 0])
  set('app.installable', 'true')
  set('app.name', '"Holdall"')
})
