import { testApp, type TestApp } from '../../testing/test-app.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, seedEntries } from '../../testing/seed-entries.ts'

const seed = createEntrySeeds()
let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => expectCountersToMatchRows(holdall.services.db))

test('defect 4: refuses a foreign source and a foreign target, also one among many', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const foreign = await folder(ann, 'hers')
  const own = await folder(bob, 'his')
  for (const body of [
    { to_id: foreign, items: [{ id: own }] },
    { to_id: null, items: [{ id: foreign }] },
    { to_id: null, items: [{ id: own }, { id: foreign }] },
    { to_id: own, parent_id: foreign, all: true, except: [] },
    { to_id: foreign, parent_id: null, all: true, except: [] },
  ]) {
    expect((await bob.post('/api/move', body)).status).toBe(404)
  }
  expect(await names(ann, foreign)).toEqual([])
  expect(await names(bob)).toEqual(['his'])
})

test('defect 22: refuses to move a folder into itself or below itself', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const c = await folder(ann, 'c', b)
  for (const to_id of [a, b, c]) {
    const { status, body } = await ann.post('/api/move', { to_id, items: [{ id: a }] })
    expect([status, body.code]).toEqual([422, 'move-into-itself'])
  }
  const all = await ann.post('/api/move', { to_id: c, parent_id: null, all: true, except: [] })
  expect(all.body.code).toBe('move-into-itself')
  expect(await names(ann, b)).toEqual(['c'])
})

test('of a move of A into B and one of B into A only one passes', async () => {
  const ann = await holdall.signUp()
  for (let round = 0; round < 5; round++) {
    const a = await folder(ann, `a${round}`)
    const b = await folder(ann, `b${round}`)
    const answers = await Promise.all([
      ann.post('/api/move', { to_id: b, items: [{ id: a }] }),
      ann.post('/api/move', { to_id: a, items: [{ id: b }] }),
    ])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
  }
})

test('refuses a trashed target and a file as target', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'a.txt')
  const gone = await folder(ann, 'gone')
  await ann.post('/api/remove', { items: [{ id: gone }] })
  const target = await file(ann, 'b.txt')
  for (const to_id of [gone, target.id]) {
    expect((await ann.post('/api/move', { to_id, items: [{ id }] })).status).toBe(404)
  }
})

test('numbers names that are taken at the target, among the moved ones too', async () => {
  const ann = await holdall.signUp()
  const [a, b, to] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'to')]
  const items = [
    await file(ann, 'x.txt', '1', { parent_id: a }),
    await file(ann, 'x.txt', '2', { parent_id: b }),
    await file(ann, 'x.txt', '3'),
  ].map(({ id }) => ({ id, type: 'file' }))
  await file(ann, 'x.txt', '4', { parent_id: to })
  expect((await ann.post('/api/move', { to_id: to, items })).body.count).toBe(3)
  expect(await names(ann, to)).toEqual(['x (2).txt', 'x (3).txt', 'x (4).txt', 'x.txt'])
})

test('of moved entries with one name, which is free at the target, one keeps it', async () => {
  const ann = await holdall.signUp()
  const [a, b, to] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'to')]
  const items = [await file(ann, 'x.txt', '1', { parent_id: a }), await file(ann, 'x.txt', '2', { parent_id: b })].map(
    ({ id }) => ({ id }),
  )
  const { body } = await ann.post('/api/move', { to_id: to, items })
  expect([body.count, body.renamed.length]).toEqual([2, 1])
  expect(await names(ann, to)).toEqual(['x (2).txt', 'x.txt'])
})

test('moves all entries but some, and a folder together with the one inside it', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  const stay = await file(ann, 'stay.txt')
  for (const name of ['1.txt', '2.txt', '3.txt']) await file(ann, name)
  const answer = await ann.post('/api/move', { to_id: to, parent_id: null, all: true, except: [stay.id, to] })
  expect(answer.body.count).toBe(3)
  expect(await names(ann)).toEqual(['to', 'stay.txt'])
  expect(await names(ann, to)).toEqual(['1.txt', '2.txt', '3.txt'])

  const outer = await folder(ann, 'outer')
  const inner = await folder(ann, 'inner', outer)
  await ann.post('/api/move', { to_id: to, items: [{ id: inner }, { id: outer }] })
  expect(await names(ann, to)).toEqual(['inner', 'outer', '1.txt', '2.txt', '3.txt'])
  await ann.post('/api/move', { to_id: null, items: [{ id: inner }] })
  expect(await names(ann)).toEqual(['inner', 'to', 'stay.txt'])
})

test('of a move of a whole folder the answer names what was moved, for an undo', async () => {
  const ann = await holdall.signUp()
  const [a, b, to] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'to')]
  const plain = await file(ann, 'plain.txt')
  const { body } = await ann.post('/api/move', { to_id: to, parent_id: null, all: true, except: [to] })
  expect([body.count, new Set(body.ids), new Set(body.folders)]).toEqual([
    3,
    new Set([a, b, plain.id]),
    new Set([a, b]),
  ])
  expect((await ann.post('/api/move', { to_id: null, items: [{ id: a }] })).body).not.toHaveProperty('ids')
})

