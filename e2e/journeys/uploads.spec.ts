import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readZip } from '../../server/src/testing/read-zip.ts'
import { sql } from '../src/database.ts'
import {
  act,
  downloaded,
  dropPaths,
  holdToast,
  list,
  names,
  openFiles,
  row,
  sha256OfFile,
  toast,
  tray,
} from '../src/files-page.ts'
import { expect, putFile, signIn, signUp, test } from '../src/holdall.ts'
import { admin, startHoldall } from '../src/server.ts'

const MiB = 1024 * 1024
/** Of the worker's server. */
const CHUNK = MiB
const BIG = 6 * CHUNK

let folder = ''
const pathOf = (name: string) => path.join(folder, name)

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-uploads-'))
  await Promise.all([
    writeFile(pathOf('film.bin'), randomBytes(BIG)),
    writeFile(pathOf('fits.bin'), randomBytes(2 * MiB)),
    writeFile(pathOf('too-much.bin'), randomBytes(2 * MiB)),
    writeFile(pathOf('note.txt'), 'short'),
  ])
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const pick = (page: Page, ...files: string[]) =>
  page.locator('input[type="file"][multiple]').setInputFiles(files.map(pathOf))
const uploadRow = (page: Page, name: string) => tray(page).locator('[data-step]').filter({ hasText: name })

/** Limits the upload speed, in bytes per second; null removes the limit. */
async function limitSpeed(page: Page, speed: number | null): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: speed ?? -1,
  })
}

async function expectIntact(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toBeVisible()
  const file = await downloaded(page, () => act(page, name, 'Download'))
  expect(await sha256OfFile(await file.path())).toBe(await sha256OfFile(pathOf(name)))
}

const chunksAcknowledged = (page: Page) => {
  let count = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/upload/chunks') && response.ok()) count += 1
  })
  return () => count
}

test('a file from the disk keeps its date: in the list, in its details, in a zip and in a download', async ({
  page,
  holdall,
}) => {
  const date = new Date('1999-12-30T12:00:00Z')
  await writeFile(pathOf('old.txt'), 'old')
  await utimes(pathOf('old.txt'), date, date)
  await signUp(page, holdall.url)
  await putFile(page, holdall.url, 'older.txt', Buffer.from('older'), { modified_at: '1985-10-26T12:00:00Z' })
  await openFiles(page, holdall.url)
  await pick(page, 'note.txt', 'old.txt')
  await expect(row(page, 'old.txt')).toContainText('Dec 30, 1999')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Modified').getByRole('button').click()
  await expect.poll(() => names(page)).toEqual(['note.txt', 'old.txt', 'older.txt'])
  await page.getByRole('button', { name: 'Details' }).click()
  await row(page, 'old.txt').click()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel).toContainText(/Modified\s*Dec 30, 1999/)
  // Beside the panel there is room for the date that the list is sorted by.
  await expect(head('Added')).toBeHidden()
  await expect(head('Modified')).toBeVisible()

  const [, entry] = (await (await page.request.get(`${holdall.url}/api/browse/folders/all?sort=modified_at`)).json())
    .data
  const file = await page.request.get(new URL(entry.attributes.file_url, holdall.url).href)
  expect(file.headers()['last-modified']).toBe(date.toUTCString())
  await list(page).focus()
  await page.keyboard.press('Control+a')
  const zip = await downloaded(page, () => act(page, 'old.txt', 'Download'))
  const contents = await readZip(await readFile(await zip.path()))
  expect(contents.find(({ path: name }) => name === 'old.txt')?.modified).toEqual(date)
})

