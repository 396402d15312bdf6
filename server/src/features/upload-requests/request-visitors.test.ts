import { day } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { png } from '../../testing/pictures.ts'
import {
  listed,
  requestedFolder,
  requestedNames,
  sendTo,
  uploaded,
  uploadRequest,
} from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp({ name: 'Ann Example' })
  visitor = holdall.visitor()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const at = (token: string, path: string) => `/api/file-request/${token}${path}`
const rename = (token: string, id: string, body: object) => visitor.patch(at(token, `/rename/${id}`), body)
const move = (token: string, id: string, to_id: string | null) =>
  visitor.post(at(token, '/move'), { items: [{ id }], to_id })
const remove = (token: string, ...ids: string[]) =>
  visitor.post(at(token, '/remove'), { items: ids.map((id) => ({ id })) })

/** A request with a folder, in which the visitor has a folder and files and the owner has some too. */
async function scene() {
  const { token } = await uploadRequest(ann, { name: 'Receipts' })
  const march = (await requestedFolder(visitor, token, 'March')).id as string
  const inside = (await uploaded(visitor, token, 'inside.txt', { parent_id: march })).id as string
  const top = (await uploaded(visitor, token, 'top.txt')).id as string
  const root = (await listed(ann, token)).folder_id as string
  return { token, root, march, inside, top }
}

describe('refuses', () => {
  test('a token that nobody has, that of a public link, and the id of a request', async () => {
    const shared = await folder(ann, 'shared')
    const { body } = await ann.post('/api/share', { id: shared, permission: 'editor' })
    const { attributes } = await uploadRequest(ann)
    expect(attributes.id).toBeUndefined()
    for (const token of ['x'.repeat(22), body.data.attributes.token, body.data.id]) {
      expect((await visitor.get(at(token, ''))).body.code).toBe('not-found')
    }
    const { token } = attributes
    expect((await visitor.get(`/api/sharing/${token}`)).body.code).toBe('not-found')
  })

  // The predecessor authorised neither the target of a move nor what was removed, and listed any folder of the owner.
  test('what did not come through the request: to list, to change, as a target and to remove', async () => {
    const { token, root, top, march } = await scene()
    const own = await folder(ann, 'own', root)
    const ownFile = (await file(ann, 'own.txt', 'mine', { parent_id: root })).id as string
    const nested = await folder(ann, 'nested', march)
    const elsewhere = await folder(ann, 'elsewhere')
    const other = await scene()
    const before = await names(ann, root)
    for (const id of [own, nested, elsewhere, other.march, other.root]) {
      const answers = [
        await visitor.get(at(token, `/browse/${id}`)),
        await visitor.get(at(token, `/browse/${id}/position?prefix=a`)),
        await visitor.get(at(token, `/navigation?parent_id=${id}`)),
        await visitor.post(at(token, '/create-folder'), { name: 'x', parent_id: id }),
        await move(token, top, id),
        await sendTo(visitor, token, 'x.txt', 'x', { parent_id: id }),
        await visitor.form(at(token, '/upload'), [['parent_id', id] as const, ['file', Buffer.from('x')] as const]),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not-found']))
    }
    for (const id of [own, ownFile, nested, elsewhere, root, other.top]) {
      const answers = [
        await rename(token, id, { name: 'y' }),
        await move(token, id, march),
        await remove(token, id),
        await remove(token, top, id),
      ]
      expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'not-found'))
    }
    expect([await names(ann, root), await names(ann, elsewhere)]).toEqual([before, []])
  })

  test('to delete for good', async () => {
    const { token, top, root } = await scene()
    const items = [{ id: top, force_delete: true }]
    expect((await visitor.post(at(token, '/remove'), { items })).body.code).toBe('not-found')
    const all = { parent_id: null, all: true, except: [], force_delete: true }
    expect((await visitor.post(at(token, '/remove'), all)).body.code).toBe('not-found')
    expect(await names(ann, root)).toEqual(['March', 'top.txt'])
  })

  test('to remove a folder into which the owner has put something', async () => {
    const { token, march, root } = await scene()
    const inner = (await requestedFolder(visitor, token, 'inner', march)).id as string
    const { id } = await file(ann, 'own.txt', 'mine', { parent_id: inner })
    expect((await remove(token, march)).body.code).toBe('forbidden')
    expect((await visitor.post(at(token, '/remove'), { parent_id: null, all: true, except: [] })).body.code).toBe(
      'forbidden',
    )
    expect(await names(ann, root)).toEqual(['March', 'top.txt'])
    await ann.post('/api/remove', { items: [{ id }] })
    expect((await remove(token, march)).status).toBe(200)
    expect(await names(ann, root)).toEqual(['top.txt'])
  })

  test.each([
    ['a name that is not allowed', { name: 'a/b' }, 'bad-name'],
    ['no name', {}, 'validation'],
    ['a color that there is not', { name: 'x', color: 'plaid' }, 'validation'],
  ])('a folder with %s, and makes nothing', async (_what, body, code) => {
    const { token } = await uploadRequest(ann)
    expect((await visitor.post(at(token, '/create-folder'), body)).body.code).toBe(code)
    expect([await names(ann), (await listed(ann, token)).status]).toEqual([[], 'active'])
  })

  test('a folder where the owner may not create any', async () => {
    const { token, root } = await scene()
    const { db } = holdall.services
    await db.updateTable('users').set({ folder_restricted: 1 }).where('id', '=', ann.userId).execute()
    const { body } = await visitor.post(at(token, '/create-folder'), { name: 'x' })
    expect([body.code, body.message]).toEqual(['create-folder-restricted', 'You can’t create folders right now.'])
    expect((await sendTo(visitor, token, 'a.txt', 'x', { path: '/new/a.txt' })).body.code).toBe(
      'create-folder-restricted',
    )
    expect((await sendTo(visitor, token, 'b.txt', 'x')).status).toBe(201)
    expect(await names(ann, root)).toEqual(['March', 'b.txt', 'top.txt'])
  })
})

