import { testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => expectCountersToMatchRows(holdall.services.db))

test('defect 5: refuses the entry of somebody else before anything is written', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const id = await folder(ann, 'mine')
  const before = (await ann.get('/api/browse/folders/all')).body.data
  expect((await bob.patch(`/api/rename/${id}`, { name: 'taken', color: 'red', emoji: '😈' })).status).toBe(404)
  expect((await bob.post(`/api/rename/${id}`, { _method: 'patch', color: 'red' })).status).toBe(404)
  expect((await ann.get('/api/browse/folders/all')).body.data).toEqual(before)
})

test('refuses a bad name, a trashed entry and the top itself', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'a')
  expect((await ann.patch(`/api/rename/${id}`, { name: 'b/c' })).body.code).toBe('bad-name')
  await ann.post('/api/remove', { items: [{ id }] })
  expect((await ann.patch(`/api/rename/${id}`, { name: 'b' })).status).toBe(404)
  const { root_id } = await holdall.services.db
    .selectFrom('spaces')
    .select('root_id')
    .where('owner_id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  expect((await ann.patch(`/api/rename/${root_id}`, { name: 'b' })).status).toBe(404)
})

test('renames, numbers a taken name and keeps what the request does not name', async () => {
  const ann = await holdall.signUp()
  await file(ann, 'taken.txt')
  const { id } = await file(ann, 'a.txt')
  expect((await ann.patch(`/api/rename/${id}`, { name: 'taken.txt' })).body.data.attributes.name).toBe('taken (2).txt')
  expect((await ann.patch(`/api/rename/${id}`, { name: 'taken (2).txt' })).body.data.attributes.name).toBe(
    'taken (2).txt',
  )
  const styled = await folder(ann, 'styled')
  await ann.patch(`/api/rename/${styled}`, { color: 'blue', emoji: '🌊' })
  const { body } = await ann.post(`/api/rename/${styled}`, { _method: 'patch', name: 'Styled' })
  expect(body.data.attributes).toMatchObject({ name: 'Styled', color: 'blue', emoji: '🌊' })
  expect(await names(ann)).toEqual(['Styled', 'taken (2).txt', 'taken.txt'])
})

test('a numbered file may keep its own number, and a folder is numbered after its whole name', async () => {
  const ann = await holdall.signUp()
  await file(ann, 'a.txt')
  const second = await file(ann, 'a.txt')
  expect(second.attributes.name).toBe('a (2).txt')
  const rename = async (id: string, body: object) => (await ann.patch(`/api/rename/${id}`, body)).body.data.attributes
  expect(await rename(second.id, { name: 'a.txt' })).toMatchObject({ name: 'a (2).txt' })
  await folder(ann, 'v1.0')
  expect(await rename(await folder(ann, 'other'), { name: 'v1.0' })).toMatchObject({ name: 'v1.0 (2)' })
})

test('a rename changes the case, the position in the order and the time of the change', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'b')
  await folder(ann, 'c')
  holdall.clock.advance(5000)
  const before = holdall.clock.now()
  const { attributes } = (await ann.patch(`/api/rename/${id}`, { name: 'B' })).body.data
  expect(attributes.name).toBe('B')
  expect(Date.parse(attributes.updated_at)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(attributes.created_at)).toBeLessThan(before)
  await ann.patch(`/api/rename/${id}`, { name: 'D' })
  expect(await names(ann)).toEqual(['c', 'D'])
})

test('color and emoji are removed again, each by itself, and a file has none', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'a')
  const rename = async (of: string, body: object) => (await ann.patch(`/api/rename/${of}`, body)).body.data.attributes
  await rename(id, { color: 'blue', emoji: '🌊' })
  expect(await rename(id, { color: null })).toMatchObject({ name: 'a', color: null, emoji: '🌊' })
  expect(await rename(id, { emoji: null })).toMatchObject({ name: 'a', color: null, emoji: null })
  const plain = await file(ann, 'a.txt')
  expect(await rename(plain.id, { color: 'blue', emoji: '🌊' })).toMatchObject({ color: null, emoji: null })
})
