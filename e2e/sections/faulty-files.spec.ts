import { brotliCompressSync, gzipSync } from 'node:zlib'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PLACE } from '../src/faulty.ts'
import {
  EVERYTHING_ELSE,
  expect,
  expectFailure,
  expectRetryWorks,
  expectTheOthersWork,
  open,
  retry,
  test,
  works,
  workerFixtures,
} from '../src/faulty-test.ts'
import { row } from '../src/files-page.ts'
import { type Built, expectNoReload, installAndUse, tryUi, ui } from '../src/sections.ts'

const worker = workerFixtures()
const { faulty } = worker

test.describe('a fault in the installed files', () => {
  const folderOf = ({ id, version }: Built) => path.join(worker.holdall.dataDir, 'ui/sections', id, version)

  test('a newer shell is required: shows what it requires and what there is', async ({ page }) => {
    const newer = faulty('requires-newer-shell')
    await ui(worker.holdall, 'install', newer.folder)
    const refused = await tryUi(worker.holdall, 'use', newer.id, newer.version)
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('does not fit: it needs shell API ^99.0.0')
    await ui(worker.holdall, 'use', newer.id, newer.version, '--force')
    await open(page)
    await expectFailure(page, {
      title: 'Faulty doesn’t fit this version of Holdall',
      sentence: 'This section needs another version of Holdall. Ask your administrator to install one that fits.',
      detail: /shell API \^99\.0\.0 ≠ 1\.\d+\.\d+/,
      address: null,
    })
    await expectTheOthersWork(page)
    await installAndUse(worker.holdall, faulty('ok'))
    await expectRetryWorks(page)
  })

  for (const [variant, reason] of [
    ['missing-entry-file', /Its file remoteEntry\.\w+\.js is missing\./],
    ['bad-integrity', /Its file remoteEntry\.\w+\.js is not what section\.json's integrity says\./],
    ['no-integrity', /Its section\.json has no integrity for remoteEntry\.\w+\.js\./],
  ] as const) {
    test(`${variant}: refused by install; copied there by hand, the last good version is used`, async ({ page }) => {
      const { code, text } = await tryUi(worker.holdall, 'install', faulty(variant).folder)
      expect(code).toBe(1)
      expect(text).toMatch(reason)

      await installAndUse(worker.holdall, faulty('ok'))
      await installAndUse(worker.holdall, faulty('wrong-id'))
      await rm(folderOf(faulty('wrong-id')), { recursive: true })
      await cp(faulty(variant).folder, folderOf(faulty(variant)), { recursive: true })
      await chooseByHand('faulty', { use: faulty(variant).version, previous: '1.0.0' })
      await open(page)
      await expect(works(page)).toBeVisible()
      await expect(page.getByText('Version 1.0.0 is used instead.')).toBeVisible()
      expect(await ui(worker.holdall, 'list')).toMatch(reason)
    })

    test(`${variant}, and nothing else installed: shown, and fixed by another version and Retry`, async ({ page }) => {
      await cp(faulty(variant).folder, folderOf(faulty(variant)), { recursive: true })
      await chooseByHand('faulty', { use: faulty(variant).version })
      await open(page)
      await expectFailure(page, {
        sentence: `The installed files can’t be read. ${EVERYTHING_ELSE}`,
        detail: reason,
        address: null,
      })
      await expectTheOthersWork(page)
      await installAndUse(worker.holdall, faulty('ok'))
      await retry(page)
      await expect(works(page)).toBeVisible()
      await expectNoReload(page)
    })
  }

  test('a file that was changed on the disk is detected, and works again with its own bytes', async ({ page }) => {
    await installAndUse(worker.holdall, faulty('ok'))
    const file = path.join(folderOf(faulty('ok')), faulty('ok').manifest.entry)
    const original = await readFile(file)
    await writeFile(file, Buffer.concat([original, Buffer.from('\n;globalThis.stranger = true')]))
    await open(page)
    await expectFailure(page, {
      sentence: `The installed files can’t be read. ${EVERYTHING_ELSE}`,
      detail: /is not what section\.json's integrity says/,
      address: null,
    })
    expect(await page.evaluate(() => 'stranger' in window)).toBe(false)
    await writeFile(file, original)
    await expectRetryWorks(page)
  })

  test('a chunk of a page with wrong bytes, which the browser caches for a year: named, and fixed by Retry', async ({
    page,
  }) => {
    const built = faulty('ok')
    await installAndUse(worker.holdall, built)
    const [chunk = ''] = built.manifest.routePreload[`${PLACE}/other`] ?? []
    const file = path.join(folderOf(built), chunk)
    const original = await readFile(file)
    // Written in place: the list of files stays the same, so that only the bytes differ.
    const write = (bytes: Buffer) =>
      Promise.all([
        writeFile(file, bytes),
        writeFile(`${file}.br`, brotliCompressSync(bytes)),
        writeFile(`${file}.gz`, gzipSync(bytes)),
      ])
    const otherPage = page.getByRole('heading', { level: 1, name: 'The other page' })
    for (const [wrong, what] of [
      [original.subarray(0, original.length / 2), 'cut off'],
      [Buffer.from('<!doctype html><title>Proxy error</title>'), 'a page of a proxy'],
    ] as const) {
      await test.step(what, async () => {
        await open(page)
        await expect(works(page)).toBeVisible()
        await write(wrong)
        await page.getByRole('link', { name: 'The other page' }).click()
        await expectFailure(page, {
          sentence: `The downloaded file differs from the installed one, so it wasn’t run. ${EVERYTHING_ELSE}`,
          detail: `${chunk} is not the file that section.json announces`,
          address: `/ui/sections/faulty/1.0.0/${chunk}`,
        })
        await write(original)
        await retry(page)
        await expect(otherPage).toBeVisible()
        await expectNoReload(page)
      })
    }
    await test.step('wrong bytes from an earlier visit are ignored without Retry', async () => {
      await open(page)
      await page.getByRole('link', { name: 'The other page' }).click()
      await expect(otherPage).toBeVisible()
    })
  })

  for (const [name, damage] of [
    ['its section.json is no JSON', (folder: string) => writeFile(path.join(folder, 'section.json'), '{"kind":')],
    ['its folder is gone', (folder: string) => rm(folder, { recursive: true })],
  ] as const) {
    test(`${name}: the last good version is used`, async ({ page }) => {
      await installAndUse(worker.holdall, faulty('ok'))
      await installAndUse(worker.holdall, faulty('wrong-kind'))
      await damage(folderOf(faulty('wrong-kind')))
      await open(page)
      await expect(works(page)).toBeVisible()
      await expect(page.getByText('Version 1.0.0 is used instead.')).toBeVisible()
      await expectTheOthersWork(page)
    })

    test(`${name}, and nothing else is installed: everything else works`, async ({ page }) => {
      await installAndUse(worker.holdall, faulty('ok'))
      await damage(folderOf(faulty('ok')))
      await open(page, '/platform/files')
      await expect(row(page, 'Anchor.txt')).toBeVisible()
      await page.goto(`${worker.holdall.url}/admin/sections`)
      await expect(
        page.getByText(
          /Can’t be used: (Its section\.json is not valid JSON|Version 1\.0\.0 of faulty is chosen, but not installed)/,
        ),
      ).toBeVisible()
    })
  }

  test('the operator’s choices cannot be read: the last ones are used', async ({ page }) => {
    await installAndUse(worker.holdall, faulty('ok'))
    await open(page)
    await expect(works(page)).toBeVisible()
    await writeFile(path.join(worker.holdall.dataDir, 'ui/sections.json'), '{"faulty": ')
    await open(page)
    await expect(works(page)).toBeVisible()
    await expectTheOthersWork(page)
    expect(await ui(worker.holdall, 'list')).toContain('sections.json is not valid JSON.')
    const { code, text } = await tryUi(worker.holdall, 'use', 'faulty', '1.0.0')
    expect(code).toBe(1)
    expect(text).toContain('Fix the file, or reset it with "holdall ui reset".')
    await ui(worker.holdall, 'reset')
    expect(await ui(worker.holdall, 'list')).not.toContain('not valid JSON')
  })

  async function chooseByHand(id: string, choice: Readonly<Record<string, string>>): Promise<void> {
    await writeFile(path.join(worker.holdall.dataDir, 'ui/sections.json'), JSON.stringify({ [id]: choice }))
  }
})
