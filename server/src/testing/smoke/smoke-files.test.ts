import { expectCountersToMatchRows, file, folder, names, uploadId } from '../file-requests.ts'
import { png } from '../pictures.ts'
import { readZip } from '../read-zip.ts'
import type { SignedIn } from '../test-app.ts'
import { until } from '../until.ts'
import { accepted, type SmokeApp, smokeApp, smokeFeatures } from './smoke-app.ts'

let holdall: SmokeApp
let ann: SignedIn
beforeAll(async () => void (holdall = await smokeApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const items = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) })
const namesIn = (body: { data: { attributes: { name: string } }[] }) =>
  body.data.map(({ attributes }) => attributes.name)

test('folders and files are made, renamed, copied, moved and found by position', async () => {
  const [from, to] = [await folder(ann, 'From'), await folder(ann, 'to')]
  const { id } = await file(ann, 'b.txt', 'text', { parent_id: from })
  await file(ann, 'Änderung.txt', 'text', { parent_id: from })
  await accepted(ann.patch(`/api/rename/${id}`, { name: 'a.txt' }))
  await accepted(ann.post('/api/copy', { ...items(from), to_id: to }))
  await accepted(ann.post('/api/move', { ...items(id), to_id: to }))
  await holdall.services.jobs.runDue()
  expect(await names(ann)).toEqual(['From', 'to'])
  expect(await names(ann, to)).toEqual(['From', 'a.txt'])
  expect(await names(ann, from)).toEqual(['Änderung.txt'])
  for (const sort of ['size', 'created_at', 'type']) expect(await names(ann, to, `?sort=${sort}`)).toHaveLength(2)
  await accepted(ann.post(`/api/browse/folders/${to}/taken`, { names: ['a.txt', 'b.txt'] }))
  const position = await accepted(ann.get(`/api/browse/folders/${to}/position?prefix=a&sort=name`))
  expect(JSON.stringify(position)).toContain('1')
  expect(JSON.stringify(await accepted(ann.get('/api/browse/navigation')))).toContain('From')
  expect(namesIn(await accepted(ann.get('/api/browse/latest')))).toContain('a.txt')
})

test('files are found by a part of their name', async () => {
  await folder(ann, 'Reports')
  await file(ann, 'Quarterly report.txt')
  await file(ann, 'other.txt')
  expect(namesIn(await accepted(ann.get('/api/search?query=report'))).sort()).toEqual([
    'Quarterly report.txt',
    'Reports',
  ])
  expect(namesIn(await accepted(ann.get('/api/browse/search?query=quarterly')))).toEqual(['Quarterly report.txt'])
})

test('the trash keeps what is removed until it is restored or emptied', async () => {
  const parent = await folder(ann, 'Parent')
  await file(ann, 'inside.txt', 'text', { parent_id: parent })
  const { id } = await file(ann, 'alone.txt')
  await accepted(ann.post('/api/remove', items(parent, id)))
  expect(namesIn(await accepted(ann.get('/api/browse/trash/all?sort=name')))).toEqual(['Parent', 'alone.txt'])
  await accepted(ann.post('/api/trash/restore', items(parent)))
  expect(await names(ann, parent)).toEqual(['inside.txt'])
  await accepted(ann.delete('/api/trash/dump'))
  await holdall.services.jobs.runDue()
  expect(namesIn(await accepted(ann.get('/api/browse/trash/all')))).toEqual([])
})

test('uploads are received in chunks or as a whole, resumed and aborted', async () => {
  const [begun, aborted] = [uploadId(), uploadId()]
  for (const upload_id of [begun, aborted]) {
    await accepted(ann.raw('/api/upload/chunks', { name: 'a.txt', upload_id, offset: 0, size: 4 }, Buffer.from('ab')))
  }
  expect(JSON.stringify(await accepted(ann.get(`/api/upload/${begun}`)))).toContain('2')
  await accepted(
    ann.raw('/api/upload/chunks', { name: 'a.txt', upload_id: begun, offset: 2, size: 4 }, Buffer.from('cd')),
  )
  await accepted(ann.delete(`/api/upload/${aborted}`))
  await accepted(
    ann.form('/api/upload', [
      ['name', 'form.txt'],
      ['file', Buffer.from('form')],
    ]),
  )
  expect(await names(ann)).toEqual(['a.txt', 'form.txt'])
  const stored = await accepted(ann.get('/api/user/storage'))
  expect(JSON.stringify(stored)).toMatch(/\d/)
})

