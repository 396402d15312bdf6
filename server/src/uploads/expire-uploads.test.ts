import { day } from '../clock.ts'
import { expectBooksToBalance, uploadId } from '../files/scene.ts'
import { inTurn } from '../files/turns.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { turnOf } from './store.ts'
import { expireUploads } from './upload-jobs.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(async () => {
  await expectBooksToBalance(holdall.services.db)
  await holdall.close()
})

const begin = (id: string, size = 20) =>
  ann.raw('/api/upload/chunks', { name: id, upload_id: id, offset: 0, size }, Buffer.alloc(10, 1))
const left = async () => {
  const rows = await holdall.services.db.selectFrom('uploads').select('upload_id').orderBy('upload_id').execute()
  return rows.map(({ upload_id }) => upload_id)
}

test('all that expired end, however many there are, and those that are done are forgotten', async () => {
  const ids = Array.from({ length: 105 }, (_, n) => `upload-${String(n).padStart(3, '0')}`)
  for (const [n, id] of ids.entries()) await begin(id, n === 50 ? 10 : 20)
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
  await inTurn(turnOf({ actor: `u:${ann.userId}`, upload_id: busy }), async () => {
    expect(await expireUploads(holdall.services)).toBe(1)
  })
  expect(await left()).toEqual([busy])
  expect(await expireUploads(holdall.services)).toBe(1)
  expect(await left()).toEqual([])
})

test('none ends once the run is told to stop', async () => {
  await begin('upload-a')
  holdall.clock.advance(day + 1)
  await expect(expireUploads(holdall.services, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await left()).toEqual(['upload-a'])
})
