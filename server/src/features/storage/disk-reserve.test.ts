import { readdirSync, readlinkSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { minute } from '../../infrastructure/clock.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { createLog } from '../../infrastructure/log.ts'
import { createSpareSpace } from '../../infrastructure/spare-space.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import type { Answer } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, names, put, uploadId } from '../../testing/file-requests.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { newUploadId, sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

const GiB = 1024 ** 3
/** Inodes are for as many bytes as ext4 has them for: 100 GiB. */
const TOTAL_INODES = 100 * 65_536
const disk = { freeBytes: 0, totalBytes: 100 * GiB, inodes: { free: 0, total: TOTAL_INODES } }
const enough = () => {
  disk.freeBytes = 50 * GiB
  disk.inodes = { free: TOTAL_INODES / 2, total: TOTAL_INODES }
}
/** One byte less than the reserve, and what was read before is read again. */
const low = () => {
  disk.freeBytes = GiB - 1
  holdall.clock.advance(minute)
}

let server: FileServer
let holdall: TestApp
let admin: SignedIn
let ann: SignedIn
beforeAll(async () => {
  server = await fileServer({ '/a.txt': bytesOf('some bytes') })
  enough()
  holdall = await testApp({
    readDisk: () => Promise.resolve({ ...disk }),
    remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] },
  })
  admin = await holdall.signInAdmin()
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => {
  enough()
  holdall.clock.advance(minute)
  await holdall.services.disk.status()
  ann = await holdall.signUp({ quota: 1_000_000_000 })
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const codeOf = ({ status, body }: Answer) => [status, body?.code]
const full = [507, 'disk-full']

/** Everything that a refused call may leave: rows, bytes and descriptors of files. */
async function left() {
  const { db, config } = holdall.services
  const rows: Record<string, number> = {}
  for (const table of ['entries', 'uploads', 'blobs', 'remote_uploads', 'data_exports', 'garbage'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    rows[table] = Number(count)
  }
  const files = readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(blobs|partial|tmp)\//.test(name),
  )
  const open = readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd)).startsWith(join(config.dataDir, 'partial'))
    } catch {
      return false
    }
  })
  return { rows, files: files.toSorted(), open }
}

const calls: Readonly<Record<string, (link: string, request: string, itemId: string) => Promise<Answer>>> = {
  'a whole file': () =>
    ann.form('/api/upload', [
      ['name', 'a.txt'],
      ['file', Buffer.from('some bytes')],
    ]),
  'a raw file': () => ann.raw('/api/upload', { name: 'a.txt' }, Buffer.from('some bytes')),
  'a chunk': () => put(ann, 'a.txt'),
  'a chunk in a form': () =>
    ann.form('/api/upload/chunks', [
      ['name', 'a.txt'],
      ['is_last_chunk', '1'],
      ['chunk', Buffer.from('some bytes')],
    ]),
  'a chunk by a link': (token) =>
    holdall
      .visitor()
      .raw(
        `/api/sharing/upload/chunks/${token}`,
        { name: 'a.txt', upload_id: newUploadId(), offset: 0, size: 4 },
        Buffer.from('some'),
      ),
  'a chunk for an upload request': (_, token) => sendTo(holdall.visitor(), token, 'a.txt', 'some bytes'),
  'a copy': (_link, _request, id) => ann.post('/api/copy', { items: [{ id }], to_id: null }),
  'a copy of all data': () => ann.post('/api/user/data-export'),
  'a remote upload': () => ann.post('/api/upload/remote', { urls: [`${server.origin}/a.txt`] }),
}

test.each(Object.keys(calls))('%s is refused below the reserve, and leaves nothing', async (name) => {
  const item = await file(ann, 'present.txt')
  const shared = await folder(ann, 'shared')
  const { body } = await ann.post('/api/share', { id: shared, permission: 'editor' })
  const { token: request } = await uploadRequest(ann)
  await holdall.services.jobs.runDue()
  const before = await left()
  low()
  const answer = await calls[name]!(body.data.attributes.token, request, item.id)
  expect(codeOf(answer)).toEqual(full)
  expect(await left()).toEqual(before)

  enough()
  holdall.clock.advance(minute)
  expect((await calls[name]!(body.data.attributes.token, request, item.id)).status).toBeLessThan(300)
})

