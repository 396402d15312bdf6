import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { bytesOf, type FileServer, fileServer, redirectTo } from '../../testing/file-server.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

const zeros = Buffer.concat(Array<Buffer>(50).fill(gzipSync(Buffer.alloc(1_000_000))))
/** Responses that wait for the test. */
let held: ServerResponse[] = []

const endless = (response: ServerResponse) => {
  response.writeHead(200)
  const block = Buffer.alloc(64 * 1024, 1)
  const more = () => {
    while (response.writable && response.write(block)) continue
  }
  response.on('drain', more).on('error', () => undefined)
  more()
}
const slow = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 1_000_000 })
  const timer = setInterval(() => response.write('x'), 10)
  response.on('close', () => clearInterval(timer))
}
const holding = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 8 }).write('half')
  held.push(response)
}

let server: FileServer
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  server = await fileServer({
    '/small.txt': bytesOf('some bytes'),
    '/large.bin': bytesOf(Buffer.alloc(20_000_000, 7)),
    '/program.exe': bytesOf('MZ'),
    '/program': bytesOf(Buffer.from('7f454c46020101000000000000000000', 'hex')),
    '/bomb.html': bytesOf(zeros, { 'content-encoding': 'gzip', 'content-type': 'text/html' }),
    '/empty': bytesOf(''),
    '/empty-chunked': (response) => void response.writeHead(200).end(),
    '/no-content': (response) => void response.writeHead(204).end(),
    '/chunked.txt': (response) => void response.writeHead(200).end('without a length'),
    '/endless.bin': endless,
    '/slow.bin': slow,
    '/held.bin': holding,
    '/reset.bin': (response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(100_000))
      setTimeout(() => response.socket?.resetAndDestroy(), 50)
    },
    '/broken-off.bin': (response) => {
      response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(100_000))
      setTimeout(() => response.socket?.end(), 50)
    },
    '/longer-than-announced.txt': (response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello and more')
    },
    '/loop': redirectTo('/loop'),
    '/partial': (response) => void response.writeHead(206).end('part'),
    '/denied': (response) => void response.writeHead(403).end(),
  })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => {
  held = []
  ann = await holdall.signUp({ quota: 30_000_000 })
})
afterEach(async () => {
  await holdall.services.settings.set('upload.limit_bytes', 0)
  await holdall.services.settings.set('upload.blocked_types', [])
  await expectCountersToMatchRows(holdall.services.db)
  expect(await holdall.services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  await until(async () => (await server.connections()) === 0)
})

const start = async (paths: readonly string[], parentId?: string) => {
  const urls = paths.map((path) => `${server.origin}${path}`)
  const { status, body } = await ann.post('/api/upload/remote', { urls, ...(parentId && { parent_id: parentId }) })
  expect(status).toBe(201)
  return body.data.id as string
}
const run = () => holdall.services.jobs.runDue()
const attributes = async () => (await ann.get('/api/upload/remote')).body.data[0].attributes

/** `saved` or the reason of each file. */
async function outcomes(...paths: readonly string[]): Promise<string[]> {
  await start(paths)
  await run()
  const { status, files } = await attributes()
  expect(status).toBe('finished')
  return files.map((file: { status: string; reason: string | null }) => file.reason ?? file.status)
}

test('a connection that is reset or broken off saves nothing', async () => {
  expect(await outcomes('/reset.bin', '/broken-off.bin')).toEqual(['interrupted', 'interrupted'])
  expect(await names(ann)).toEqual([])
})

test.each([
  ['is silent', '/held.bin', { idleMs: 200 }],
  ['sends too slowly', '/slow.bin', { windowMs: 300, minWindowBytes: 5000 }],
  ['takes too long', '/slow.bin', { fileMs: 300 }],
])('a server that %s is left', async (_, path, limits) => {
  const strict = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [], limits } })
  const bob = await strict.signUp()
  await bob.post('/api/upload/remote', { urls: [`${server.origin}${path}`] })
  await strict.services.jobs.runDue()
  expect((await bob.get('/api/upload/remote')).body.data[0].attributes.files).toMatchObject([
    { status: 'failed', reason: 'interrupted' },
  ])
  expect(await strict.services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  await expectCountersToMatchRows(strict.services.db)
  await strict.close()
})

test('answers other than 200 are told with their status, a redirect loop as such', async () => {
  expect(await outcomes('/missing', '/denied', '/no-content', '/partial', '/loop')).toEqual([
    ...Array(4).fill('http-error'),
    'too-many-redirects',
  ])
  const { files } = await attributes()
  expect(files.map((file: { http_status: number | null }) => file.http_status)).toEqual([404, 403, 204, 206, null])
})

test('empty files are not saved', async () => {
  expect(await outcomes('/empty', '/empty-chunked')).toEqual(['empty-file', 'empty-file'])
})

