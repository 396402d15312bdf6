import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

interface Listed {
  readonly id: string
  readonly attributes: { readonly name: string; readonly file_url: string }
  readonly relationships: { readonly shared: unknown }
}

async function entryIn(parent: string | null, name: string): Promise<Listed> {
  const { body } = await ann.get(`/api/browse/folders/${parent ?? 'all'}`)
  return body.data.find((entry: Listed) => entry.attributes.name === name)
}
const textOf = async (parent: string | null, name: string) =>
  (await ann.get((await entryIn(parent, name)).attributes.file_url)).raw.body
const usedBytes = async () =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('used_bytes')
      .where('id', '=', ann.userId)
      .executeTakeFirstOrThrow()
  ).used_bytes

/** "x.txt", "box" with what is in it, and "y.txt" at the top; the first two in `to` as well. */
async function clashing() {
  const to = await folder(ann, 'to')
  const [there, here] = [await file(ann, 'x.txt', 'there', { parent_id: to }), await file(ann, 'x.txt', 'here!!')]
  const boxThere = await folder(ann, 'box', to)
  const box = await folder(ann, 'box')
  const y = await file(ann, 'y.txt', 'y')
  return { to, there, here, box, boxThere, y, items: [{ id: here.id }, { id: box }, { id: y.id }] }
}

test('refuses an unknown rule, an unknown choice, and more than a thousand choices', async () => {
  const { to, items, here } = await clashing()
  for (const options of [
    { on_conflict: 'merge' },
    { choices: [{ id: here.id, on_conflict: 'ask' }] },
    { choices: Array.from({ length: 1001 }, () => ({ id: here.id, on_conflict: 'skip' })) },
  ]) {
    for (const url of ['/api/move', '/api/copy']) {
      expect((await ann.post(url, { to_id: to, items, ...options })).status).toBe(422)
    }
  }
})

test.each(['/api/move', '/api/copy'])(
  '%s asks about taken names, with both sides, and changes nothing',
  async (url) => {
    const { to, items, here, there, box, boxThere } = await clashing()
    const { status, body } = await ann.post(url, { to_id: to, items, on_conflict: 'ask' })
    expect([status, body.code, body.conflicts_total]).toEqual([409, 'name-conflict', 2])
    const sides = body.conflicts.map((one: { name: string; item: { id: string }; existing: { id: string } }) => [
      one.name,
      one.item.id,
      one.existing.id,
    ])
    expect(sides).toEqual(
      expect.arrayContaining([
        ['x.txt', here.id, there.id],
        ['box', box, boxThere],
      ]),
    )
    const conflict = body.conflicts.find(({ name }: { name: string }) => name === 'x.txt')
    const { updated_at, modified_at } = here.attributes
    expect(conflict.item).toEqual({ id: here.id, type: 'file', filesize: 6, updated_at, modified_at })
    expect(conflict.existing).toMatchObject({ type: 'file', filesize: 5 })
    expect(await names(ann)).toEqual(['box', 'to', 'x.txt', 'y.txt'])
    expect(await names(ann, to)).toEqual(['box', 'x.txt'])
  },
)

test('asking lists at most a hundred conflicts, and does nothing else where there are none', async () => {
  const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
  for (let n = 0; n < 101; n++) for (const parent of [from, to]) await folder(ann, `f${n}`, parent)
  const all = { parent_id: from, all: true, except: [], to_id: to }
  const { body } = await ann.post('/api/move', { ...all, on_conflict: 'ask' })
  expect([body.conflicts.length, body.conflicts_total]).toEqual([100, 101])
  const empty = await folder(ann, 'empty')
  expect((await ann.post('/api/move', { ...all, to_id: empty, on_conflict: 'ask' })).body.count).toBe(101)
})

test('a move skips what clashes, and names the others for an undo', async () => {
  const { to, items, y } = await clashing()
  const { body } = await ann.post('/api/move', { to_id: to, items, on_conflict: 'skip' })
  expect(body).toEqual({ message: 'The item was moved.', count: 1, ids: [y.id], folders: [], skipped: 2 })
  expect(await names(ann)).toEqual(['box', 'to', 'x.txt'])
  expect(await names(ann, to)).toEqual(['box', 'x.txt', 'y.txt'])
})