test('too few free inodes refuse, notify and are reported like too few free bytes', async () => {
  await file(ann, 'a.txt')
  const notices = async () =>
    (await admin.get('/api/notifications')).body.data.filter(
      ({ attributes }: { attributes: { category: string } }) => attributes.category === 'disk-space',
    ).length as number
  await holdall.services.disk.check()
  const before = await notices()
  disk.inodes.free = 65_535
  holdall.clock.advance(minute)
  expect(codeOf(await put(ann, 'b.txt'))).toEqual(full)
  expect(codeOf(await ann.post('/api/copy', { to_id: null, parent_id: null, all: true, except: [] }))).toEqual(full)
  await holdall.services.disk.check()
  expect(await notices()).toBe(before + 1)
  expect((await holdall.visitor().get('/readyz')).body).toEqual({ status: 'ready', disk: 'low' })
  const { raw } = await admin.get('/metrics')
  expect(raw.body).toContain('\nholdall_disk_free_inodes 65535\n')
  expect(raw.body).toContain('\nholdall_disk_reserve_inodes 65536\n')
  expect(holdall.log.some((line) => line.includes('"freeInodes":65535'))).toBe(true)
  disk.inodes.free = 65_536
  holdall.clock.advance(minute)
  expect((await put(ann, 'b.txt')).status).toBe(201)
})

test('the reserve of inodes is the same part of the disk, and none where they are not counted', async () => {
  const { settings } = holdall.services
  const inodes = async () => {
    holdall.clock.advance(minute)
    return (await holdall.services.disk.status())?.inodes
  }
  disk.inodes = { free: 1000, total: 1000 }
  expect(await inodes()).toEqual({ free: 1000, reserve: 50 })
  await settings.set('storage.disk_reserve', { bytes: 0, percent: null })
  expect(await inodes()).toEqual({ free: 1000, reserve: 0 })
  await settings.unset('storage.disk_reserve')
  const without = await testApp({ readDisk: () => Promise.resolve({ ...disk, inodes: null }) })
  const user = await without.signUp()
  await file(user, 'a.txt')
  const browser = await without.signInAdmin()
  expect((await browser.get('/metrics')).raw.body).toContain('\nholdall_disk_free_inodes Nan\n')
  await without.close()
})

test('sign-in, downloads, the trash and deleting work below the reserve', async () => {
  const { id, attributes } = await file(ann, 'a.txt')
  const other = await file(ann, 'b.txt')
  low()
  const again = holdall.visitor()
  expect((await again.post('/login', { email: ann.email, password: testPassword })).status).toBe(200)
  expect((await again.get(attributes.file_url)).raw.body).toBe('some bytes')
  expect((await again.post('/api/remove', { items: [{ id }] })).status).toBe(200)
  expect((await again.post('/api/remove', { items: [{ id: other.id, force_delete: true }] })).status).toBe(200)
  expect((await again.delete('/api/trash/dump')).status).toBeLessThan(300)
  expect(await names(ann)).toEqual([])
})

test('a file is refused where the reserve would not be left beside its announced size', async () => {
  disk.freeBytes = GiB + 1000
  const send = (size: number) =>
    ann.raw('/api/upload/chunks', { name: 'a', upload_id: uploadId(), offset: 0, size }, Buffer.alloc(10))
  expect(codeOf(await send(1001))).toEqual(full)
  expect((await send(1000)).status).toBe(200)
})

test('a body that is being received ends below the reserve, and leaves nothing', async () => {
  const before = await left()
  const payload = Readable.from(
    (function* () {
      yield Buffer.alloc(100_000)
      low()
      for (let n = 0; n < 50; n++) yield Buffer.alloc(100_000)
    })(),
  )
  const answer = await ann.request({
    method: 'POST',
    url: '/api/upload',
    query: { name: 'a.bin' },
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })
  expect(codeOf(answer)).toEqual(full)
  expect((await left()).files).toEqual(before.files)
  expect(await names(ann)).toEqual([])
})

