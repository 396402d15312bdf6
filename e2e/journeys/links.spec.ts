import type { BrowserContext, Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { act, downloaded, openFiles, putFolder, row, sha256, sha256OfFile, toast } from '../src/files-page.ts'
import { expect, putFile, signUp, test as base, watchForeignRequests } from '../src/holdall.ts'

/** `visitor` is a page of another browser in which nobody is signed in. */
const test = base.extend<{ visitor: Page }>({
  visitor: async ({ browser }, provide) => {
    const context: BrowserContext = await browser.newContext()
    const foreignRequests = watchForeignRequests(context)
    await provide(await context.newPage())
    expect(foreignRequests).toEqual([])
    await context.close()
  },
})

const text = (content: string) => Buffer.from(content)

/** Creates a link by HTTP; returns its token. */
async function share(page: Page, url: string, id: string, password?: string): Promise<string> {
  const answer = await page.request.post(`${url}/api/share`, {
    data: { id, isPassword: password !== undefined, password: password ?? null },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a link to one file gives access to that file only', async ({ page, visitor, holdall }) => {
  const bytes = text('forty-two\n'.repeat(5000))
  await signUp(page, holdall.url)
  const secret = await putFile(page, holdall.url, 'secret.txt', text('not for you'))
  const id = await putFile(page, holdall.url, 'answer "42".txt', bytes)
  const token = await share(page, holdall.url, id)
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(visitor.getByRole('heading', { name: 'answer "42".txt' })).toBeVisible()
  expect(new URL(visitor.url()).pathname).toBe(`/share/${token}/file`)
  const file = await downloaded(visitor, () => visitor.getByRole('link', { name: 'Download' }).click())
  expect(file.suggestedFilename()).toMatch(/^answer .42.\.txt$/)
  expect(await sha256OfFile(await file.path())).toBe(sha256(bytes))
  const address = file.url()
  for (const [url, status] of [
    [`${holdall.url}/api/sharing/folders/all/${token}`, 404],
    [`${holdall.url}/api/sharing/folders/${secret}/${token}`, 404],
    [`${holdall.url}/file/${secret}`, 422],
    // The signature is valid for the file of the link only.
    [address.replace(id, secret), 404],
  ] as const)
    expect((await visitor.request.get(url)).status(), url).toBe(status)
  expect((await visitor.request.get(address)).status()).toBe(200)
})

test('an expired link says so and gives access to nothing', async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const token = await share(page, holdall.url, await putFile(page, holdall.url, 'soon gone.txt', text('gone')))
  await visitor.goto(`${holdall.url}/share/${token}`)
  const address = (await visitor.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? ''
  sql(holdall, 'update shares set expires_at = ? where token = ?', Date.now() - 1000, token)
  expect((await visitor.request.get(new URL(address, holdall.url).href)).status()).toBe(410)
  await visitor.reload()
  await expect(heading(visitor, 'This link has expired')).toBeVisible()
  await expect(visitor.locator('body')).not.toContainText('soon gone')
})

test('revoking a link closes it for visitors who have it open', async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Shared')
  await putFolder(page, holdall.url, 'Inner', folder)
  await putFile(page, holdall.url, 'in it.txt', text('in it'), { parent_id: folder })
  const token = await share(page, holdall.url, folder)
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(row(visitor, 'in it.txt')).toBeVisible()
  const file = await downloaded(visitor, () => row(visitor, 'in it.txt').dblclick())
  const address = file.url()

  await openFiles(page, holdall.url)
  await act(page, 'Shared', 'Edit link…')
  await page.getByRole('dialog', { name: 'Share “Shared”' }).getByRole('button', { name: 'Stop sharing' }).click()
  await page
    .getByRole('alertdialog', { name: 'Stop sharing “Shared”?' })
    .getByRole('button', { name: 'Stop sharing' })
    .click()
  await expect(toast(page, 'Sharing stopped')).toBeVisible()
  await expect(row(page, 'Shared')).toContainText('Only you')

  expect((await visitor.request.get(address)).status()).toBe(410)
  await row(visitor, 'Inner').dblclick()
  await expect(heading(visitor, 'This link was turned off')).toBeVisible()
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(heading(visitor, 'This link was turned off')).toBeVisible()
  await expect(visitor.locator('body')).not.toContainText('in it.txt')
})

test('a new password is required where the link is already open', async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Guarded')
  await putFolder(page, holdall.url, 'Inner', folder)
  const token = await share(page, holdall.url, folder, 'first')
  const unlock = async (password: string) => {
    await expect(heading(visitor, 'Enter the password')).toBeVisible()
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.keyboard.press('Enter')
  }
  await visitor.goto(`${holdall.url}/share/${token}`)
  await unlock('first')
  await expect(row(visitor, 'Inner')).toBeVisible()

  await openFiles(page, holdall.url)
  await act(page, 'Guarded', 'Edit link…')
  const popup = page.getByRole('dialog', { name: 'Share “Guarded”' })
  await popup.getByRole('textbox', { name: 'Password' }).fill('second')
  await popup.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Link updated')).toBeVisible()

  await row(visitor, 'Inner').dblclick()
  await unlock('first')
  await expect(visitor.getByText('Wrong password. Try again.')).toBeVisible()
  await unlock('second')
  await expect(heading(visitor, 'Inner')).toBeVisible()
  await visitor.reload()
  await expect(heading(visitor, 'Inner')).toBeVisible()
})

