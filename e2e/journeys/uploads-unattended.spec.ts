import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { dropPaths, openFiles, tray } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

const MiB = 1024 * 1024
/** A trial run used 2 GiB. */
const LARGE_BYTES = Number(process.env['HOLDALL_E2E_LARGE_BYTES'] ?? 128 * MiB)
const SMALL_FILES = 300

let server: Holdall
let folder = ''
const tree = () => path.join(folder, 'queue')
const large = () => path.join(folder, 'large.bin')

test.beforeAll(async () => {
  server = await startHoldall()
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-unattended-'))
  await mkdir(path.join(tree(), 'below', 'empty'), { recursive: true })
  for (let n = 0; n < SMALL_FILES; n += 1) {
    const place = path.join(tree(), n % 2 ? 'below' : '', `file-${String(n)}.txt`)
    await writeFile(place, `The content of file ${String(n)}. `.repeat(1 + (n % 50)))
  }
  // Sparse, with a text in each MiB: a chunk that is missing or at a wrong offset changes the hash.
  const file = await open(large(), 'w')
  for (let at = 0; at < LARGE_BYTES; at += MiB) await file.write(`offset ${String(at)}`, at)
  await file.truncate(LARGE_BYTES)
  await file.close()
})
test.afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Counts the chunks that the server acknowledges; the function that it returns waits for more of a kind. */
function watchChunks(page: Page) {
  const counts = { small: 0, large: 0 }
  const waiting = new Set<() => void>()
  page.on('response', (response) => {
    if (!response.url().includes('/api/upload/chunks') || !response.ok()) return
    counts[response.url().includes('name=large.bin') ? 'large' : 'small'] += 1
    for (const look of waiting) look()
  })
  return (kind: keyof typeof counts, more: number) => {
    const goal = counts[kind] + more
    return new Promise<void>((resolve) => {
      const look = () => {
        if (counts[kind] < goal) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
    })
  }
}

const headline = (page: Page) => tray(page).getByRole('heading')

async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(headline(page)).toHaveText('Waiting for connection')
  await page.context().setOffline(false)
}

async function hashOfStream(stream: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256')
  stream.on('data', (bytes: Buffer) => hash.update(bytes))
  await finished(stream)
  return hash.digest('hex')
}

/** SHA-256 of each local file, by its path. */
async function hashesOnDisk(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(tree(), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    found.set(path.relative(folder, file), await hashOfStream(createReadStream(file)))
  }
  found.set('large.bin', await hashOfStream(createReadStream(large())))
  return found
}

interface Listed {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly attributes: { readonly name: string; readonly file_url: string | null }
}

/** The same of everything in the user's home, downloaded. */
async function hashesOnServer(page: Page, cookie: string, id = 'all', above = ''): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let number = 1; ; number += 1) {
    const answer = await page.request.get(`${server.url}/api/browse/folders/${id}?page=${String(number)}`)
    const { data, meta } = (await answer.json()) as {
      data: Listed[]
      meta: { paginate: { lastPage: number } }
    }
    for (const { id: entryId, type, attributes } of data) {
      const place = path.join(above, attributes.name)
      if (type === 'folder') {
        found.set(place, 'folder')
        for (const [below, hash] of await hashesOnServer(page, cookie, entryId, place)) found.set(below, hash)
      } else {
        const file = await fetch(new URL(attributes.file_url ?? '', server.url), { headers: { cookie } })
        const hash = createHash('sha256')
        for await (const bytes of file.body ?? []) hash.update(bytes)
        found.set(place, hash.digest('hex'))
      }
    }
    if (number >= meta.paginate.lastPage) return found
  }
}

test('a queue of 300 files and a large one is uploaded intact despite lost connections, a killed server, a reload and an ended session', async ({
  page,
}) => {
  test.setTimeout(180_000 + LARGE_BYTES / 5000)
  const person = await signUp(page, server.url)
  await openFiles(page, server.url)
  const acknowledged = watchChunks(page)
  page.on('dialog', (dialog) => void dialog.accept())

  let reached = acknowledged('small', 30)
  await dropPaths(page, [tree()], page.getByRole('heading', { name: 'No files yet' }))
  await expect(headline(page)).toContainText('of 301')
  await page.getByLabel('Upload files', { exact: true }).and(page.locator('input')).setInputFiles(large())
  await reached

  // The connection is lost: the queue resumes without a user action.
  await loseConnection(page)
  await acknowledged('small', 20)

  // The tab is reloaded: the browser has stored handles of dropped files, picked ones need one gesture.
  await page.reload()
  await acknowledged('small', 20)
  const rest = tray(page).locator('[data-step="interrupted"]')
  await expect(rest).toContainText('large.bin')
  await dropPaths(page, [large()], tray(page))
  await expect(rest).toHaveCount(0)

  // The session ends elsewhere: after signing in again the queue resumes.
  sql(server, 'delete from sessions')
  const popup = page.getByRole('alertdialog')
  await expect(popup).toBeVisible()
  await popup.getByRole('button').first().click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
  reached = acknowledged('small', 20)
  await page.getByLabel('E-mail').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await reached

  // During the large file: the connection is lost again, and the server is killed.
  await acknowledged('large', 3)
  await loseConnection(page)
  await acknowledged('large', 3)
  await server.kill('SIGKILL')
  await expect(headline(page)).toHaveText('Waiting for connection')
  await server.restart()

  await expect(headline(page)).toHaveText(/uploads complete/, { timeout: 60_000 + LARGE_BYTES / 5000 })
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const expected = await hashesOnDisk()
  for (const made of ['queue', 'queue/below', 'queue/below/empty']) expected.set(made, 'folder')
  expect(await hashesOnServer(page, cookie)).toEqual(expected)
})