test('a chunk is refused without losing those before it', async () => {
  const id = uploadId()
  const send = (offset: number) =>
    ann.raw('/api/upload/chunks', { name: 'a', upload_id: id, offset, size: 20 }, Buffer.alloc(10))
  expect((await send(0)).status).toBe(200)
  low()
  expect(codeOf(await send(10))).toEqual(full)
  enough()
  expect((await send(10)).status).toBe(201)
})

test('files of a remote upload and a copy of all data that are being made end as failed', async () => {
  expect((await ann.post('/api/upload/remote', { urls: [`${server.origin}/a.txt`] })).status).toBe(201)
  expect((await ann.post('/api/user/data-export')).status).toBe(201)
  low()
  await holdall.services.jobs.runDue()
  const [remote] = (await ann.get('/api/upload/remote')).body.data
  expect(remote.attributes.files[0]).toMatchObject({ status: 'failed', reason: 'disk-full' })
  expect((await ann.get('/api/user/data-export')).body.data.attributes).toMatchObject({
    status: 'failed',
    reason: 'disk-full',
  })
})

test('the probes report it, with a status that keeps the server in use', async () => {
  const ready = async () => {
    const { status, body } = await holdall.visitor().get('/readyz')
    return [status, body]
  }
  expect(await ready()).toEqual([200, { status: 'ready', disk: 'ok' }])
  low()
  expect(await ready()).toEqual([200, { status: 'ready', disk: 'low' }])
  const { raw } = await admin.get('/metrics')
  expect(raw.body).toContain(`\nholdall_disk_free_bytes ${GiB - 1}\n`)
  expect(raw.body).toContain(`\nholdall_disk_reserve_bytes ${GiB}\n`)
})

test('administrators are notified once until there is more space, and the log has it', async () => {
  const noticed = async (user: SignedIn) =>
    (await user.get('/api/notifications')).body.data.filter(
      ({ attributes }: { attributes: { category: string } }) => attributes.category === 'disk-space',
    ).length as number
  const check = async () => {
    holdall.clock.advance(minute)
    await holdall.services.jobs.runDue()
  }
  await check()
  const before = await noticed(admin)
  low()
  await check()
  await check()
  expect([await noticed(admin), await noticed(ann)]).toEqual([before + 1, 0])
  expect(holdall.log.some((line) => line.includes('the disk is almost full'))).toBe(true)
  // So little more that the episode goes on.
  disk.freeBytes = GiB + 1
  await check()
  low()
  await check()
  expect(await noticed(admin)).toBe(before + 1)
  enough()
  await check()
  low()
  await check()
  expect(await noticed(admin)).toBe(before + 2)
})

test('the reserve is the smaller of a size and a part of the disk, and can be set', async () => {
  const { settings } = holdall.services
  const reserve = async () => {
    holdall.clock.advance(minute)
    return (await holdall.services.disk.status())?.reserveBytes
  }
  disk.totalBytes = 10 * GiB
  expect(await reserve()).toBe(GiB / 2)
  await settings.set('storage.disk_reserve', { bytes: null, percent: 20 })
  expect(await reserve()).toBe(2 * GiB)
  await settings.set('storage.disk_reserve', { bytes: 0, percent: null })
  expect(await reserve()).toBe(0)
  await settings.unset('storage.disk_reserve')
  disk.totalBytes = 100 * GiB
})

test('a reserve that is no size and no part of the disk ends the start with a message', () => {
  const reserveOf = (text: string) =>
    readConfig({ HOLDALL_DATA_DIR: '/data', HOLDALL_DISK_RESERVE: text }).settings.values['storage.disk_reserve']
  expect(reserveOf('2.5GiB')).toEqual({ bytes: 2.5 * GiB, percent: null })
  expect(reserveOf('10 %, 1GiB')).toEqual({ bytes: GiB, percent: 10 })
  expect(reserveOf('0')).toEqual({ bytes: 0, percent: null })
  for (const text of ['much', '-1', '51%', '100%', '1GiB,2GiB', '1%,2%', '5%,', ',', '1GiB 5%']) {
    expect(() => reserveOf(text)).toThrow(
      'HOLDALL_DISK_RESERVE must be a size such as 1GiB, a part of the disk such as 5%',
    )
  }
})

