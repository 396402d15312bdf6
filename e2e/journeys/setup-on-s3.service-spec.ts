import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createS3Requests, type S3Requests } from '../../server/src/infrastructure/blobs/s3-requests.ts'
import { parseOutgoingAllow } from '../../server/src/infrastructure/outgoing/outgoing-allow.ts'
import { startPostgres, type PostgresServer } from '../../server/src/testing/postgres-server.ts'
import { startRadosgw, type RadosgwServer } from '../../server/src/testing/radosgw-server.ts'
import { act, downloaded, dropPaths, linkOf, row, sha256, sha256OfFile, tray } from '../src/files-page.ts'
import { expect } from '../src/holdall.ts'
import { test } from '../src/links.ts'
import { startMailServer } from '../src/mail-server.ts'
import { startHoldall, type Holdall } from '../src/server.ts'
import { button, chooseDatabase, chooseEnvironment, createOwner, heading, press } from '../src/setup-wizard.ts'

const owner = { name: 'Ada Byron', email: 'ada@holdall.test', password: 'engines weave algebra' }
/** Several chunks of the browser, and parts of the bucket. */
const film = randomBytes(20 * 1024 * 1024 + 4321)

let folder: string
let holdall: Holdall
let postgres: PostgresServer
let s3: RadosgwServer
let bucket: S3Requests
let mails: Awaited<ReturnType<typeof startMailServer>>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-s3-journey-'))
  await writeFile(path.join(folder, 'film.bin'), film)
  ;[holdall, postgres, s3, mails] = await Promise.all([
    startHoldall({ installed: false }),
    startPostgres(),
    startRadosgw(),
    startMailServer(),
  ])
  bucket = createS3Requests(s3.settings, { allow: parseOutgoingAllow('127.0.0.0/8') ?? [] })
})

test.afterAll(async () => {
  bucket.close()
  await holdall.stop()
  await Promise.all([postgres.stop(), s3.stop(), mails.stop(), rm(folder, { recursive: true, force: true })])
})

test('from an empty folder to files on PostgreSQL and S3, with mails by SMTP', async ({ page, visitor }) => {
  test.setTimeout(240_000)
  const { endpoint, accessKeyId, secretAccessKey } = s3.settings
  const storage = { endpoint, bucket: s3.settings.bucket, key: accessKeyId, secret: secretAccessKey }
  const stored = async () => {
    const objects: { readonly key: string; readonly sizeBytes: number }[] = []
    for await (const object of bucket.list('')) objects.push(object)
    return objects
  }

  await test.step('set up', async () => {
    await page.goto(/https?:\/\/\S+/.exec(holdall.ready)?.[0] ?? '')
    await heading(page, 'Check the server')
    await press(page, button(page, 'Continue'))
    await press(page, button(page, 'Skip'))
    await chooseDatabase(page, postgres.url)
    await chooseEnvironment(page, { storage, mailPort: new URL(mails.url).port })
    expect(mails.mails.filter((mail) => mail.includes(`To: ${owner.email}`))).toHaveLength(1)
    await heading(page, 'Make it yours')
    await press(page, button(page, 'Continue'))
    await heading(page, 'Create the admin account')
    await createOwner(page, owner)
    await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
    // The tests of the wizard have removed what they wrote; the installation has marked the bucket as its own.
    expect((await stored()).map(({ key }) => key)).toEqual(['blobs/storage.id'])
  })

  await test.step('upload', async () => {
    const picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 1200
      canvas.height = 800
      canvas.getContext('2d')?.fillRect(100, 100, 200, 200)
      return canvas.toDataURL('image/png').replace(/^.*,/, '')
    })
    await writeFile(path.join(folder, 'picture.png'), Buffer.from(picture, 'base64'))
    const paths = ['film.bin', 'picture.png'].map((name) => path.join(folder, name))
    await dropPaths(page, paths, page.getByRole('heading', { name: 'No files yet' }))
    await expect(tray(page)).toContainText('2 uploads complete', { timeout: 60_000 })
    await expect(row(page, 'picture.png').locator('img[data-loaded]')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the bytes are in the bucket, and not on the disk', async () => {
    const blobs = (await stored()).filter(({ key }) => key.startsWith('blobs/') && key !== 'blobs/storage.id')
    expect(blobs.map(({ sizeBytes }) => sizeBytes)).toContain(film.length)
    expect(blobs.length, 'the film, the picture and its thumbnails').toBeGreaterThan(3)
    const onDisk = await readdir(holdall.dataDir, { recursive: true, withFileTypes: true })
    expect(onDisk.filter((entry) => entry.isFile() && entry.parentPath.includes('blobs'))).toEqual([])
  })

  await test.step('download, whole and a range', async () => {
    const download = await downloaded(page, () => act(page, 'film.bin', 'Download'))
    expect(await sha256OfFile(await download.path())).toBe(sha256(film))
    const range = { range: 'bytes=9999990-10000009' }
    const part = await page.request.get(download.url(), { headers: range })
    expect([part.status(), part.headers()['content-range']]).toEqual([
      206,
      `bytes 9999990-10000009/${String(film.length)}`,
    ])
    expect(await part.body()).toEqual(film.subarray(9_999_990, 10_000_010))
  })

  await test.step('share by a link, sent by mail', async () => {
    await act(page, 'picture.png', 'Share…')
    const popup = page.getByRole('dialog', { name: 'Share “picture.png”' })
    await popup.getByRole('textbox', { name: 'Send to e-mail (optional)' }).fill('client@holdall.test')
    await popup.getByRole('button', { name: 'Create link' }).click()
    const link = await linkOf(page)
    expect(await mails.linkTo('client@holdall.test')).toBe(link)
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'picture.png' })).toBeVisible()
    await expect(visitor.locator('main img[data-loaded]')).toBeVisible()
    const download = await downloaded(visitor, () => visitor.getByRole('link', { name: 'Download' }).click())
    expect(await sha256OfFile(await download.path())).toBe(await sha256OfFile(path.join(folder, 'picture.png')))
  })
})
