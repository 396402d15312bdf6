import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, file, put, uploadId } from '../../testing/file-requests.ts'
import { ITEM_BYTES } from '../storage/quota.store.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

const QUOTA = 1_000_000

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  // With one entry.
  ann = await holdall.signUp({ quota: QUOTA + ITEM_BYTES })
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  await holdall.close()
})

const url = '/api/upload/chunks'

/** Bytes of files below the data folder that hold content: whole, partial or temporary. */
function bytesOnDisk(): number {
  const folders = ['blobs', 'partial', 'tmp'].map((name) => join(holdall.services.config.dataDir, name))
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .map((path) => statSync(path))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}

async function collectGarbage(): Promise<void> {
  holdall.clock.advance(day + 1)
  await holdall.services.jobs.runDue()
}

test('uploading and deleting for good in a loop is refused once twice the quota is on the disk', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) {
    const answer = await put(ann, 'a', Buffer.alloc(600_000, n + 1))
    statuses.push(answer.status)
    if (answer.status === 201) {
      await ann.post('/api/remove', { items: [{ id: answer.body.data.id, force_delete: true }] })
    } else expect(answer.body.code).toBe('quota-exceeded')
  }
  expect(statuses).toEqual([201, 201, 201, 423, 423])
  expect(bytesOnDisk()).toBeLessThanOrEqual(2 * QUOTA)
  await collectGarbage()
  expect(bytesOnDisk()).toBe(0)
  expect((await put(ann, 'a', Buffer.alloc(QUOTA, 1))).status).toBe(201)
})

test('tiny files that are deleted for good count as items until they are collected', async () => {
  const items = 5
  const bob = await holdall.signUp({ quota: items * (ITEM_BYTES + 1) })
  const statuses: number[] = []
  let refusal: unknown
  for (let n = 0; n < 2 * items + 2; n++) {
    const answer = await put(bob, 'a', 'x')
    statuses.push(answer.status)
    if (answer.status === 201) {
      await bob.post('/api/remove', { items: [{ id: answer.body.data.id, force_delete: true }] })
    } else refusal = answer.body
  }
  expect(statuses).toEqual([...Array.from({ length: 2 * items }, () => 201), 423, 423])
  expect(refusal).toEqual({
    code: 'quota-exceeded',
    message: 'Many files were deleted in the last day. Their storage is free tomorrow.',
  })
  await collectGarbage()
  expect((await put(bob, 'a', 'x')).status).toBe(201)
})

test('an account without a quota has at most twice its entries of deleted and other contents on the disk', async () => {
  await holdall.services.settings.set('files.max_entries', 1000)
  const bob = await holdall.signUp()
  const { db } = holdall.services
  await file(bob, 'a')
  await db
    .insertInto('garbage')
    .values(
      Array.from({ length: 1999 }, () => ({
        blob_id: randomUUID(),
        owner_id: bob.userId,
        size: 1,
        collect_at: holdall.clock.now() + day,
      })),
    )
    .execute()
  await db.updateTable('users').set({ garbage_bytes: 1999, garbage_count: 1999 }).where('id', '=', bob.userId).execute()
  const refused = await put(bob, 'b')
  expect([refused.status, refused.body.message]).toEqual([
    423,
    'Many files were deleted in the last day. Their storage is free tomorrow.',
  ])
  await collectGarbage()
  expect((await put(bob, 'b')).status).toBe(201)
})

test('everything that fills the quota can be replaced at once', async () => {
  await file(ann, 'a', Buffer.alloc(QUOTA, 1))
  expect((await put(ann, 'a', Buffer.alloc(QUOTA, 2), { replace: 1 })).status).toBe(423)
  const { body } = await ann.get('/api/browse/folders/all')
  await ann.post('/api/remove', { items: [{ id: body.data[0].id, force_delete: true }] })
  expect((await put(ann, 'b', Buffer.alloc(QUOTA, 2))).status).toBe(201)
})

test('replaced content counts as used until its version expires, and as garbage until it is collected', async () => {
  for (let n = 0; n < 2; n++) {
    expect((await put(ann, 'a', Buffer.alloc(400_000, n), { replace: 1 })).status).toBe(201)
  }
  expect((await put(ann, 'a', Buffer.alloc(400_000, 9), { replace: 1 })).status).toBe(423)
  const days = (await holdall.services.settings.get('trash.days')) * day
  holdall.clock.advance(days + 1)
  await holdall.services.jobs.runDue()
  // A reader of it may continue.
  expect(bytesOnDisk()).toBe(2 * 400_000)
  await collectGarbage()
  expect(bytesOnDisk()).toBe(400_000)
})

