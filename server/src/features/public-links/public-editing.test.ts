import { hour } from '../../infrastructure/clock.ts'
import { visitorLimits } from '../../infrastructure/owner-slots.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'
import { withLock } from '../entries/keyed-lock.ts'
import type { Answer, Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, names, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const tokenOf = (id: string, more: object = {}): Promise<string> =>
  shareLink(ann, id, { permission: 'editor', ...more })

/** A shared folder with a file and an inner folder, beside private entries. */
async function sharedTree(more: object = {}) {
  const above = await folder(ann, 'private above')
  const top = await folder(ann, 'shared', above)
  const inner = await folder(ann, 'inner', top)
  const { id: inTop } = await file(ann, 'top.txt', 'top', { parent_id: top })
  const beside = await folder(ann, 'beside', above)
  const token = await tokenOf(top, more)
  return { above, top, inner, inTop, beside, token }
}

/** Each kind of change, as calls that are allowed. */
const changes = (token: string, { inner, inTop }: { readonly inner: string; readonly inTop: string }) =>
  [
    ['create-folder', () => visitor.post(`/api/sharing/create-folder/${token}`, { name: 'new', parent_id: inner })],
    ['rename', () => visitor.patch(`/api/sharing/rename/${inTop}/${token}`, { name: 'other.txt' })],
    ['move', () => visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }], to_id: inner })],
    ['taken', () => visitor.post(`/api/sharing/folders/all/${token}/taken`, { names: ['inner'] })],
    ['remove', () => visitor.post(`/api/sharing/remove/${token}`, { items: [{ id: inTop }] })],
  ] as const