test('unfinished uploads are listed and ended', async () => {
  for (const upload_id of [uploadId(), uploadId()]) {
    await accepted(ann.raw('/api/upload/chunks', { name: 'a.txt', upload_id, offset: 0, size: 4 }, Buffer.from('ab')))
  }
  const { data } = await accepted(ann.get('/api/user/unfinished-uploads'))
  expect(data).toHaveLength(2)
  await accepted(ann.delete(`/api/user/unfinished-uploads/${data[0].id}`))
  await accepted(ann.delete('/api/user/unfinished-uploads'))
  expect((await accepted(ann.get('/api/user/unfinished-uploads'))).data).toEqual([])
})

test('a remote upload is listed and removed', async () => {
  const home = await folder(ann, 'Remote')
  await accepted(ann.post('/api/upload/remote', { urls: ['https://files.invalid/a'], parent_id: home }))
  const { data } = await accepted(ann.get('/api/upload/remote'))
  expect(data).toHaveLength(1)
  await accepted(ann.delete(`/api/upload/remote/${data[0].id}`))
})

test('what is downloaded is counted', async () => {
  const { attributes } = await file(ann, 'a.txt', 'text')
  const { db } = holdall.services
  const counted = () => db.selectFrom('traffic').select('downloaded').where('user_id', '=', ann.userId).execute()
  for (const downloaded of [4, 8]) {
    await accepted(ann.get(attributes.file_url))
    await until(async () => (await counted())[0]?.downloaded === downloaded)
  }
})

test('the version before comes back', async () => {
  const { id } = await file(ann, 'a.txt', 'one')
  await file(ann, 'a.txt', 'two', { replace: 1 })
  await accepted(ann.post('/api/versions/restore', { items: [{ id, version: 1 }] }))
  const { data } = await accepted(ann.get('/api/browse/folders/all'))
  expect((await ann.get(data[0].attributes.file_url)).raw.body).toBe('one')
  const versions = await accepted(ann.get(`/api/versions/${id}`))
  expect((await ann.get(versions.data[0].attributes.file_url)).raw.body).toBe('two')
  await accepted(ann.delete(`/api/versions/${id}/2`))
})

test('a picture gets a thumbnail', async () => {
  await file(ann, 'a.png', await png(20, 10))
  await holdall.services.jobs.runDue()
  const { data } = await accepted(ann.get('/api/browse/folders/all'))
  expect((await ann.get(data[0].attributes.thumbnail.xs)).status).toBe(200)
})

test('favourites are added and removed', async () => {
  const id = await folder(ann, 'Often')
  await accepted(ann.post('/api/favourites', { ids: [id] }))
  expect(JSON.stringify(await accepted(ann.get('/api/browse/navigation')))).toContain('Often')
  await accepted(ann.delete(`/api/favourites/${id}`))
})

test('activities are listed, for all and for one folder', async () => {
  const parent = await folder(ann, 'Active')
  await file(ann, 'a.txt', 'text', { parent_id: parent })
  for (const path of ['/api/activity', `/api/activity/${parent}`]) {
    expect((await accepted(ann.get(path))).data.length).toBeGreaterThan(0)
  }
})

test('zips contain a folder with its files', async () => {
  const parent = await folder(ann, 'Zipped')
  await file(ann, 'a.txt', 'text', { parent_id: parent })
  const { raw } = await ann.get(`/api/zip?items=${parent}|folder`)
  expect(raw.statusCode).toBe(200)
  expect((await readZip(raw.rawPayload)).map(({ path }) => path)).toContain('Zipped/a.txt')
  const prepared = await accepted(ann.post('/api/zip', items(parent)))
  expect((await ann.get(prepared.data.attributes.url)).status).toBe(200)
})

test('every endpoint of these features has answered', () => {
  expect(holdall.unanswered(smokeFeatures.files)).toEqual([])
})
