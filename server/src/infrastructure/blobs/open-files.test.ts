import { mkdir, mkdtemp, open, readdir, readlink, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import { localBlobs } from './local-blob-store.ts'
import { createOpenFiles } from './open-files.ts'

const { useFakeTimers, useRealTimers, advanceTimersByTime } = import.meta.jest

let folder: string
let blobs: BlobStore
let opened: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-open-files-'))
  opened = []
  blobs = localBlobs(folder, { mkdir, rename, open: watchedOpen })
})
afterEach(async () => {
  useRealTimers()
  blobs.close()
  await rm(folder, { recursive: true, force: true })
})

const watchedOpen: typeof open = (path, flags, mode) => {
  if (flags === 'r' && String(path).includes('/blobs/') && String(path).endsWith('content')) opened.push(String(path))
  return open(path, flags, mode)
}

async function blob(id: string): Promise<string> {
  await blobs.begin(id)
  await blobs.writeAt(
    id,
    0,
    (async function* () {
      yield [Buffer.from('0123456789')]
    })(),
  )
  await blobs.complete(id, 10)
  return id
}

async function textOf(id: string, start: number, end: number): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of blobs.read(id, { start, end })) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

/** Files below the folder that this process has open. */
async function openPaths(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  const paths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(folder))
}

test('opens a file once for several ranges', async () => {
  const id = await blob('some-content')
  expect([await textOf(id, 0, 3), await textOf(id, 4, 7), await textOf(id, 8, 9)]).toEqual(['0123', '4567', '89'])
  expect(opened).toHaveLength(1)
})

test('closes a file that nothing has read for some seconds', async () => {
  useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  const files = createOpenFiles(open)
  const id = await blob('some-content')
  const path = join(folder, 'blobs', 'nt', 'te', id)
  const { release } = await files.acquire(path)
  advanceTimersByTime(60_000)
  expect(await openPaths()).toEqual([path])
  await release()
  advanceTimersByTime(4000)
  expect(await openPaths()).toEqual([path])
  advanceTimersByTime(2000)
  while ((await openPaths()).length > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('closes a deleted file at once, and one that is read after its last reader', async () => {
  const [idle, read] = [await blob('idle-content'), await blob('read-content')]
  await textOf(idle, 0, 3)
  const reading = blobs.read(read, { start: 0, end: 9 })[Symbol.asyncIterator]()
  await reading.next()
  await Promise.all([blobs.delete(idle), blobs.delete(read)])
  expect(await openPaths()).toHaveLength(1)
  expect(await reading.next()).toMatchObject({ done: true })
  expect(await openPaths()).toEqual([])
  await expect(textOf(idle, 0, 3)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('keeps at most 64 files open', async () => {
  for (let n = 0; n < 70; n++) await textOf(await blob(`${n}-content`), 0, 3)
  expect(await openPaths()).toHaveLength(64)
  expect(await textOf('0-content', 4, 7)).toBe('4567')
})

test('closes all files with the store', async () => {
  await textOf(await blob('some-content'), 0, 3)
  blobs.close()
  while ((await openPaths()).length > 0) await new Promise((resolve) => setImmediate(resolve))
  await textOf('some-content', 0, 3)
  expect(await openPaths()).toEqual([])
})
