import { homeOf } from '../../access/target.store.ts'
import { hour } from '../../infrastructure/clock.ts'
import { backgroundRead } from '../../infrastructure/db/transaction-context.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { seededId, seedEntries, seedLinks } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { pageOfShared } from './share-link.store.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const items = (...ids: readonly string[]) => ({ items: ids.map((id) => ({ id })) })
const shared = async (query = '') => (await ann.get(`/api/browse/share${query}`)).body
const names = async (query = '') =>
  (await shared(query)).data.map((entry: { attributes: { name: string } }) => entry.attributes.name)
const share = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)

test('refuses a caller without a session, a visitor of a link, and a session that awaits its second factor', async () => {
  const token = await share(await folder(ann, 'shared'))
  const visitor = holdall.visitor()
  expect((await visitor.get('/api/browse/share')).status).toBe(401)
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  expect((await visitor.get('/api/browse/share')).status).toBe(401)
  const { db } = holdall.services
  await db.updateTable('sessions').set({ state: 'challenge' }).where('user_id', '=', ann.userId).execute()
  expect((await ann.get('/api/browse/share')).status).toBe(401)
})

test('shows nobody what others made links to, an administrator neither', async () => {
  await share(await folder(ann, 'a'))
  await share((await file(ann, 'a.txt')).id)
  const bob = await holdall.signUp()
  const own = await folder(bob, 'own')
  await bob.post('/api/share', { id: own })
  const { data, meta } = (await bob.get('/api/browse/share')).body
  expect([data.map(({ id }: { id: string }) => id), meta.totals]).toEqual([
    [own],
    { folders: 1, files: 0, filesize: 0 },
  ])
  expect((await (await holdall.signInAdmin()).get('/api/browse/share')).body.data).toEqual([])
})

test('lists the entries with their links and folders, and the totals of all pages', async () => {
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const inner = await file(ann, 'inner.txt', '123', { parent_id: b })
  await file(ann, 'not shared.txt', '12345', { parent_id: b })
  for (const id of [a, inner.id]) await share(id)
  const { data, meta } = await shared()
  expect(data).toMatchObject([
    { id: a, attributes: { parent_id: null }, meta: { location: { id: null, path: [], truncated: false } } },
    { id: inner.id, attributes: { parent_id: b }, meta: { location: { id: b, path: ['a', 'b'], truncated: false } } },
  ])
  expect(
    data.map((entry: { relationships: { shared: { data: { attributes: { item_id: string } } } } }) => [
      entry.relationships.shared.data.attributes.item_id,
    ]),
  ).toEqual([[a], [inner.id]])
  expect(meta).toMatchObject({ totals: { folders: 1, files: 1, filesize: 3 }, root: null, ancestors: [] })
  const past = await shared('?per_page=1&page=3')
  expect([past.data, past.meta.totals]).toEqual([[], meta.totals])
  expect(past.meta.paginate).toEqual({ currentPage: 3, lastPage: 2, perPage: 1, from: null, to: null, total: 2 })
})

describe('the order', () => {
  beforeEach(async () => {
    const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
    const entries = (
      [
        ['folder', 'b', 0, 3],
        ['folder', 'É', 0, 1],
        ['folder', 'c', 0, 1],
        ['file', 'n', 7, 1],
        ['file', 'm', 7, 2],
        ['file', 'O', 9, 2],
      ] as const
    ).map(([kind, name, size, createdAt]) => ({
      id: holdall.services.ids.next(),
      parentId,
      kind,
      name,
      size,
      createdAt,
    }))
    await seedEntries(holdall, ann.userId, entries)
    // The order of the links is another one.
    await seedLinks(holdall, ann.userId, entries.map(({ id }) => id).toReversed())
  })

  test.each(['', '?sort=name', '?sort=created_at', '?sort=modified_at', '?sort=size', '?sort=type', '?direction=ASC'])(
    'with "%s" is that of a folder',
    async (query) => {
      const directions = query.includes('direction') ? [''] : ['', 'ASC', 'DESC']
      for (const direction of directions) {
        const whole = direction === '' ? query : `${query}${query === '' ? '?' : '&'}direction=${direction}`
        const listed = (await ann.get(`/api/browse/folders/all${whole}`)).body.data.map(({ id }: { id: string }) => id)
        expect(listed).toHaveLength(6)
        expect([whole, (await shared(whole)).data.map(({ id }: { id: string }) => id)]).toEqual([whole, listed])
        const pages: string[] = []
        for (const page of [1, 2, 3]) {
          const paging = `${whole}${whole === '' ? '?' : '&'}per_page=2&page=${page}`
          pages.push(...(await shared(paging)).data.map(({ id }: { id: string }) => id))
        }
        expect([whole, pages]).toEqual([whole, listed])
      }
    },
  )

  test('is folders first, the newest first, by id where the date is the same', async () => {
    expect(await names()).toEqual(['b', 'c', 'É', 'O', 'm', 'n'])
    expect(await names('?sort=size')).toEqual(['É', 'c', 'b', 'O', 'm', 'n'])
  })
})