describe('refuses', () => {
  test('every change by a link that allows viewing only, as what does not exist', async () => {
    const tree = await sharedTree({ permission: 'visitor' })
    for (const [, change] of changes(tree.token, tree)) {
      const { status, body } = await change()
      expect([status, body.code]).toEqual([404, 'not-found'])
    }
    expect(await names(ann, tree.top)).toEqual(['inner', 'top.txt'])
  })

  test('every change once the link is locked, allows less, has expired or was revoked', async () => {
    const tree = await sharedTree({ expiration: 24 })
    const { token } = tree
    const expectAll = async (code: string) => {
      for (const [, change] of changes(token, tree)) expect((await change()).body.code).toBe(code)
    }
    await ann.patch(`/api/share/${token}`, { protected: true, password: 'secret' })
    await expectAll('share-locked')
    await ann.patch(`/api/share/${token}`, { protected: false, permission: 'visitor' })
    await expectAll('not-found')
    await ann.patch(`/api/share/${token}`, { permission: 'editor' })
    holdall.clock.advance(24 * hour)
    await expectAll('share-expired')
    await ann.delete('/api/share/revoke', { tokens: [token] })
    await expectAll('share-revoked')
    expect(await names(ann, tree.top)).toEqual(['inner', 'top.txt'])
  })

  test('what is outside of the shared folder, and the shared folder itself', async () => {
    const { token, above, top, inner, inTop, beside } = await sharedTree()
    const other = await sharedTree()
    const refused = [
      visitor.post(`/api/sharing/create-folder/${token}`, { name: 'x', parent_id: beside }),
      visitor.post(`/api/sharing/create-folder/${token}`, { name: 'x', parent_id: other.top }),
      visitor.patch(`/api/sharing/rename/${top}/${token}`, { name: 'x' }),
      visitor.patch(`/api/sharing/rename/${above}/${token}`, { name: 'x' }),
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }], to_id: beside }),
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }], to_id: above }),
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: beside }], to_id: null }),
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }, { id: other.inTop }], to_id: inner }),
      visitor.post(`/api/sharing/move/${token}`, { parent_id: above, all: true, except: [], to_id: null }),
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: top }], to_id: inner }),
      visitor.post(`/api/sharing/remove/${token}`, { items: [{ id: top }] }),
      visitor.post(`/api/sharing/remove/${token}`, { items: [{ id: beside }] }),
      visitor.post(`/api/sharing/remove/${token}`, { parent_id: above, all: true, except: [] }),
      visitor.post(`/api/sharing/folders/${beside}/${token}/taken`, { names: ['x'] }),
    ]
    for (const answer of refused) expect((await answer).body.code).toBe('not-found')
    expect(await names(ann, above)).toEqual(['beside', 'shared'])
    expect(await names(ann, top)).toEqual(['inner', 'top.txt'])
  })

  test('to delete for good: of live entries and of those in the trash', async () => {
    const { token, top, inTop } = await sharedTree()
    const remove = (body: object) => visitor.post(`/api/sharing/remove/${token}`, body)
    expect((await remove({ items: [{ id: inTop, force_delete: true }] })).status).toBe(404)
    expect((await remove({ parent_id: null, all: true, except: [], force_delete: true })).status).toBe(404)
    expect((await remove({ items: [{ id: inTop }] })).status).toBe(200)
    expect((await remove({ items: [{ id: inTop }] })).status).toBe(404)
    expect(await names(ann, '../trash/all')).toEqual(['top.txt'])
    expect(await names(ann, top)).toEqual(['inner'])
  })

  test('to replace a file by a moved one', async () => {
    const { token, inner, inTop } = await sharedTree()
    const before = await file(ann, 'top.txt', 'before', { parent_id: inner })
    const move = (more: object) =>
      visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }], to_id: inner, ...more })
    expect((await move({ on_conflict: 'replace' })).status).toBe(422)
    expect((await move({ choices: [{ id: inTop, on_conflict: 'replace' }] })).status).toBe(422)
    const asked = await move({ on_conflict: 'ask' })
    expect([asked.body.code, asked.body.conflicts[0].existing.id]).toEqual(['name-conflict', before.id])
    expect((await move({ on_conflict: 'skip' })).body).toMatchObject({ count: 0, skipped: 1 })
    expect((await move({ on_conflict: 'keep-both' })).body).toMatchObject({
      count: 1,
      renamed: [{ id: inTop, name: 'top.txt' }],
    })
    expect(await names(ann, inner)).toEqual(['top (2).txt', 'top.txt'])
  })

  test('a change while its link ends, or its folder leaves the shared one', async () => {
    const { db } = holdall.services
    const revoking = await sharedTree()
    const leaving = await sharedTree()
    // Both begin at the same time: whichever is first, the other is judged by it.
    for (const [end, { token, top, inner, inTop }] of [
      [() => ann.delete('/api/share/revoke', { tokens: [revoking.token] }), revoking],
      [() => ann.post('/api/move', { items: [{ id: leaving.inner }], to_id: null }), leaving],
    ] as const) {
      const [ended, moved] = await Promise.all([
        end(),
        visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }], to_id: inner }),
      ])
      expect(ended.status).toBe(200)
      const row = await db.selectFrom('entries').select('parent_id').where('id', '=', inTop).executeTakeFirstOrThrow()
      expect(row.parent_id).toBe(moved.status === 200 ? inner : top)
    }
    expect((await visitor.get(`/api/sharing/folders/${leaving.inner}/${leaving.token}`)).status).toBe(404)
  })

  const endings: readonly [string, (tree: Awaited<ReturnType<typeof sharedTree>>) => Promise<unknown>, string][] = [
    ['was reduced to viewing', ({ token }) => changeRow(token, { permission: 'visitor' }), 'not-found'],
    ['was given a password', ({ token }) => changeRow(token, { password_hash: 'x' }), 'share-locked'],
    ['has expired', ({ token }) => changeRow(token, { expires_at: 0 }), 'share-expired'],
    ['leads to another folder', ({ token, beside }) => changeRow(token, { entry_id: beside }), 'not-found'],
  ]
  // In the row: the calls of the owner would wait behind the calls of the visitor.
  const changeRow = (token: string, values: Partial<ShareRow>) =>
    holdall.services.db.updateTable('shares').set(values).where('token', '=', token).execute()

  test.each(endings)('a change that was authorised and waited while its link %s', async (_how, end, code) => {
    const tree = await sharedTree()
    const { perLink } = visitorLimits.changes
    const create = () =>
      visitor.post(`/api/sharing/create-folder/${tree.token}`, { name: 'new', parent_id: tree.inner })
    const codes: unknown[] = []
    let all: Promise<unknown> = Promise.resolve()
    await withLock(ann.userId, async () => {
      all = Promise.all(Array.from({ length: perLink + 1 }, async () => codes.push((await create()).body.code)))
      // The others are authorised when they take up all slots of the link.
      await until(() => codes.length === 1)
      await end(tree)
    })
    await all
    expect(codes).toEqual(['busy', ...Array.from({ length: perLink }, () => code)])
    expect(await names(ann, tree.inner)).toEqual([])
  })
})