test('what an expired upload leaves counts until it is collected', async () => {
  const send = (size: number) =>
    ann.raw(url, { name: 'a', upload_id: uploadId(), offset: 0, size }, Buffer.alloc(1000, 1))
  expect((await send(QUOTA)).status).toBe(200)
  expect((await send(1000)).status).toBe(423)
  await collectGarbage()
  expect((await send(QUOTA)).status).toBe(200)
})

test('nobody without a limit is refused for garbage', async () => {
  const bob = await holdall.signUp()
  for (let n = 0; n < 3; n++) {
    const { id } = await file(bob, 'a', Buffer.alloc(600_000, n))
    await bob.post('/api/remove', { items: [{ id, force_delete: true }] })
  }
  expect((await put(bob, 'a')).status).toBe(201)
})

async function open(body: 'raw' | 'form', name: string, bytes: Buffer): Promise<Socket> {
  await listening()
  const { port } = holdall.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const cookie = [...ann.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const type = body === 'raw' ? 'application/octet-stream' : 'multipart/form-data; boundary=b'
  const path = body === 'raw' ? `${url}?name=${name}` : url
  const head = body === 'raw' ? '' : '--b\r\ncontent-disposition: form-data; name="chunk"; filename="f"\r\n\r\n'
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\n`)
  socket.write(`content-length: 900000\r\n\r\n${head}`)
  socket.write(bytes)
  return socket
}

const listening = () => (holdall.app.server.listening ? undefined : holdall.app.listen({ port: 0, host: '127.0.0.1' }))

const rows = () => holdall.services.db.selectFrom('uploads').selectAll().execute()

test('interrupted bare chunks leave nothing on the disk', async () => {
  for (let n = 0; n < 5; n++) {
    const socket = await open('raw', `cut-${n}`, Buffer.alloc(400_000, 1))
    await until(() => bytesOnDisk() > 300_000)
    socket.destroy()
    await until(async () => (await rows()).length === 0 && bytesOnDisk() === 0)
  }
  expect((await put(ann, 'a', Buffer.alloc(QUOTA, 1))).status).toBe(201)
})

test('a later bare chunk that is interrupted leaves what was acknowledged, and no more quota held', async () => {
  await ann.raw(url, { name: 'a' }, Buffer.alloc(1000, 1))
  const socket = await open('raw', 'a', Buffer.alloc(400_000, 1))
  await until(() => bytesOnDisk() > 300_000)
  socket.destroy()
  await until(async () => (await rows())[0]!.reserved === 1000)
  expect(bytesOnDisk()).toBe(1000)
  expect((await put(ann, 'b', Buffer.alloc(QUOTA - 1000 - ITEM_BYTES, 1))).status).toBe(201)
})

test('the first chunk of an unknown size leaves nothing when it is interrupted, and may be sent again', async () => {
  const id = uploadId()
  const socket = await open('raw', `a&upload_id=${id}&offset=0`, Buffer.alloc(400_000, 1))
  await until(() => bytesOnDisk() > 300_000)
  socket.destroy()
  await until(async () => (await rows())[0]!.reserved === 0)
  expect(bytesOnDisk()).toBe(0)
  const again = await ann.raw(url, { name: 'a', upload_id: id, offset: 0, is_last_chunk: 1 }, Buffer.alloc(QUOTA, 1))
  expect(again.status).toBe(201)
})

test('forms that stall together hold no more than the quota, and release it', async () => {
  const sockets = [await open('form', '', Buffer.alloc(400_000)), await open('form', '', Buffer.alloc(400_000))]
  await until(() => bytesOnDisk() > 790_000)
  const refused = await open('form', '', Buffer.alloc(400_000))
  expect(String(((await once(refused, 'data')) as [Buffer])[0])).toMatch(/^HTTP\/1.1 423 .*quota-exceeded/s)
  for (const socket of [...sockets, refused]) socket.destroy()
  await until(() => bytesOnDisk() === 0)
  const whole = await ann.form('/api/upload', [
    ['file', Buffer.alloc(QUOTA, 1)],
    ['name', 'a'],
  ])
  expect(whole.status).toBe(201)
})

test('canceling an upload does not wait for its own chunk, which gets an error', async () => {
  await listening()
  const id = uploadId()
  const socket = await open('raw', `slow&upload_id=${id}&offset=0&size=900000`, Buffer.alloc(10))
  await until(async () => (await rows()).length === 1)
  const answer = once(socket, 'data') as Promise<[Buffer]>
  expect((await ann.delete(`/api/upload/${id}`)).status).toBe(204)
  expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 409 .*upload-conflict/s)
  socket.destroy()
  expect(await rows()).toEqual([])
  await until(() => bytesOnDisk() === 0)
  expect((await put(ann, 'a', Buffer.alloc(QUOTA, 1))).status).toBe(201)
})