test('a file that replaces another by a move is its content, and an undo restores both with their links', async () => {
  const { to, items, here, there, box, y } = await clashing()
  for (const id of [here.id, there.id]) await ann.post('/api/share', { id })
  const before = await usedBytes()
  const { body } = await ann.post('/api/move', { to_id: to, items, on_conflict: 'replace' })
  expect(body).toMatchObject({ count: 3, replaced: [{ id: there.id, version: 1 }], trashed: [here.id] })
  expect(new Set(body.ids)).toEqual(new Set([box, y.id]))
  expect(body.renamed).toEqual([{ id: box, name: 'box' }])
  expect(await names(ann, to)).toEqual(['box', 'box (2)', 'x.txt', 'y.txt'])
  expect(await textOf(to, 'x.txt')).toBe('here!!')
  const kept = await entryIn(to, 'x.txt')
  expect([kept.id, kept.relationships.shared === null]).toEqual([there.id, false])

  expect((await ann.post('/api/trash/restore', { items: [{ id: here.id }] })).status).toBe(200)
  expect((await ann.post('/api/versions/restore', { items: body.replaced })).status).toBe(200)
  expect([await textOf(to, 'x.txt'), await textOf(null, 'x.txt')]).toEqual(['there', 'here!!'])
  const back = await entryIn(null, 'x.txt')
  expect([back.id, back.relationships.shared === null]).toEqual([here.id, false])
  expect(await usedBytes()).toBe(before)
})

test('a copy replaces a file, and an undo frees what the copy used', async () => {
  const { to, here, there } = await clashing()
  const before = await usedBytes()
  const items = [{ id: here.id }]
  const { body } = await ann.post('/api/copy', { to_id: to, items, on_conflict: 'replace' })
  expect(body).toEqual({
    message: 'The item was copied.',
    count: 1,
    ids: [],
    replaced: [{ id: there.id, version: 1 }],
  })
  expect([await textOf(to, 'x.txt'), await textOf(null, 'x.txt')]).toEqual(['here!!', 'here!!'])
  expect(await usedBytes()).toBe(before + 6)
  await ann.post('/api/versions/restore', { items: body.replaced })
  expect([await textOf(to, 'x.txt'), await textOf(null, 'x.txt')]).toEqual(['there', 'here!!'])
  expect(await usedBytes()).toBe(before)
})

test.each(['/api/move', '/api/copy'])(
  'of two files that would replace the same one by %s, the second is kept beside it',
  async (url) => {
    const [a, b, c] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'c')]
    const there = await file(ann, 'x.txt', 'there', { parent_id: b })
    const first = await file(ann, 'x.txt', 'first', { parent_id: a })
    const second = await file(ann, 'x.txt', 'second', { parent_id: c })
    const items = [{ id: first.id }, { id: second.id }]
    const { body } = await ann.post(url, { to_id: b, items, on_conflict: 'replace' })
    expect([body.count, body.ids.length, body.replaced]).toEqual([2, 1, [{ id: there.id, version: 1 }]])
    const texts = [await textOf(b, 'x.txt'), await textOf(b, 'x (2).txt')]
    expect(new Set(texts)).toEqual(new Set(['first', 'second']))
    await ann.post('/api/versions/restore', { items: body.replaced })
    expect(await textOf(b, 'x.txt')).toBe('there')
  },
)

test('choices for single items come before the rule for all', async () => {
  const { to, items, here, box } = await clashing()
  const choices = [
    { id: here.id, on_conflict: 'replace' },
    { id: box, on_conflict: 'skip' },
  ]
  const partly = await ann.post('/api/copy', { to_id: to, items, choices: choices.slice(0, 1), on_conflict: 'ask' })
  expect([partly.status, partly.body.conflicts_total]).toEqual([409, 1])
  const { body } = await ann.post('/api/copy', { to_id: to, items, choices, on_conflict: 'ask' })
  expect([body.count, body.skipped]).toEqual([2, 1])
  expect(await names(ann, to)).toEqual(['box', 'x.txt', 'y.txt'])
})

test('a file never replaces a folder, nor a folder a file', async () => {
  const to = await folder(ann, 'to')
  await folder(ann, 'a', to)
  await file(ann, 'b', 'b', { parent_id: to })
  const items = [{ id: (await file(ann, 'a')).id }, { id: await folder(ann, 'b') }]
  await ann.post('/api/copy', { to_id: to, items, on_conflict: 'replace' })
  await ann.post('/api/move', { to_id: to, items, on_conflict: 'replace' })
  expect(await names(ann, to)).toEqual(['a', 'b (2)', 'b (3)', 'a (2)', 'a (3)', 'b'])
})

test('a copy into the folder of its source is a duplicate, whatever the rule', async () => {
  const { id } = await file(ann, 'a', 'a')
  for (const on_conflict of ['ask', 'replace', 'skip']) {
    expect((await ann.post('/api/copy', { to_id: null, items: [{ id }], on_conflict })).body.ids).toHaveLength(1)
  }
  expect(await names(ann)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)'])
})