test('a visitor creates folders, renames and moves, and the owner has the result', async () => {
  const { token, top, inner, inTop } = await sharedTree()
  const created = await visitor.post(`/api/sharing/create-folder/${token}`, { name: 'inner', emoji: '🎉' })
  expect([created.status, created.body.data.attributes]).toMatchObject([
    201,
    { name: 'inner (2)', parent_id: null, emoji: '🎉' },
  ])
  const { id } = created.body.data
  const row = await holdall.services.db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ owner_id: ann.userId, creator_id: null, parent_id: top })
  const renamed = await visitor.post(`/api/sharing/rename/${inTop}/${token}`, { _method: 'patch', name: 'new.txt' })
  expect([renamed.status, renamed.body.data.attributes.name]).toEqual([200, 'new.txt'])
  const moved = await visitor.post(`/api/sharing/move/${token}`, { items: [{ id: inTop }, { id: inner }], to_id: id })
  expect([moved.status, moved.body]).toEqual([200, { message: 'The items were moved.', count: 2 }])
  expect(await names(ann, id)).toEqual(['inner', 'new.txt'])
  const all = { parent_id: id, all: true, except: [], to_id: null }
  expect((await visitor.post(`/api/sharing/move/${token}`, all)).body.count).toBe(2)
  expect(await names(ann, top)).toEqual(['inner', 'inner (2)', 'new.txt'])
  const into = { items: [{ id: inner }], to_id: inner }
  expect((await visitor.post(`/api/sharing/move/${token}`, into)).body.code).toBe('move-into-itself')
})

test('shows neither links of the owner nor what is above the shared folder', async () => {
  const { token, inTop } = await sharedTree()
  await ann.post('/api/share', { id: inTop })
  const renamed = await visitor.patch(`/api/sharing/rename/${inTop}/${token}`, { name: 'new.txt' })
  const shown = { id: inTop, attributes: { parent_id: null }, relationships: { shared: null } }
  expect(renamed.body.data).toMatchObject(shown)
  const taken = await visitor.post(`/api/sharing/folders/all/${token}/taken`, { names: ['new.txt', 'x'] })
  expect(taken.body.data).toMatchObject([shown])
})

test("what a visitor removes is in the owner's trash, and the owner restores it to where it was", async () => {
  const { token, top, inner, inTop, beside } = await sharedTree()
  const innerToken = await tokenOf(inner)
  const removed = await visitor.post(`/api/sharing/remove/${token}`, { items: [{ id: inTop }, { id: inner }] })
  expect([removed.status, removed.body]).toEqual([200, { message: 'The items were deleted.', count: 2 }])
  expect((await visitor.get(`/api/sharing/${innerToken}`)).status).toBe(404)
  expect(await names(ann, '../trash/all')).toEqual(['inner', 'top.txt'])
  await ann.post('/api/trash/restore', { items: [{ id: inTop }, { id: inner }] })
  expect(await names(ann, top)).toEqual(['inner', 'top.txt'])
  expect((await visitor.get(`/api/sharing/${innerToken}`)).status).toBe(200)
  const all = await visitor.post(`/api/sharing/remove/${token}`, { parent_id: null, all: true, except: [inner] })
  expect(all.body).toEqual({ message: 'The item was deleted.', count: 1, ids: [inTop] })
  expect(await names(ann, beside)).toEqual([])
})

test('a link with a password allows changes to the browser that unlocked it only', async () => {
  const { token } = await sharedTree({ isPassword: true, password: 'open sesame' })
  const create = (client: Client) => client.post(`/api/sharing/create-folder/${token}`, { name: 'new' })
  expect((await create(visitor)).body.code).toBe('share-locked')
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'open sesame' })
  expect((await create(visitor)).status).toBe(201)
  expect((await create(holdall.visitor())).body.code).toBe('share-locked')
  // The owner's session is no grant either.
  expect((await create(ann)).body.code).toBe('share-locked')
})

test('changes of one link at once are bounded, and the others are told to come back', async () => {
  const { token, top } = await sharedTree()
  const { perLink } = visitorLimits.changes
  const create = () => visitor.post(`/api/sharing/create-folder/${token}`, { name: 'n' })
  const answered: Answer[] = []
  let all: Promise<unknown> = Promise.resolve()
  // None of them can end before the owner's data is free.
  await withLock(ann.userId, async () => {
    all = Promise.all(Array.from({ length: perLink + 2 }, async () => answered.push(await create())))
    await until(() => answered.length === 2)
    for (const { status, body } of answered)
      expect([status, body]).toMatchObject([503, { code: 'busy', retry_after: 5 }])
  })
  await all
  expect(answered.filter(({ status }) => status === 201)).toHaveLength(perLink)
  expect((await ann.post('/api/create-folder', { name: 'own', parent_id: top })).status).toBe(201)
})