test('a revoked link takes its entry from the list, an expired one does not', async () => {
  const kept = await folder(ann, 'kept')
  const [revoked, expiring] = [await share(kept), await share(await folder(ann, 'expiring'), { expiration: 1 })]
  await ann.delete('/api/share/revoke', { tokens: [revoked] })
  expect(await names()).toEqual(['expiring'])
  holdall.clock.advance(hour + 1)
  const { data, meta } = await shared()
  expect(data[0].relationships.shared.data.attributes).toMatchObject({ token: expiring, expired: true, expire_in: 1 })
  expect(meta.totals.folders).toBe(1)
  await ann.patch(`/api/share/${expiring}`, { expiration: 1 })
  expect((await shared()).data[0].relationships.shared.data.attributes.expired).toBe(false)
  await share(kept)
  expect(await names('?sort=name')).toEqual(['expiring', 'kept'])
})

test('an entry in the trash, or below what is there, is back with its link once it is restored', async () => {
  const outer = await folder(ann, 'outer')
  const inner = await folder(ann, 'inner', outer)
  const { id } = await file(ann, 'a.txt', '1', { parent_id: inner })
  const token = await share(id)
  for (const trashed of [id, inner, outer]) {
    await ann.post('/api/remove', items(trashed))
    const { data, meta } = await shared()
    expect([data, meta.totals]).toEqual([[], { folders: 0, files: 0, filesize: 0 }])
    await ann.post('/api/trash/restore', items(trashed))
    const [restored] = (await shared()).data
    expect(restored).toMatchObject({ id, relationships: { shared: { data: { attributes: { token } } } } })
  }
  await ann.post('/api/move', { ...items(id), to_id: outer })
  expect((await shared()).data[0].meta.location).toEqual({ id: outer, path: ['outer'], truncated: false })
  await ann.post('/api/remove', { items: [{ id, force_delete: true }] })
  expect(await names()).toEqual([])
})

test('an entry on the deepest path is shown with the innermost folders', async () => {
  const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
  const own = (n: number) => seededId(1000 + n)
  await seedEntries(
    holdall,
    ann.userId,
    Array.from({ length: 128 }, (_, n) => ({
      id: own(n),
      parentId: n === 0 ? parentId : own(n - 1),
      kind: 'folder' as const,
      name: `level ${n + 1}`,
    })),
  )
  expect((await ann.post('/api/create-folder', { name: 'too deep', parent_id: own(127) })).status).toBe(422)
  const { id } = await file(ann, 'a.txt', '1', { parent_id: own(127) })
  for (const deep of [id, own(127)]) await share(deep)
  const path = (last: number) => Array.from({ length: 5 }, (_, n) => `level ${last - 4 + n}`)
  expect((await shared()).data.map((entry: { meta: object }) => entry.meta)).toEqual([
    { location: { id: own(126), path: path(127), truncated: true } },
    { location: { id: own(127), path: path(128), truncated: true } },
  ])
})

test('refuses orders and pages that do not exist', async () => {
  await share(await folder(ann, 'a'))
  for (const query of [
    'sort=token',
    'sort=name_key',
    'sort=',
    "sort=name'--",
    'sort=name&sort=size',
    'direction=asc',
    'direction=ASC;drop table shares',
    'page=-1',
    'page=1.5',
    'page=9999999999999999',
    'per_page=x',
  ]) {
    expect([query, (await ann.get(`/api/browse/share?${query}`)).status]).toEqual([query, 422])
  }
  expect(await names('?page=0')).toEqual(['a'])
  expect(await names('?page=999999999999999&per_page=200')).toEqual([])
})

test('500 links or more are read in the background, fewer at once', async () => {
  const { db } = holdall.services
  const space = await homeOf(db, ann.userId)
  const ids = Array.from({ length: 500 }, (_, n) => seededId(2000 + n))
  await seedEntries(
    holdall,
    ann.userId,
    ids.map((id) => ({ id, parentId: space.root_id, kind: 'folder', name: id })),
  )
  const inBackground = async () => {
    const found: boolean[] = []
    const observed = db.withPlugin({
      transformQuery({ node }) {
        found.push(backgroundRead.getStore() === true)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await pageOfShared(observed, ann.userId, { sort: 'name', direction: 'ASC', offset: 0, limit: 1 })
    return found.at(-1)
  }
  await seedLinks(holdall, ann.userId, ids.slice(1))
  expect(await inBackground()).toBe(false)
  await seedLinks(holdall, ann.userId, ids.slice(0, 1))
  expect(await inBackground()).toBe(true)
})