test('a visitor sees who asks, the note and the folder by the name of the request; never the address or the folders above', async () => {
  await folder(ann, 'Receipts')
  const { token } = await uploadRequest(ann, { name: 'Receipts', notes: 'Please.' })
  const show = async () => (await visitor.get(at(token, ''))).body.data
  expect(await show()).toEqual({
    id: expect.any(String),
    type: 'upload-request',
    attributes: {
      token,
      status: 'active',
      name: 'Receipts',
      notes: 'Please.',
      closes_at: expect.any(String),
      closes_when_idle: false,
    },
    relationships: {
      folder: null,
      user: { data: { type: 'user', attributes: { name: 'Ann Example', color: expect.any(String), avatar: null } } },
    },
  })
  await uploaded(visitor, token, 'a.txt')
  const { attributes, relationships } = await show()
  expect(attributes.status).toBe('filling')
  // For the owner it is “Receipts (2)”: a visitor does not learn that there was another one.
  expect(relationships.folder.data.attributes).toMatchObject({ name: 'Receipts', parent_id: null, items: 1 })
  expect(await names(ann)).toEqual(['Receipts', 'Receipts (2)'])
  expect(JSON.stringify(await show())).not.toMatch(/\(2\)|@example/)
})

test('before the first upload there is an empty folder, and looking at it makes none', async () => {
  const { token } = await uploadRequest(ann)
  const { status, body } = await visitor.get(at(token, '/browse/all?per_page=7'))
  expect([status, body.data, body.meta.paginate.perPage, body.meta.totals]).toEqual([
    200,
    [],
    7,
    { folders: 0, files: 0, filesize: 0 },
  ])
  expect((await visitor.get(at(token, '/navigation?depth=all'))).body.data).toEqual([])
  expect((await visitor.get(at(token, '/browse/all/position?prefix=a'))).body.data).toBeNull()
  expect((await remove(token, '01890000-0000-7000-8000-000000000000')).body.code).toBe('not-found')
  expect([await names(ann), (await listed(ann, token)).status]).toEqual([[], 'active'])
})