test('a slow upload shows its progress, is paused, resumed, and canceled without leaving anything', async ({
  page,
  holdall,
}) => {
  const person = await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  await limitSpeed(page, MiB / 4)
  await pick(page, 'film.bin', 'note.txt')
  await expect(tray(page)).toContainText('Uploading 1 of 2')
  const bar = page.getByRole('progressbar', { name: 'film.bin' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(uploadRow(page, 'film.bin')).toContainText(/of 6\.\d+ MB · .+\/s · .+ left/)

  await page.getByRole('button', { name: 'Pause film.bin' }).click()
  await expect(uploadRow(page, 'film.bin')).toContainText(/Paused at .+ of 6\.\d+ MB/)
  await expect(uploadRow(page, 'note.txt')).toContainText('Done')
  await page.getByRole('button', { name: 'Resume film.bin' }).click()
  await expect(uploadRow(page, 'film.bin')).toContainText('left')

  await page.getByRole('button', { name: 'Cancel film.bin' }).click()
  await expect(uploadRow(page, 'film.bin')).toHaveCount(0)
  await expect(row(page, 'note.txt')).toBeVisible()
  await expect(row(page, 'film.bin')).toHaveCount(0)
  const left = `select u.used_bytes, u.reserved_bytes, (select count(*) from uploads where owner_id = u.id and status = 'receiving') as open from users u where email = ?`
  await expect.poll(() => sql(holdall, left, person.email)).toEqual([{ used_bytes: 5, reserved_bytes: 0, open: 0 }])

  await limitSpeed(page, null)
  const name = `he said "hi" & 100 % of it's + more; #1 [x] ünï 🌳?.txt`
  await writeFile(pathOf(name), 'quoted')
  await pick(page, 'film.bin', name)
  await expectIntact(page, 'film.bin')
  await expectIntact(page, name)
})

/** Signs up and starts an upload of half a minute; the returned function counts the acknowledged chunks. */
async function startSlowUpload(page: Page, url: string): Promise<() => number> {
  await signUp(page, url)
  await openFiles(page, url)
  await limitSpeed(page, MiB / 4)
  const acknowledged = chunksAcknowledged(page)
  await pick(page, 'film.bin')
  await expect.poll(acknowledged).toBeGreaterThanOrEqual(1)
  return acknowledged
}

test('after the server was killed and restarted an upload is finished intact without a user action', async ({
  page,
  holdall,
}) => {
  await startSlowUpload(page, holdall.url)
  await holdall.kill('SIGKILL')
  await expect(tray(page)).toContainText('Waiting for connection')
  await holdall.restart()
  await expect(tray(page)).toContainText('Uploading 1 of 1')
  await limitSpeed(page, null)
  await expect(tray(page)).toContainText('Upload complete')
  await expectIntact(page, 'film.bin')
})

test('after a reload an upload is offered again and resumes from the server’s offset', async ({ page, holdall }) => {
  const acknowledged = await startSlowUpload(page, holdall.url)
  const before = acknowledged()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(uploadRow(page, 'film.bin')).toContainText(/Interrupted at .+ of 6\.\d+ MB/)
  await limitSpeed(page, null)
  const again = tray(page).getByLabel('Choose files').and(page.locator('input'))
  await again.setInputFiles(pathOf('fits.bin'))
  await expect(page.getByText('That’s a different file. Choose the same file to continue.')).toBeVisible()
  const sent = chunksAcknowledged(page)
  await again.setInputFiles(pathOf('film.bin'))
  await expect(tray(page)).toContainText('Upload complete')
  expect(sent()).toBeLessThanOrEqual(BIG / CHUNK - before)
  await expectIntact(page, 'film.bin')
})

test(
  'a folder that is dropped again is merged, and Undo restores the files that it has replaced',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await mkdir(pathOf('album/inner'), { recursive: true })
    await Promise.all(['a.txt', 'inner/b.txt'].map((name) => writeFile(pathOf(`album/${name}`), 'first')))
    await signUp(page, holdall.url)
    await openFiles(page, holdall.url)
    await dropPaths(page, [pathOf('album')], page.locator('main'))
    await expect(tray(page)).toContainText('2 uploads complete')
    await Promise.all(
      ['a.txt', 'inner/b.txt', 'inner/c.txt'].map((name) => writeFile(pathOf(`album/${name}`), 'second one')),
    )
    await dropPaths(page, [pathOf('album')], page.locator('main'))
    await page.getByRole('dialog', { name: '“album” already exists' }).getByRole('button', { name: 'Merge' }).click()
    await toast(page, '2 files replaced').getByRole('button', { name: 'Undo' }).click()
    await expect(tray(page)).toContainText('3 uploads complete')
    await expect(row(page, 'album (2)')).toHaveCount(0)
    await row(page, 'album').dblclick()
    await expect(row(page, 'a.txt')).toContainText('5 bytes')
    await row(page, 'inner').dblclick()
    await expect(row(page, 'b.txt')).toContainText('5 bytes')
    await expect(row(page, 'c.txt')).toContainText('10 bytes')

    await act(page, 'b.txt', 'Versions')
    const versions = page.getByRole('dialog', { name: 'Versions of “b.txt”' })
    await versions.getByRole('button', { name: /^Preview/ }).click()
    const preview = page.getByRole('dialog', { name: 'b.txt', exact: true })
    await expect(preview).toContainText('second one')
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await versions.getByRole('button', { name: /^Restore/ }).click()
    await expect(toast(page, 'Earlier version of “b.txt” restored')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(versions).toHaveCount(0)
    await expect(row(page, 'b.txt')).toContainText('10 bytes')
  },
)

test(
  'a full quota shows a popup and pauses the rest, and free space lets everything be uploaded',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const person = await signUp(page, holdall.url)
    const quota = (bytes: number) =>
      sql(holdall, 'update users set quota_bytes = ? where email = ?', bytes, person.email)
    quota(3 * MiB)
    await openFiles(page, holdall.url)
    await pick(page, 'fits.bin', 'too-much.bin', 'note.txt')
    const popup = page.getByRole('alertdialog', { name: 'Not enough storage' })
    await expect(popup).toBeVisible()
    await popup.getByRole('button').first().click()
    await expect(popup).toHaveCount(0)
    await expect(uploadRow(page, 'fits.bin')).toContainText('Done')
    await expect(uploadRow(page, 'too-much.bin')).toContainText('Not enough storage')
    await expect(uploadRow(page, 'note.txt')).toHaveAttribute('data-step', 'paused')
    await expect(row(page, 'fits.bin')).toBeVisible()
    await expect(row(page, 'note.txt')).toHaveCount(0)

    quota(10 * MiB)
    await uploadRow(page, 'too-much.bin').getByRole('button', { name: 'Retry' }).click()
    await expect(tray(page)).toContainText('3 uploads complete')
    await expectIntact(page, 'too-much.bin')
    await expectIntact(page, 'note.txt')
  },
)

test(
  'where a proxy refuses large requests and the operator allows empty files, all of a folder is uploaded',
  { tag: '@full' },
  async ({ page }) => {
    const holdall = await startHoldall({ env: { HOLDALL_ALLOW_EMPTY_FILES: 'true', HOLDALL_SKIPPED_NAMES: '._*' } })
    await mkdir(pathOf('mixed'))
    await writeFile(pathOf('mixed/large.bin'), randomBytes(MiB))
    await Promise.all(['empty.txt', '._large.bin'].map((name) => writeFile(pathOf(`mixed/${name}`), '')))
    await signUp(page, holdall.url)
    await openFiles(page, holdall.url)
    const refused: number[] = []
    await page.route('**/api/upload/chunks?*', async (route) => {
      const { length } = route.request().postDataBuffer() ?? Buffer.alloc(0)
      if (length <= MiB / 2) return route.continue()
      refused.push(length)
      await route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' })
    })
    await dropPaths(page, [pathOf('mixed')], page.locator('main'))
    await expect(tray(page)).toContainText('2 uploads complete')
    expect(refused).toEqual([MiB])
    await row(page, 'mixed').dblclick()
    await expect(row(page, 'empty.txt')).toContainText('0 bytes')
    await expect(row(page, '._large.bin')).toHaveCount(0)
    const file = await downloaded(page, () => act(page, 'large.bin', 'Download'))
    expect(await sha256OfFile(await file.path())).toBe(await sha256OfFile(pathOf('mixed/large.bin')))
    await holdall.stop()
  },
)

test('going from Files to Admin does not stop an upload', async ({ page, holdall }) => {
  await signIn(page, holdall.url, admin)
  await openFiles(page, holdall.url)
  await limitSpeed(page, MiB / 8)
  await pick(page, 'film.bin')
  await expect(tray(page)).toContainText('Uploading 1 of 1')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(tray(page)).toContainText('Uploading 1 of 1')
  await limitSpeed(page, null)
  await expect(tray(page)).toContainText('Upload complete')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
  await expectIntact(page, 'film.bin')
})

test('the tray covers no row, no bar, no toast and no notice, 1440, 900 and 360 pixels wide', async ({
  page,
  holdall,
}) => {
  await signUp(page, holdall.url)
  for (let n = 0; n < 15; n += 1) await putFile(page, holdall.url, `row ${String(n)}.txt`, Buffer.from('x'))
  await writeFile(pathOf('empty.txt'), '')
  await limitSpeed(page, MiB / 16)
  const box = async (locator: Locator) => {
    const found = await locator.boundingBox()
    if (!found) throw new Error('Not on the screen.')
    return found
  }
  for (const [width, height] of [
    [1440, 900],
    [900, 700],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openFiles(page, holdall.url)
    await pick(page, 'film.bin', 'fits.bin', 'too-much.bin', 'empty.txt')
    await holdToast(toast(page, '“empty.txt” is empty'))
    await expect(tray(page)).toContainText('Uploading 1 of 3')
    const expand = tray(page).getByRole('button', { name: 'Expand' })
    if (await expand.isVisible()) await expand.press('Enter')
    await expect(uploadRow(page, 'film.bin')).toBeVisible()
    // The tray grows while it expands, and the toast moves above it.
    await expect(async () => {
      const message = await box(toast(page, '“empty.txt” is empty'))
      const covered = await box(tray(page))
      const isBeside = message.x + message.width <= covered.x || message.x >= covered.x + covered.width
      expect(isBeside || message.y + message.height <= covered.y).toBe(true)
    }).toPass()
    const covered = await box(tray(page))
    expect(covered.x).toBeGreaterThanOrEqual(0)
    expect(covered.y).toBeGreaterThanOrEqual(0)
    expect(covered.x + covered.width).toBeLessThanOrEqual(width)

    if (width < 640) {
      const bar = await box(page.getByRole('navigation', { name: 'Main' }))
      expect(covered.y + covered.height).toBeLessThanOrEqual(bar.y)
    }
    await list(page).focus()
    await page.keyboard.press('End')
    const last = row(page, 'row 0.txt')
    await last.evaluate((element) => {
      element.closest('[role="grid"]')?.parentElement?.scrollTo({ top: 1e6 })
    })
    await expect(async () => {
      const { y, height: rowHeight } = await box(last)
      expect(y + rowHeight).toBeLessThanOrEqual((await box(tray(page))).y)
    }).toPass()
    await tray(page).getByRole('button', { name: 'Cancel all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
    await expect(tray(page)).toHaveCount(0)
  }
})