test('returns the names of what a move renamed, which an undo restores', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  await file(ann, 'x.txt', '1', { parent_id: to })
  const [x, y] = [await file(ann, 'x.txt'), await file(ann, 'y.txt')]
  const { body } = await ann.post('/api/move', { to_id: to, items: [{ id: x.id }, { id: y.id }] })
  expect(body.renamed).toEqual([{ id: x.id, name: 'x.txt' }])
  const back = await ann.post('/api/move', { to_id: null, items: [{ id: x.id }, { id: y.id }] })
  expect(back.body).not.toHaveProperty('renamed')
})

test('returns how many were moved, each counted once', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  const [a, b, c] = [await folder(ann, 'a'), await folder(ann, 'b'), await folder(ann, 'c')]
  const move = async (...ids: string[]) =>
    (await ann.post('/api/move', { to_id: to, items: ids.map((id) => ({ id })) })).body
  expect(await move(a, a)).toEqual({ message: 'The item was moved.', count: 1 })
  expect(await move(b, c)).toEqual({ message: 'The items were moved.', count: 2 })
})

test('an entry that is in the target already is not changed by a move of others', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  const there = await file(ann, 'x.txt', '1', { parent_id: to })
  const coming = await file(ann, 'y.txt', '2')
  const { body } = await ann.post('/api/move', { to_id: to, items: [{ id: there.id }, { id: coming.id }] })
  expect(body).toMatchObject({ count: 2 })
  expect(body).not.toHaveProperty('renamed')
  expect((await ann.post('/api/move', { to_id: to, items: [{ id: there.id }] })).body.count).toBe(1)
  expect(await names(ann, to)).toEqual(['x.txt', 'y.txt'])
})

test('a folder that gets another name is found under it, in its order', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  await folder(ann, 'v1.0', to)
  await folder(ann, 'w', to)
  const moved = await folder(ann, 'v1.0')
  holdall.clock.advance(5000)
  const before = holdall.clock.now()
  expect((await ann.post('/api/move', { to_id: to, items: [{ id: moved }] })).body.renamed).toEqual([
    { id: moved, name: 'v1.0' },
  ])
  expect(await names(ann, to)).toEqual(['v1.0', 'v1.0 (2)', 'w'])
  const { body } = await ann.get(`/api/browse/folders/${moved}`)
  expect(Date.parse(body.meta.root.data.attributes.updated_at)).toBeGreaterThanOrEqual(before)
})

test('names of trashed entries of the target are free', async () => {
  const ann = await holdall.signUp()
  const to = await folder(ann, 'to')
  const gone = await file(ann, 'x.txt', '1', { parent_id: to })
  await ann.post('/api/remove', { items: [{ id: gone.id }] })
  const { id } = await file(ann, 'x.txt')
  expect((await ann.post('/api/move', { to_id: to, items: [{ id }] })).body).not.toHaveProperty('renamed')
  expect(await names(ann, to)).toEqual(['x.txt'])
})

test('many entries whose names are taken are moved and copied with as many statements as few', async () => {
  const ann = await holdall.signUp()
  const counted = async (path: string, count: number) => {
    const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
    const named = (at: string, numbered: string) =>
      seed('file', at, 'file', count).map((entry) => ({ ...entry, name: `${entry.name}${numbered}` }))
    await seedEntries(holdall, ann.userId, named(from, ''))
    // The first number is taken too.
    await seedEntries(holdall, ann.userId, [...named(to, ''), ...named(to, ' (2)')])
    const statements = await countedStatements(async () => {
      const { status } = await ann.post(path, { parent_id: from, all: true, except: [], to_id: to })
      expect(status).toBe(200)
    })
    expect(await names(ann, to, `?per_page=${3 * count}`)).toContain(`file ${count - 1} (3)`)
    return statements.filter(({ text }) => /\bentries\b/.test(text)).length
  }
  for (const path of ['/api/move', '/api/copy']) {
    const few = await counted(path, 10)
    expect([path, await counted(path, 60)]).toEqual([path, few])
  }
})

test('many taken names get the first free numbers, also where names are shortened to the same one', async () => {
  const ann = await holdall.signUp()
  const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
  const long = 'x'.repeat(253)
  const entries = (at: string, wanted: readonly string[]) =>
    seed('file', at, 'file', wanted.length).map((entry, n) => ({ ...entry, name: wanted[n]! }))
  const longNames = Array.from({ length: 30 }, (_, n) => `${long}${n}`)
  await seedEntries(holdall, ann.userId, entries(from, ['a.txt', 'a (2).txt', 'b', ...longNames]))
  const taken = ['a.txt', 'a (2).txt', ...Array.from({ length: 70 }, (_, n) => (n === 0 ? 'b' : `b (${n + 1})`))]
  await seedEntries(holdall, ann.userId, entries(to, [...taken, ...longNames]))
  const { body } = await ann.post('/api/move', { parent_id: from, all: true, except: [], to_id: to })
  expect(body.renamed).toHaveLength(33)
  const after = await names(ann, to, '?per_page=200')
  expect(after).toHaveLength(taken.length + longNames.length + 33)
  expect(after).toEqual(expect.arrayContaining(['a (3).txt', 'a (2) (2).txt', 'b (71)']))
  const shortened = after.filter((name) => name.startsWith('x') && name.endsWith(')'))
  const numbers = shortened.map((name) => Number(/\((\d+)\)$/.exec(name)?.[1]))
  // Names of one stem continue after each other; with two digits the stem is another one.
  expect(numbers.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 8 }, (_, n) => n + 2),
    ...Array.from({ length: 22 }, (_, n) => n + 10),
  ])
})