describe('a visitor lists', () => {
  test('only what came through the request, with counts, sizes and positions of that', async () => {
    const { token, root, march } = await scene()
    const own = await folder(ann, 'A folder of the owner', root)
    await file(ann, 'a file of the owner.txt', 'some content', { parent_id: root })
    await file(ann, 'another.txt', 'some content', { parent_id: march })
    await folder(ann, 'below', march)
    await folder(ann, 'below', own)
    const { body } = await visitor.get(at(token, '/browse/all?sort=name'))
    expect(body.data.map((entry: { attributes: object }) => entry.attributes)).toMatchObject([
      { name: 'March', items: 1, parent_id: null },
      { name: 'top.txt', parent_id: null },
    ])
    expect(body.meta).toMatchObject({
      paginate: { total: 2, lastPage: 1 },
      totals: { folders: 1, files: 1, filesize: 10 },
      root: { data: { id: root, attributes: { parent_id: null, items: 2 } } },
      ancestors: [],
    })
    const inner = await visitor.get(at(token, `/browse/${march}`))
    expect(inner.body.data).toHaveLength(1)
    expect(inner.body.meta).toMatchObject({ totals: { folders: 0, files: 1 }, root: { data: { id: march } } })
    for (const depth of ['', '?depth=all']) {
      const tree = (await visitor.get(at(token, `/navigation${depth}`))).body.data
      expect(tree).toMatchObject([{ id: march, name: 'March', has_folders: false, parent_id: null }])
      expect(tree).toHaveLength(1)
    }
    const position = async (prefix: string) =>
      (await visitor.get(at(token, `/browse/all/position?prefix=${prefix}&sort=name`))).body.data?.attributes.index
    expect([await position('t'), await position('m'), await position('a')]).toEqual([1, 0, undefined])
  })

  // In the predecessor every sub-folder showed the root.
  test('a folder inside a folder, with the folders between', async () => {
    const { token, march } = await scene()
    const inner = (await requestedFolder(visitor, token, 'inner', march)).id as string
    await uploaded(visitor, token, 'deep.txt', { parent_id: inner })
    expect(await requestedNames(visitor, token, inner)).toEqual(['deep.txt'])
    const { body } = await visitor.get(at(token, `/browse/${inner}`))
    expect(body.meta.ancestors).toEqual([{ id: march, name: 'March' }])
    const tree = (await visitor.get(at(token, '/navigation?depth=all'))).body.data
    expect(tree).toMatchObject([{ id: march, has_folders: true, folders: [{ id: inner, folders: [] }] }])
  })

  test('pages in every order like the owner, without what is the owner’s', async () => {
    const { token, root } = await scene()
    for (const name of ['b.txt', 'c.txt', 'd.txt']) await uploaded(visitor, token, name)
    for (const name of ['b own.txt', 'c own.txt']) await file(ann, name, 'mine', { parent_id: root })
    for (const sort of ['name', 'created_at', 'size', 'type']) {
      for (const direction of ['ASC', 'DESC']) {
        const query = `sort=${sort}&direction=${direction}`
        const pages: string[] = []
        for (const page of [1, 2, 3]) {
          const { body } = await visitor.get(at(token, `/browse/all?${query}&per_page=2&page=${page}`))
          pages.push(...body.data.map((entry: { id: string }) => entry.id))
        }
        const ofOwner = (await ann.get(`/api/browse/folders/${root}?${query}`)).body.data
          .filter(({ attributes }: { attributes: { name: string } }) => !attributes.name.includes('own'))
          .map((entry: { id: string }) => entry.id)
        expect([query, pages]).toEqual([query, ofOwner])
      }
    }
  })

  test('nothing that the owner copied, moved away or has put into a file since', async () => {
    const { token, root, march, top, inside } = await scene()
    await ann.post('/api/copy', { items: [{ id: top }], to_id: root })
    await ann.post('/api/move', { items: [{ id: inside }], to_id: null })
    expect([await requestedNames(visitor, token), await requestedNames(visitor, token, march)]).toEqual([
      ['March', 'top.txt'],
      [],
    ])
    await file(ann, 'top.txt', 'a secret', { parent_id: root, replace: 1 })
    expect(await requestedNames(visitor, token)).toEqual(['March'])
    expect((await rename(token, top, { name: 'x' })).body.code).toBe('not-found')
  })

  test('nothing inside of a folder that the owner has put between', async () => {
    const { token, root, march, inside } = await scene()
    const own = await folder(ann, 'own', root)
    await ann.post('/api/move', { items: [{ id: march }], to_id: own })
    expect(await requestedNames(visitor, token)).toEqual(['top.txt'])
    for (const id of [march, inside]) expect((await rename(token, id, { name: 'x' })).body.code).toBe('not-found')
    expect((await visitor.get(at(token, `/browse/${march}`))).body.code).toBe('not-found')
  })
})

