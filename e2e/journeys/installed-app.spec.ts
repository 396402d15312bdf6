import type { Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { openFiles, putFolder, row, waitForList } from '../src/files-page.ts'
import { expect, newPerson, signUp, test } from '../src/holdall.ts'
import { activeWorker, shareFiles } from '../src/installed-app.ts'
import { startHoldall } from '../src/server.ts'

const caches = (page: Page) =>
  page.evaluate(async () => {
    const names = await window.caches.keys()
    const paths: string[] = []
    const texts: string[] = []
    for (const name of names) {
      const cache = await window.caches.open(name)
      for (const request of await cache.keys()) {
        paths.push(new URL(request.url).pathname)
        texts.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    return { names, paths, text: texts.join('') }
  })
/** All records of all of IndexedDB. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')))
      })
    const records: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        records.push(...(await result(database.transaction(store).objectStore(store).getAll())))
      database.close()
    }
    return records.length
  })

test('without the server the app shows a screen of its own, and continues by itself', async ({
  page,
  context,
  holdall,
}) => {
  const person = await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  await activeWorker(page)
  const title = (name: string) => page.getByRole('heading', { name })

  await holdall.kill()
  await page.goto(`${holdall.url}/platform/recent-uploads`)
  await expect(title('Can’t reach the server')).toBeVisible()
  await expect(page.getByText('Holdall', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toBeEmpty()
  await expect(title('Can’t reach the server')).toBeVisible()
  await context.setOffline(true)
  await expect(title('You’re offline')).toBeVisible()
  await context.setOffline(false)
  await expect(title('Can’t reach the server')).toBeVisible()

  const kept = await caches(page)
  expect(kept.names).toHaveLength(1)
  expect(kept.paths).toContain('/ui/offline')
  expect(kept.paths.filter((path) => !path.startsWith('/ui/shell/') && path !== '/ui/offline')).toEqual([])
  expect(kept.text).toContain('Holdall')
  expect(kept.text).not.toContain(person.email)
  expect(kept.text).not.toContain(person.name)
  expect(await stored(page)).toBe(0)

  // In the language of the last page in this browser, and in its theme.
  await page.evaluate(() => {
    localStorage.setItem('holdall.page_locale', 'ar')
    localStorage.setItem('holdall.preferences', '{"theme":"dark"}')
  })
  await page.reload()
  await expect(title('تعذّر الوصول إلى الخادم')).toBeVisible()
  await expect(page.locator('html[dir="rtl"][lang="ar"][data-theme="dark"]')).toHaveCount(1)

  await holdall.restart()
  // The pause between attempts is up to 8 s by now.
  await expect(title('Recent uploads').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/platform/recent-uploads')
})

test('files that are shared with the app are uploaded into a chosen folder once that is confirmed @full', async ({
  page,
  holdall,
}) => {
  const person = await signUp(page, holdall.url)
  await putFolder(page, holdall.url, 'Letters')
  await openFiles(page, holdall.url)
  await activeWorker(page)
  // Canceled: nothing is uploaded, and nothing stays.
  await shareFiles(page, ['refused.txt'])
  const dialog = page.getByRole('dialog', { name: 'Upload to Holdall' })
  await expect(dialog.getByText('refused.txt')).toBeVisible()
  expect(await stored(page)).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => stored(page)).toBe(0)

  // Whoever is signed out signs in first.
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await shareFiles(page, ['one.txt', 'two.txt'])
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await page.getByLabel('E-mail').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog.getByText('2 files, 36 bytes')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Shared files' }).getByRole('listitem')).toHaveText([
    /^one\.txt/,
    /^two\.txt/,
  ])
  expect(await stored(page)).toBe(1)
  await dialog.getByRole('treeitem', { name: 'Letters', exact: true }).click()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
  await expect(row(page, 'one.txt')).toBeVisible()
  await expect(row(page, 'two.txt')).toBeVisible()
  await expect.poll(() => stored(page)).toBe(0)
  await openFiles(page, holdall.url)
  await expect(row(page, 'Letters')).toContainText('2 items')
  await expect(row(page, 'refused.txt')).toHaveCount(0)
})

test(
  'over plain http on a LAN there is no worker, nothing to install and no passkey',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await page.goto(`${holdall.lanUrl}/sign-in`)
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await expect(page.getByRole('button', { name: /passkey/ })).toHaveCount(0)
    const person = newPerson()
    await page.goto(`${holdall.lanUrl}/sign-up`)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await waitForList(page)
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(`${holdall.lanUrl}/platform/files`)
    await waitForList(page)
    expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false])
    await expect(page.locator('link[rel="manifest"]')).toHaveCount(0)
    await page.goto(`${holdall.lanUrl}/user/settings/password`)
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0)
    expect(requested).not.toContain('/service-worker.js')
    expect(requested).not.toContain('/manifest.webmanifest')
    expect(failures).toEqual([])
  },
)

test(
  'another name of the installation is another worker; turned off, it removes itself',
  { tag: '@full' },
  async ({ page }) => {
    // One of its own: its settings change.
    const server = await startHoldall()
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
      .poll(
        async () => {
          await update()
          const { names, text } = await caches(page)
          return [names.length, names[0] === before, text.includes('Choir')]
        },
        // The server reads its settings every five seconds, and the browser then fetches all that the worker keeps.
        { timeout: 60_000 },
      )
      .toEqual([1, false, true])

    set('app.installable', 'false')
    await expect
      .poll(
        async () => {
          await update()
          return page.evaluate(async () => [
            (await window.caches.keys()).length,
            (await navigator.serviceWorker.getRegistrations()).length,
          ])
        },
        { timeout: 60_000 },
      )
      .toEqual([0, 0])
    await server.stop()
  },
)
