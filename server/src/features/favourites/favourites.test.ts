import { MAX_FAVOURITES } from '@holdall/api'
import type { Client } from '../../testing/client.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const favouritesOf = async (user: Client): Promise<{ id: string; attributes: { name: string } }[]> =>
  (await user.get('/api/user')).body.data.relationships.favourites.data
const namesOf = async (user: Client) => (await favouritesOf(user)).map(({ attributes }) => attributes.name)

test('refuses what is not the user’s own live folder, and adds none of the others of the call', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const own = await folder(ann, 'Own')
  const trashed = await folder(ann, 'Trashed')
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const { id: plain } = await file(ann, 'a.txt')
  const unknown = '01890000-0000-7000-8000-000000000000'
  for (const id of [await folder(bob, 'Foreign'), trashed, plain, unknown]) {
    expect((await ann.post('/api/favourites', { ids: [own, id] })).status).toBe(404)
    if (id !== trashed) expect((await ann.delete(`/api/favourites/${id}`)).status).toBe(404)
  }
  for (const ids of [[], ['x'], undefined]) expect((await ann.post('/api/favourites', { ids })).status).toBe(422)
  expect(await favouritesOf(ann)).toEqual([])
})

test('are folders in the order in which they were added, each once', async () => {
  const ann = await holdall.signUp()
  const [b, a, c] = [await folder(ann, 'B'), await folder(ann, 'A'), await folder(ann, 'C')]
  const inner = await folder(ann, 'Inner', c)
  const { status, body } = await ann.post('/api/favourites', { ids: [a, b, a] })
  expect([status, body.count]).toEqual([201, 2])
  expect((await ann.post('/api/favourites', { ids: [a, inner] })).body.count).toBe(1)
  expect((await ann.post('/api/favourites', { ids: [a] })).body.count).toBe(0)
  expect(await favouritesOf(ann)).toMatchObject([
    { id: a, type: 'folder', attributes: { name: 'A', parent_id: null, items: 0 } },
    { id: b, type: 'folder', attributes: { name: 'B', parent_id: null } },
    { id: inner, type: 'folder', attributes: { name: 'Inner', parent_id: c } },
  ])
})

test('have the requested order, as listings have', async () => {
  const ann = await holdall.signUp()
  const ids: string[] = []
  for (const name of ['plan 9', 'Plan 10', 'Album']) {
    ids.push(await folder(ann, name))
    holdall.clock.advance(1000)
  }
  await ann.post('/api/favourites', { ids: [ids[1], ids[0], ids[2]] })
  const namesBy = async (query: string) =>
    (await ann.get(`/api/user${query}`)).body.data.relationships.favourites.data.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    )
  const byName = ['Album', 'plan 9', 'Plan 10']
  const newest = ['Album', 'Plan 10', 'plan 9']
  expect(await namesBy('')).toEqual(['Plan 10', 'plan 9', 'Album'])
  for (const sort of ['name', 'type', 'size']) {
    expect(await namesBy(`?sort=${sort}&direction=ASC`)).toEqual(byName)
    expect(await namesBy(`?sort=${sort}&direction=DESC`)).toEqual(byName.toReversed())
  }
  expect(await namesBy('?sort=created_at')).toEqual(newest)
  expect(await namesBy('?sort=created_at&direction=ASC')).toEqual(newest.toReversed())
  expect(await namesBy('?direction=ASC')).toEqual(newest.toReversed())
})

test('are removed one by one, by POST with _method too, and of one user only', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const [a, b] = [await folder(ann, 'A'), await folder(ann, 'B')]
  await ann.post('/api/favourites', { ids: [a, b] })
  expect((await bob.delete(`/api/favourites/${a}`)).status).toBe(404)
  const removed = await ann.post(`/api/favourites/${a}`, { _method: 'delete' })
  expect([removed.status, removed.body.count]).toEqual([200, 1])
  expect(await namesOf(ann)).toEqual(['B'])
  expect((await ann.delete(`/api/favourites/${a}`)).body.count).toBe(0)
  await ann.post('/api/favourites', { ids: [a] })
  expect(await namesOf(ann)).toEqual(['B', 'A'])
})

test('are hidden while they are in the trash, come back where they were, and end with their folder', async () => {
  const ann = await holdall.signUp()
  const outer = await folder(ann, 'Outer')
  const [inner, other] = [await folder(ann, 'Inner', outer), await folder(ann, 'Other')]
  await ann.post('/api/favourites', { ids: [inner, other] })
  await ann.post('/api/remove', { items: [{ id: outer }] })
  expect(await namesOf(ann)).toEqual(['Other'])
  await ann.post('/api/trash/restore', { items: [{ id: outer }] })
  expect(await namesOf(ann)).toEqual(['Inner', 'Other'])
  await ann.post('/api/remove', { items: [{ id: outer, force_delete: true }] })
  expect(await namesOf(ann)).toEqual(['Other'])
  const rows = await holdall.services.db
    .selectFrom('favourites')
    .select('entry_id')
    .where('user_id', '=', ann.userId)
    .execute()
  expect(rows).toEqual([{ entry_id: other }])
})

test('are removed while they are in the trash, and are no favourites after a restore', async () => {
  const ann = await holdall.signUp()
  const id = await folder(ann, 'Folder')
  await ann.post('/api/favourites', { ids: [id] })
  await ann.post('/api/remove', { items: [{ id }] })
  expect((await ann.delete(`/api/favourites/${id}`)).body.count).toBe(1)
  expect((await ann.post('/api/favourites', { ids: [id] })).status).toBe(404)
  await ann.post('/api/trash/restore', { items: [{ id }] })
  expect(await namesOf(ann)).toEqual([])
})

test('are limited, by two calls at once too, and the refused call adds none', async () => {
  const ann = await holdall.signUp()
  const ids: string[] = []
  for (let n = 0; n < MAX_FAVOURITES + 1; n++) ids.push(await folder(ann, `f${n}`))
  const [last, before] = [ids.pop()!, ids.pop()!]
  expect((await ann.post('/api/favourites', { ids: ids.slice(0, -1) })).body.count).toBe(MAX_FAVOURITES - 2)
  const both = { ids: [last, before] }
  const answers = await Promise.all([
    ann.post('/api/favourites', both),
    ann.post('/api/favourites', { ids: ids.slice(-1).concat(last) }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  const { body } = answers.find(({ status }) => status === 422)!
  expect(body).toMatchObject({
    code: 'too-many-favourites',
    message: `You can have up to ${MAX_FAVOURITES} favorites, including those in the trash.`,
  })
  expect(await favouritesOf(ann)).toHaveLength(MAX_FAVOURITES)
})