test('a file is as long as its server announced, whatever follows', async () => {
  expect(await outcomes('/longer-than-announced.txt', '/chunked.txt')).toEqual(['done', 'done'])
  const { body } = await ann.get('/api/browse/folders/all?sort=name&direction=ASC')
  expect(body.data.map((each: { attributes: { filesize: number } }) => each.attributes.filesize)).toEqual([16, 5])
})

test('a compressed body is saved as it is, and named as such', async () => {
  expect(await outcomes('/bomb.html')).toEqual(['done'])
  const { body } = await ann.get('/api/browse/folders/all')
  expect(body.data[0].attributes).toMatchObject({
    name: 'bomb.html.gz',
    filesize: zeros.length,
    mimetype: 'application/gzip',
  })
})

test('a body without an end is cut at the quota, whose reservation is released', async () => {
  expect(await outcomes('/endless.bin', '/small.txt')).toEqual(['quota-exceeded', 'done'])
  const user = await holdall.services.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  expect([user.used_bytes, user.reserved_bytes]).toEqual([10, 0])
})

test('a body is cut at the size limit of uploads, an announced length before any byte', async () => {
  await holdall.services.settings.set('upload.limit_bytes', 1_000_000)
  expect(await outcomes('/endless.bin', '/large.bin')).toEqual(['too-large', 'too-large'])
})

test('two files that exceed the quota together are saved as far as it reaches', async () => {
  expect((await outcomes('/large.bin', '/large.bin')).sort()).toEqual(['done', 'quota-exceeded'])
})

test('blocked types are refused by name and by content', async () => {
  await holdall.services.settings.set('upload.blocked_types', ['exe', 'application/x-executable'])
  expect(await outcomes('/program.exe', '/program', '/small.txt')).toEqual(['blocked-type', 'blocked-type', 'done'])
})

test('files of the same name get numbers', async () => {
  await outcomes('/small.txt', '/small.txt?again')
  expect((await names(ann)).sort()).toEqual(['small (2).txt', 'small.txt'])
})

test('a folder that is deleted meanwhile or before is told', async () => {
  const parentId = await folder(ann, 'Gone')
  const id = await start(['/held.bin'], parentId)
  const running = run()
  await until(() => held.length === 1)
  await ann.post('/api/remove', { items: [{ id: parentId, type: 'folder', force_delete: true }] })
  held[0]!.end('half')
  await running
  expect(await attributes()).toMatchObject({
    parent_id: parentId,
    folder_name: null,
    files: [{ status: 'failed', reason: 'folder-missing' }],
  })
  await ann.delete(`/api/upload/remote/${id}`)
})

test('a file whose unfinished upload its owner ends has failed, and is not fetched again', async () => {
  await start(['/held.bin'])
  const running = run()
  const listed = async () => (await ann.get('/api/user/unfinished-uploads')).body.data as unknown[]
  await until(async () => (await listed()).length === 1)
  expect((await ann.delete('/api/user/unfinished-uploads')).status).toBe(204)
  await running
  expect(await attributes()).toMatchObject({ status: 'finished', files: [{ status: 'failed', reason: 'interrupted' }] })
  await run()
  expect([held.length, await listed()]).toEqual([1, []])
})

test('an account that has ended gets nothing', async () => {
  await start(['/small.txt'])
  const { db } = holdall.services
  await db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', ann.userId).execute()
  await run()
  const files = await db
    .selectFrom('remote_files')
    .innerJoin('remote_uploads', 'remote_uploads.id', 'remote_upload_id')
    .where('user_id', '=', ann.userId)
    .select('reason')
    .execute()
  expect(files).toEqual([{ reason: 'account-ended' }])
})

test('canceled in the middle, it ends at once and keeps what was saved', async () => {
  const id = await start(['/small.txt', '/held.bin', '/held.bin', '/small.txt'])
  const running = run()
  await until(() => held.length === 2)
  expect((await ann.delete(`/api/upload/remote/${id}`)).status).toBe(204)
  await running
  const { status, progress, files } = await attributes()
  expect([status, progress]).toEqual(['finished', { total: 4, processed: 4, failed: 0 }])
  expect(files.map((file: { status: string }) => file.status)).toEqual(['done', 'canceled', 'canceled', 'canceled'])
  expect(await names(ann)).toEqual(['small.txt'])
})

test('a cancellation that another process received ends the transfer', async () => {
  const id = await start(['/endless.bin'])
  await holdall.services.db.updateTable('users').set({ quota_bytes: null }).where('id', '=', ann.userId).execute()
  const running = run()
  await until(async () => (await attributes()).files[0].received > 0)
  await holdall.services.db.updateTable('remote_uploads').set({ is_canceled: 1 }).where('id', '=', id).execute()
  await running
  expect((await attributes()).files).toMatchObject([{ status: 'canceled' }])
})