describe('content', () => {
  test('has no address for visitors, and thumbnails only while the request is open', async () => {
    const { token } = await uploadRequest(ann)
    const { status } = await visitor.form(at(token, '/upload'), [
      ['name', 'a.png'] as const,
      ['file', await png(40, 30)] as const,
    ])
    expect(status).toBe(201)
    await holdall.services.jobs.runDue()
    const [shown] = (await visitor.get(at(token, '/browse/all'))).body.data
    expect([shown.attributes.file_url, shown.relationships.shared]).toEqual([null, null])
    const { xs } = shown.attributes.thumbnail
    expect((await visitor.get(xs)).status).toBe(200)
    expect((await visitor.get(xs.replace(/\/thumbnail\/xs\//, '/file/'))).status).toBe(404)
    await visitor.delete(at(token, ''))
    expect((await visitor.get(xs)).status).toBe(404)
  })
})

describe('a visitor changes', () => {
  test('names, colors and places of what came through; a taken name gets a number', async () => {
    const { token, root, march, top, inside } = await scene()
    await file(ann, 'hidden.txt', 'mine', { parent_id: root })
    const renamed = await rename(token, top, { name: 'hidden.txt' })
    expect(renamed.body.data.attributes).toMatchObject({ name: 'hidden (2).txt', file_url: null })
    expect((await rename(token, march, { name: 'April', color: 'blue' })).body.data.attributes).toMatchObject({
      name: 'April',
      color: 'blue',
      items: 1,
    })
    expect((await move(token, top, march)).body).toMatchObject({ count: 1 })
    expect((await move(token, inside, null)).body).toMatchObject({ count: 1 })
    expect([await requestedNames(visitor, token), await requestedNames(visitor, token, march)]).toEqual([
      ['April', 'inside.txt'],
      ['hidden (2).txt'],
    ])
    expect((await move(token, march, march)).body.code).toBe('move-into-itself')
  })

  test('a folder by POST with the verb in the body, as the specification has it', async () => {
    const { token, march } = await scene()
    const { status } = await visitor.post(at(token, `/rename/${march}`), { _method: 'patch', name: 'April' })
    expect([status, await requestedNames(visitor, token)]).toEqual([200, ['April', 'top.txt']])
  })

  test('removes into the trash of the owner, who can restore it; all of a folder is all that came through', async () => {
    const { token, root, top } = await scene()
    await file(ann, 'own.txt', 'mine', { parent_id: root })
    expect((await remove(token, top)).body).toMatchObject({ count: 1 })
    const all = { parent_id: null, all: true, except: [] }
    expect((await visitor.post(at(token, '/remove'), all)).body).toMatchObject({ count: 1 })
    expect([await requestedNames(visitor, token), await names(ann, root)]).toEqual([[], ['own.txt']])
    const { body } = await ann.get('/api/browse/trash/all')
    expect(body.data.map((entry: { attributes: { name: string } }) => entry.attributes.name).sort()).toEqual([
      'March',
      'top.txt',
    ])
    await ann.post('/api/trash/restore', { items: [{ id: top }] })
    expect(await requestedNames(visitor, token)).toEqual(['top.txt'])
  })

  test('moves all of a folder without what is the owner’s', async () => {
    const { token, root, march, inside } = await scene()
    await file(ann, 'own.txt', 'mine', { parent_id: march })
    const all = { parent_id: march, all: true, except: [], to_id: null }
    expect((await visitor.post(at(token, '/move'), all)).body).toMatchObject({ count: 1, ids: [inside] })
    expect([await names(ann, march), await names(ann, root)]).toEqual([['own.txt'], ['March', 'inside.txt', 'top.txt']])
  })

  test('nothing after the end: each call has the same answer', async () => {
    const { token, march, top } = await scene()
    await visitor.delete(at(token, ''))
    const answers = [
      await visitor.get(at(token, '/browse/all')),
      await visitor.get(at(token, '/navigation')),
      await visitor.post(at(token, '/create-folder'), { name: 'x' }),
      await rename(token, top, { name: 'x' }),
      await move(token, top, march),
      await remove(token, top),
      await sendTo(visitor, token, 'x.txt', 'x'),
      await visitor.delete(at(token, '')),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [410, 'upload-request-closed']),
    )
  })
})

test('the owner sees the uploads of a visitor as nobody’s, and may do everything with them', async () => {
  const { token, root, top } = await scene()
  const { db } = holdall.services
  const creators = await db
    .selectFrom('entries')
    .select('creator_id')
    .where('parent_id', '=', root)
    .distinct()
    .execute()
  expect(creators).toEqual([{ creator_id: null }])
  expect((await ann.patch(`/api/rename/${top}`, { name: 'mine.txt' })).status).toBe(200)
  expect((await ann.post('/api/share', { id: top })).status).toBe(201)
  expect(await requestedNames(visitor, token)).toEqual(['March', 'mine.txt'])
  const { body } = await visitor.get(at(token, '/browse/all'))
  expect(JSON.stringify(body)).not.toContain('"share"')
})

test('a request that expires between two calls refuses the second one', async () => {
  const { token } = await uploadRequest(ann)
  expect((await visitor.get(at(token, '/browse/all'))).status).toBe(200)
  holdall.clock.advance(8 * day)
  expect((await visitor.get(at(token, '/browse/all'))).body.code).toBe('upload-request-expired')
})