test('a replacement that exceeds the quota is refused and changes nothing', async () => {
  const bob = await holdall.signUp({ quota: 5000 })
  const to = await folder(bob, 'to')
  await file(bob, 'a', Buffer.alloc(400), { parent_id: to })
  const { id } = await file(bob, 'a', Buffer.alloc(500))
  for (const url of ['/api/move', '/api/copy']) {
    const { status, body } = await bob.post(url, { to_id: to, items: [{ id }], on_conflict: 'replace' })
    expect([status, body.code]).toEqual([423, 'quota-exceeded'])
  }
  expect([await names(bob), await names(bob, to)]).toEqual([['to', 'a'], ['a']])
})

test.each(['/api/move', '/api/copy'])(
  'entries that come together from several folders by %s are not asked about each other',
  async (url) => {
    const [a, b, to] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'to')]
    const items = [await file(ann, 'x', '1', { parent_id: a }), await file(ann, 'x', '2', { parent_id: b })]
    const { status } = await ann.post(url, { to_id: to, items: items.map(({ id }) => ({ id })), on_conflict: 'ask' })
    expect(status).toBe(200)
    expect(await names(ann, to)).toEqual(['x', 'x (2)'])
  },
)

test('what gets the name of an entry that is moved after it is not asked about', async () => {
  const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
  await folder(ann, 'a', to)
  const a = await folder(ann, 'a', from)
  await file(ann, 'a (2)', '1', { parent_id: from })
  const { status } = await ann.post('/api/move', {
    to_id: to,
    parent_id: from,
    all: true,
    except: [],
    choices: [{ id: a, on_conflict: 'keep-both' }],
    on_conflict: 'ask',
  })
  expect(status).toBe(200)
  expect(await names(ann, to)).toEqual(['a', 'a (2)', 'a (2) (2)'])
})

test('a restore asks, skips, or puts what it replaces into the trash', async () => {
  const old = await file(ann, 'x.txt', 'old')
  const box = await folder(ann, 'box')
  await ann.post('/api/remove', { items: [{ id: old.id }, { id: box }] })
  const present = await file(ann, 'x.txt', 'new')
  const restore = (options: object) =>
    ann.post('/api/trash/restore', { items: [{ id: old.id }, { id: box }], ...options })
  const asked = await restore({ on_conflict: 'ask' })
  expect([asked.status, asked.body.code, asked.body.conflicts_total]).toEqual([409, 'name-conflict', 1])
  expect(asked.body.conflicts[0]).toMatchObject({ item: { id: old.id }, existing: { id: present.id } })
  expect(await names(ann)).toEqual(['x.txt'])
  expect((await restore({ on_conflict: 'skip' })).body).toMatchObject({ count: 1, ids: [box], skipped: 1 })

  await ann.post('/api/remove', { items: [{ id: box }] })
  const { body } = await restore({ choices: [{ id: old.id, on_conflict: 'replace' }] })
  expect(body).toMatchObject({ count: 2, trashed: [present.id] })
  expect(await textOf(null, 'x.txt')).toBe('old')
  const trashed = (await ann.get('/api/browse/trash/all')).body.data
  expect(trashed.map(({ id }: { id: string }) => id)).toEqual([present.id])
})

test('two trashed files of one name are both restored, without a question', async () => {
  const items: { id: string }[] = []
  for (const text of ['1', '2']) {
    const { id } = await file(ann, 'x', text)
    await ann.post('/api/remove', { items: [{ id }] })
    items.push({ id })
  }
  expect((await ann.post('/api/trash/restore', { items, on_conflict: 'ask' })).status).toBe(200)
  expect(await names(ann)).toEqual(['x', 'x (2)'])
})

test('of many names a folder answers those that are taken, as entries, and none of a foreign one', async () => {
  const bob = await holdall.signUp()
  const box = await folder(ann, 'box')
  const inside = await file(ann, 'a.txt', 'a', { parent_id: box })
  await folder(ann, 'b', box)
  const gone = await file(ann, 'gone', 'x', { parent_id: box })
  await ann.post('/api/remove', { items: [{ id: gone.id }] })
  const url = `/api/browse/folders/${box}/taken`
  const requested = { names: ['a.txt', ' a.txt ', 'b', 'gone', 'c', 'not/allowed'] }
  expect((await bob.post(url, requested)).status).toBe(404)
  for (const wrong of [{}, { names: [] }, { names: Array.from({ length: 1001 }, () => 'x') }]) {
    expect((await ann.post(url, wrong)).status).toBe(422)
  }
  const { body } = await ann.post(url, requested)
  expect(body.data.map((entry: Listed) => entry.attributes.name).sort()).toEqual(['a.txt', 'b'])
  expect(body.data).toContainEqual(expect.objectContaining({ id: inside.id }))
  expect((await ann.post('/api/browse/folders/all/taken', { names: ['box', 'a.txt'] })).body.data).toHaveLength(1)
})