test('fetches two files of a user at a time', async () => {
  await start(['/held.bin', '/held.bin', '/held.bin'])
  const running = run()
  await until(() => held.length === 2)
  expect((await attributes()).files.map((file: { status: string }) => file.status)).toEqual([
    'receiving',
    'receiving',
    'waiting',
  ])
  held[0]!.end('half')
  await until(() => held.length === 3)
  for (const response of held.slice(1)) response.end('half')
  await running
  expect((await attributes()).progress).toEqual({ total: 3, processed: 3, failed: 0 })
})

test('slow files of other accounts delay nobody: the first file of a new one starts at once, a second one later', async () => {
  const begin = async (files: number) => {
    const who = await holdall.signUp()
    const urls = Array.from({ length: files }, () => `${server.origin}/held.bin`)
    expect((await who.post('/api/upload/remote', { urls })).status).toBe(201)
    return who
  }
  const statusesOf = async (who: SignedIn) =>
    (await who.get('/api/upload/remote')).body.data[0].attributes.files.map((one: { status: string }) => one.status)
  for (let n = 0; n < 4; n++) await begin(3)
  const running = [run()]
  await until(() => held.length === 8)
  const late = await begin(2)
  running.push(run())
  await until(() => held.length === 9)
  expect(await statusesOf(late)).toEqual(['receiving', 'waiting'])
  const release = () => {
    for (const response of held.splice(0)) response.end('half')
  }
  release()
  await until(async () => {
    release()
    return (await statusesOf(late)).every((status: string) => status === 'done')
  })
  const all = Promise.all(running).then(() => true)
  while (!(await Promise.race([all, new Promise((resolve) => setImmediate(resolve, false))]))) release()
})

test('of an account with several remote uploads one is in the queue, and the next one comes behind those of others', async () => {
  const queued = async () =>
    (await holdall.services.jobs.list()).filter(({ name }) => name === 'run-remote-upload').length
  await run()
  for (let n = 0; n < 5; n++) await start(['/held.bin'])
  expect(await queued()).toBe(1)
  const bob = await holdall.signUp()
  await bob.post('/api/upload/remote', { urls: [`${server.origin}/held.bin`] })
  expect(await queued()).toBe(2)
  const running = run()
  const isRunning = () =>
    Promise.race([running.then(() => false), new Promise((resolve) => setImmediate(resolve, true))])
  // Of the five, one is received beside that of the other account.
  await until(() => held.length === 2)
  let most = 0
  while (await isRunning()) {
    most = Math.max(most, held.length)
    for (const response of held.splice(0)) response.end('half')
  }
  expect(most).toBe(2)
  expect(await queued()).toBe(0)
})

test('a remote upload that has had its turn lets others go first, and ends when it has its next ones', async () => {
  const limits = { turnMs: 0 }
  const fair = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [], limits } })
  const bob = await fair.signUp()
  const urls = Array.from({ length: 3 }, () => `${server.origin}/small.txt`)
  const id: string = (await bob.post('/api/upload/remote', { urls })).body.data.id
  const shown = async () => (await bob.get('/api/upload/remote')).body.data[0].attributes
  const { jobs, remoteUploads } = fair.services
  await remoteUploads.run(id, new AbortController().signal)
  expect(await shown()).toMatchObject({ status: 'running', progress: { total: 3, processed: 1 } })
  await jobs.runDue()
  expect(await shown()).toMatchObject({ status: 'finished', progress: { total: 3, processed: 3, failed: 0 } })
  await fair.close()
})

test('when the process stops, the file is fetched again by the next one', async () => {
  const id = await start(['/held.bin'])
  const stop = new AbortController()
  const running = holdall.services.remoteUploads.run(id, stop.signal)
  await until(() => held.length === 1)
  stop.abort(new Error('The process stops.'))
  await expect(running).rejects.toThrow('The process stops.')
  expect((await attributes()).status).toBe('running')
  expect(await holdall.services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  const again = run()
  await until(() => held.length === 2)
  held[1]!.end('half')
  await again
  expect(await attributes()).toMatchObject({ status: 'finished', progress: { failed: 0 } })
  expect(await names(ann)).toEqual(['held.bin'])
})

test('a file whose process ends again and again is given up', async () => {
  const id = await start(['/held.bin', '/small.txt'])
  const { db } = holdall.services
  await db.updateTable('remote_files').set({ attempts: 5 }).where('position', '=', 0).execute()
  await run()
  expect((await attributes()).files).toMatchObject([{ status: 'failed', reason: 'internal' }, { status: 'done' }])
  await ann.delete(`/api/upload/remote/${id}`)
})