test('the trash suspends a link, restoring reactivates it', async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const token = await share(page, holdall.url, await putFolder(page, holdall.url, 'Away'))
  await openFiles(page, holdall.url)
  await row(page, 'Away').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, '“Away” moved to trash')).toBeVisible()
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(heading(visitor, 'Page not found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Away')).toContainText('Link')
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(visitor.getByText('Away', { exact: true }).first()).toBeVisible()
  await expect(heading(visitor, 'This folder is empty')).toBeVisible()
})

test('uploaded files never run on this origin', async ({ page, visitor, holdall }) => {
  const script = `fetch('/pwned?' + encodeURIComponent(document.cookie)); document.title = 'pwned'`
  const dangerous = {
    'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${script.replaceAll('"', '&quot;')}"><script>${script}</script></svg>`,
    'page.html': `<!doctype html><script>${script}</script>`,
    'photo.png': `<!doctype html><script>${script}</script>`,
    'code.js': script,
  }
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Traps')
  for (const [name, content] of Object.entries(dangerous))
    await putFile(page, holdall.url, name, text(content), { parent_id: folder })
  const token = await share(page, holdall.url, folder)
  const reached: string[] = []
  for (const context of [page.context(), visitor.context()])
    context.on('request', (request) => {
      if (request.url().includes('/pwned')) reached.push(request.url())
    })
  for (const [who, path] of [
    [page, `/api/browse/folders/${folder}`],
    [visitor, `/api/sharing/folders/all/${token}`],
  ] as const) {
    const listing = (await (await who.request.get(holdall.url + path)).json()) as {
      data: { attributes: { name: string; file_url: string } }[]
    }
    expect(listing.data.map(({ attributes }) => attributes.name).toSorted()).toEqual(Object.keys(dangerous).toSorted())
    for (const { attributes } of listing.data) {
      const address = new URL(attributes.file_url, holdall.url).href
      const headers = (await who.request.get(address)).headers()
      expect(headers['content-disposition'], attributes.name).toMatch(/^attachment;/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(headers['content-type']).not.toMatch(/html|svg|xml|javascript/)
      // Opened as a page it is downloaded, as part of a page it is blocked.
      await downloaded(who, () =>
        who.goto(address).then(
          () => undefined,
          () => undefined,
        ),
      )
      await who.goto(`${holdall.url}/share/${token}`)
      await expect(row(who, attributes.name)).toBeVisible()
      await who.evaluate(
        (src) =>
          new Promise((resolve) => {
            const element = document.createElement('script')
            element.src = src
            element.onload = element.onerror = () => {
              resolve(null)
            }
            document.head.append(element)
          }),
        address,
      )
      await expect(who).not.toHaveTitle('pwned')
    }
  }
  expect(reached).toEqual([])
})