test('a disk that cannot be read refuses nothing', async () => {
  const unreadable = await testApp({ readDisk: () => Promise.reject(new Error('not supported')) })
  const user = await unreadable.signUp()
  await file(user, 'a.txt')
  expect((await unreadable.visitor().get('/readyz')).body).toEqual({ status: 'ready' })
  expect(unreadable.log.filter((line) => line.includes('free space of the data folder cannot be read'))).toHaveLength(1)
  await unreadable.close()
})

describe('space that is kept for the database', () => {
  const sizeOf = (dataDir: string) =>
    stat(join(dataDir, 'spare')).then(
      ({ size }) => size,
      () => null,
    )

  test('is a file, of a twentieth of a small disk at most, which is written again where the disk is not low', async () => {
    const { dataDir } = holdall.services.config
    const onSqlite = globalThis.HOLDALL_TEST_ENGINE === 'sqlite'
    await holdall.services.disk.check()
    expect(await sizeOf(dataDir)).toBe(onSqlite ? 1000 : null)
    if (!onSqlite) return
    low()
    await rm(join(dataDir, 'spare'))
    await holdall.services.disk.check()
    expect(await sizeOf(dataDir)).toBeNull()
    disk.totalBytes = 12_000
    enough()
    await holdall.services.disk.check()
    expect(await sizeOf(dataDir)).toBe(600)
    disk.totalBytes = 100 * GiB
    const log: string[] = []
    const spare = createSpareSpace(
      dataDir,
      createLog('warn', { destination: { write: (line) => void log.push(line) } }),
    )
    expect([await spare.release(), await spare.release(), await sizeOf(dataDir)]).toEqual([true, false, null])
    expect(log).toHaveLength(1)
    await createSpareSpace(join(dataDir, 'missing'), holdall.services.log).keep({ totalBytes: GiB, freeBytes: GiB })
  })

  test('is not taken again from what its release has left, where no reserve is set', async () => {
    const { services } = holdall
    const { dataDir } = services.config
    if (globalThis.HOLDALL_TEST_ENGINE !== 'sqlite') return
    await services.disk.check()
    const reserve = await services.settings.get('storage.disk_reserve')
    await services.settings.set('storage.disk_reserve', { bytes: 0, percent: null })
    await createSpareSpace(dataDir, services.log).release()
    disk.freeBytes = 1000
    await services.disk.check()
    expect(await sizeOf(dataDir)).toBeNull()
    disk.freeBytes = 2000
    await services.disk.check()
    expect(await sizeOf(dataDir)).toBe(1000)
    await services.settings.set('storage.disk_reserve', reserve)
  })

  // A PostgreSQL server has its own disk.
  if (globalThis.HOLDALL_TEST_ENGINE === 'sqlite') {
    test('is released by the first change that the full disk refuses, and the change succeeds', async () => {
      let hasSpare = false
      let releases = 0
      const limitPages = (count: number) =>
        other.services.transact((trx) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(trx))
      const release = async () => {
        releases++
        if (hasSpare) await limitPages(1_000_000)
        return hasSpare
      }
      const other = await testApp({ spare: { release, keep: () => Promise.resolve() } })
      const bob = await other.signUp()
      // No less than it has.
      await limitPages(1)
      const longName = (n: number) => `${n}${'x'.repeat(200)}`
      let made = 0
      const makeFolder = () => bob.post('/api/create-folder', { name: longName(made), parent_id: null })
      await until(async () => {
        const { status, body } = await makeFolder()
        if (status === 201) made++
        return status === 507 && body.code === 'disk-full'
      })
      expect(releases).toBe(1)
      hasSpare = true
      expect((await makeFolder()).status).toBe(201)
      expect(releases).toBe(2)
      expect((await names(bob)).length).toBe(made + 1)
      await other.close()
    })
  }
})
