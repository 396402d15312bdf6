import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, uploadId } from '../../testing/file-requests.ts'
import { withLock } from '../entries/keyed-lock.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { lockKeyOf } from './upload.store.ts'
import { expireUploads } from './upload-jobs.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(async () => {
  await expectCountersToMatchRows(holdall.services.db)
  await holdall.close()
})

const begin = (id: string, size = 20, client = ann) =>
  client.raw('/api/upload/chunks', { name: id, upload_id: id, offset: 0, size }, Buffer.alloc(10, 1))
const left = async () => {
  const rows = await holdall.services.db.selectFrom('uploads').select('upload_id').orderBy('upload_id').execute()
  return rows.map(({ upload_id }) => upload_id)
}

test('all expired uploads end, however many there are, and those that are done are deleted', async () => {
  // More than one page of them, which is more than one account may have.
  const ben = await holdall.signUp()
  const ids = Array.from({ length: 105 }, (_, n) => `upload-${String(n).padStart(3, '0')}`)
  for (const [n, id] of ids.entries()) await begin(id, n === 50 ? 10 : 20, n < 60 ? ann : ben)
  holdall.clock.advance(day)
  await begin('upload-young')
  holdall.clock.advance(1000)
  expect(await expireUploads(holdall.services)).toBe(105)
  expect(await left()).toEqual(['upload-young'])
  expect(await expireUploads(holdall.services)).toBe(0)
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect(data).toMatchObject([{ attributes: { name: 'upload-050', filesize: 10 } }])
})

test('one that is receiving is left to the next run, and the others end', async () => {
  const [busy, idle] = [uploadId(), uploadId()]
  for (const id of [busy, idle]) await begin(id)
  holdall.clock.advance(day + 1)
  await withLock(lockKeyOf({ actor: `u:${ann.userId}`, upload_id: busy }), async () => {
    expect(await expireUploads(holdall.services)).toBe(1)
  })
  expect(await left()).toEqual([busy])
  expect(await expireUploads(holdall.services)).toBe(1)
  expect(await left()).toEqual([])
})

test('none ends once the run is aborted', async () => {
  await begin('upload-a')
  holdall.clock.advance(day + 1)
  await expect(expireUploads(holdall.services, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await left()).toEqual(['upload-a'])
})

test('those that were continued or canceled since the run found them are left alone', async () => {
  // One account after the other: no upload of an account changes while another of it ends.
  const [first, second] = [ann, await holdall.signUp()].sort((a, b) => (a.userId < b.userId ? -1 : 1))
  await begin('upload-a', 20, first)
  for (const id of ['upload-b', 'upload-c', 'upload-d']) await begin(id, 20, second)
  holdall.clock.advance(day)
  const { db, transact } = holdall.services
  const now = holdall.clock.now()
  const expireAt = (id: string, expires_at: number) =>
    db.updateTable('uploads').set({ expires_at }).where('upload_id', '=', id).execute()
  let isFirst = true
  const services: typeof holdall.services = {
    ...holdall.services,
    clock: { now: () => now },
    async transact(work) {
      if (isFirst) {
        isFirst = false
        expect((await second!.delete('/api/upload/upload-b')).status).toBe(204)
        await expireAt('upload-c', now + 1)
        await expireAt('upload-d', now)
      }
      return transact(work)
    },
  }
  expect(await expireUploads(services)).toBe(2)
  expect(await left()).toEqual(['upload-c'])
})
