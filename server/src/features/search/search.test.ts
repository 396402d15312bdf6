import { sql } from 'kysely'
import { homeOf } from '../../access/target.store.ts'
import { mainThreadStatements } from '../../testing/counted-statements.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import type { Space } from '../entries/space.store.ts'
import { matchesOf, type SearchLimits } from './search.store.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

type Options = Readonly<Record<string, string>>
const addresses = (query: string, options: Options = {}) => {
  const text = String(new URLSearchParams({ query, ...options }))
  return { short: `/api/search?${text}`, page: `/api/browse/search?${text}` }
}
const nameOf = (entry: { attributes: { name: string } }) => entry.attributes.name
/** The names that the short answer and the page have. */
async function found(query: string, who = ann): Promise<[string[], string[]]> {
  const { short, page } = addresses(query)
  const [suggested, browsed] = [await who.get(short), await who.get(page)]
  expect([query, suggested.status, browsed.status]).toEqual([query, 200, 200])
  return [suggested.body.data.map(nameOf), browsed.body.data.map(nameOf)]
}
const both = (...names: string[]) => [names, names]
const page = async (query: string, options: Options = {}) => (await ann.get(addresses(query, options).page)).body
const names = async (query: string, options: Options = {}) => (await page(query, options)).data.map(nameOf)

async function newer(name: string, parent_id?: string): Promise<string> {
  holdall.clock.advance(1000)
  return (await file(ann, name, name, parent_id === undefined ? {} : { parent_id })).id
}

test('refuses a caller without a session, a visitor of a link, and a session that awaits its second factor', async () => {
  const shared = await folder(ann, 'shared')
  const token = await shareLink(ann, shared)
  const visitor = holdall.visitor()
  expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  const { db } = holdall.services
  await db.updateTable('sessions').set({ state: 'challenge' }).where('user_id', '=', ann.userId).execute()
  for (const who of [visitor, ann]) {
    for (const address of Object.values(addresses('shared'))) expect((await who.get(address)).status).toBe(401)
  }
})

test('finds nothing of others, for an administrator neither, and no folder of theirs to search in', async () => {
  const own = await folder(ann, 'plans')
  await newer('plan.txt', own)
  for (const other of [await holdall.signUp(), await holdall.signInAdmin()]) {
    expect(await found('plan', other)).toEqual(both())
    const { status, body } = await other.get(addresses('plan', { parent_id: own }).page)
    expect([status, body.code]).toEqual([404, 'not-found'])
  }
  expect(await found('plan')).toEqual(both('plans', 'plan.txt'))
})

describe('by text', () => {
  /** Has names in many scripts. */
  let bea: SignedIn
  /** Has two plain names. */
  let carl: SignedIn
  beforeAll(async () => {
    ;[bea, carl] = [await holdall.signUp(), await holdall.signUp()]
    for (const name of ['invoice', 'ab']) await folder(carl, name)
    const all = [
      'Invoice 2024.pdf',
      'Übersicht.txt',
      'Resume.txt',
      'IMG_0042.jpg',
      '会議の議事録',
      '한국어 문서',
      'ملف جديد.pdf',
      'Οδος.txt',
      'q&a "100%".txt',
      "it's (a) \\ star*.txt",
      'smile 😀👍.png',
    ]
    for (const each of all) await folder(bea, each)
  })

  test.each([
    ['part of a word', 'voic', 'Invoice 2024.pdf'],
    ['the whole name', 'invoice 2024.pdf', 'Invoice 2024.pdf'],
    ['other case', 'INVOICE', 'Invoice 2024.pdf'],
    ['other accents', 'ubersicht', 'Übersicht.txt'],
    ['accents in the text only', 'résumé', 'Resume.txt'],
    ['accents of another composition', 'u\u0308ber', 'Übersicht.txt'],
    ['a number', '2024', 'Invoice 2024.pdf'],
    ['part of a number', '024', 'Invoice 2024.pdf'],
    ['zeros before a number', '_0042', 'IMG_0042.jpg'],
    ['one Chinese character', '議', '会議の議事録'],
    ['two Japanese characters', '議の', '会議の議事録'],
    ['the last character', '録', '会議の議事録'],
    ['a Korean syllable', '한', '한국어 문서'],
    ['Arabic', 'جديد', 'ملف جديد.pdf'],
    ['a final sigma', 'ΟΔΟΣ', 'Οδος.txt'],
    ['one letter', 'q', 'q&a "100%".txt'],
    ['two letters', 'q&', 'q&a "100%".txt'],
    ['a quotation mark', '"', 'q&a "100%".txt'],
    ['a percent sign', '%', 'q&a "100%".txt'],
    ['quotation marks and an operator', 'a "100%"', 'q&a "100%".txt'],
    ['an underscore', 'G_', 'IMG_0042.jpg'],
    ['an apostrophe', "it's", "it's (a) \\ star*.txt"],
    ['a backslash', '\\', "it's (a) \\ star*.txt"],
    ['an asterisk', 'star*', "it's (a) \\ star*.txt"],
    ['an emoji', '😀', 'smile 😀👍.png'],
    ['two emoji', '😀👍', 'smile 😀👍.png'],
    ['white space around it', '  Smile ', 'smile 😀👍.png'],
  ])('finds a name by %s', async (_what, query, name) => {
    expect(await found(query, bea)).toEqual(both(name))
  })

  test.each([
    '%',
    '_',
    '*',
    '.*',
    '"',
    "'",
    '\\',
    'a OR b',
    'NOT x',
    'invoice*',
    'NEAR(a b)',
    'tokens:a',
    '-a',
    '\u0001',
    'a\tb',
    'invoice\u0001ab',
    'a\nb',
    'a\u007fb',
    '\u0301',
    '(',
    '😀',
  ])('what operators mean elsewhere finds nothing here: %j', async (query) => {
    expect(await found(query, carl)).toEqual(both())
  })
})

test.each([
  ['no text', ''],
  ['white space', ' \u00a0 '],
  ['a text of 10 kB', 'x'.repeat(10_000)],
  ['NUL', 'a\0b'],
  ['256 characters', 'x'.repeat(256)],
])('refuses %s', async (_what, query) => {
  for (const address of Object.values(addresses(query))) {
    const { status, body } = await ann.get(address)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', ['query']])
  }
})

test('refuses a missing and a repeated query, replaces bytes that are not UTF-8, and accepts 255 characters', async () => {
  for (const query of ['?query=%ED%A0%80', '', '?query=a&query=b']) {
    for (const path of ['/api/search', '/api/browse/search']) {
      const { status } = await ann.get(path + query)
      // Bytes that are no UTF-8 are replaced before they are parsed.
      expect([query, status]).toEqual([query, query.includes('%') ? 200 : 422])
    }
  }
  expect(await found('x'.repeat(255))).toEqual(both())
})

test.each([
  ['type', 'everything'],
  ['from', 'yesterday'],
  ['to', '2026-13-01T00:00:00.000Z'],
  ['parent_id', 'here'],
  ['owner', 'somebody'],
  ['page', '-1'],
  ['sort', 'owner'],
])('refuses a wrong %s', async (name, value) => {
  const { status, body } = await ann.get(addresses('a', { [name]: value }).page)
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]])
})

test('what is created, uploaded, renamed, moved, trashed, restored and deleted is found as it is now', async () => {
  const [a, b] = [await folder(ann, 'box a'), await folder(ann, 'box b')]
  const id = await newer('draft.txt', a)
  await ann.patch(`/api/rename/${id}`, { name: 'final.txt' })
  expect([await found('draft'), await found('final')]).toEqual([both(), both('final.txt')])

  await ann.post('/api/move', { items: [{ id }], to_id: b })
  expect((await page('final')).data[0].meta.location).toEqual({ id: b, path: ['box b'], truncated: false })

  await ann.post('/api/remove', { items: [{ id: b }] })
  expect([await found('final'), await found('box')]).toEqual([both(), both('box a')])
  await ann.post('/api/trash/restore', { items: [{ id: b }] })
  expect([await found('final'), await found('box b')]).toEqual([both('final.txt'), both('box b')])

  await ann.post('/api/remove', { items: [{ id: b, force_delete: true }] })
  expect([await found('final'), await found('box b')]).toEqual([both(), both()])
  expect(await found('box')).toEqual(both('box a'))
})

test('renaming something in the trash does not bring it back', async () => {
  const id = await newer('draft.txt')
  await ann.post('/api/remove', { items: [{ id }] })
  await holdall.services.db
    .updateTable('entries')
    .set({ name: 'final', name_key: 'final' })
    .where('id', '=', id)
    .execute()
  expect([await found('draft'), await found('final')]).toEqual([both(), both()])
})

test('the short answer has three folders and three files, those that begin with the text first', async () => {
  for (const name of ['the plan', 'plan 1', 'my plan', 'plan 2', 'a plan']) await folder(ann, name)
  for (const name of ['plan.txt', 'old plan.txt', 'new plan.txt', 'planet.jpg']) await newer(name)
  const [short] = await found('plan')
  expect(short.slice(3)).toEqual(['planet.jpg', 'plan.txt', 'new plan.txt'])
  expect(short.slice(0, 2).toSorted()).toEqual(['plan 1', 'plan 2'])
  expect(short[2]).toMatch(/^(the|my|a) plan$/)
})

test('pages are sorted like a folder, and have its totals', async () => {
  const inner = await folder(ann, 'inner plan')
  for (const name of ['plan 10', 'plan 9', 'Plan Ä']) await newer(name, inner)
  expect(await names('plan')).toEqual(['inner plan', 'Plan Ä', 'plan 9', 'plan 10'])
  expect(await names('plan', { sort: 'name' })).toEqual(['inner plan', 'plan 9', 'plan 10', 'Plan Ä'])
  expect(await names('plan', { sort: 'size', direction: 'ASC' })).toEqual(['inner plan', 'plan 9', 'plan 10', 'Plan Ä'])
  const { data, meta } = await page('plan', { per_page: '2', page: '2' })
  expect(data.map(nameOf)).toEqual(['plan 9', 'plan 10'])
  expect(meta).toMatchObject({
    paginate: { currentPage: 2, lastPage: 2, perPage: 2, from: 3, to: 4, total: 4 },
    totals: { folders: 1, files: 3, filesize: 'plan 10plan 9Plan Ä'.length + 1 },
    root: null,
    ancestors: [],
    truncated: false,
  })
  expect((await page('plan', { page: '9' })).data).toEqual([])
})

test('filters by type, date and location', async () => {
  const top = await folder(ann, 'plans')
  const below = await folder(ann, 'plans below', top)
  const first = await newer('plan.txt', below)
  const before = new Date(holdall.clock.now() + 500).toISOString()
  await newer('plan.jpg')
  expect(await names('plan', { type: 'folder', sort: 'name' })).toEqual(['plans', 'plans below'])
  expect(await names('plan', { type: 'document' })).toEqual(['plan.txt'])
  expect(await names('plan', { type: 'video' })).toEqual([])
  expect(await names('plan', { from: before })).toEqual(['plan.jpg'])
  expect(await names('plan', { to: before, type: 'document' })).toEqual(['plan.txt'])
  const [picture] = (await page('plan', { type: 'image' })).data
  const exactly = picture.attributes.created_at
  expect(await names('plan', { from: exactly })).toEqual(['plan.jpg'])
  expect(await names('plan', { to: exactly, type: 'image' })).toEqual([])
  expect(await names('plan', { parent_id: top })).toEqual(['plans below', 'plan.txt'])
  expect(await names('plan', { parent_id: below })).toEqual(['plan.txt'])
  for (const parent_id of [first, seededId(1)]) {
    expect((await ann.get(addresses('plan', { parent_id }).page)).status).toBe(404)
  }
})

test('filters by owner', async () => {
  const bob = await holdall.signUp()
  const own = await newer('own plan.txt')
  const theirs = await newer('their plan.txt')
  await holdall.services.db.updateTable('entries').set({ owner_id: bob.userId }).where('id', '=', theirs).execute()
  expect(await names('plan', { owner: 'me' })).toEqual(['own plan.txt'])
  expect(await names('plan', { owner: 'others' })).toEqual(['their plan.txt'])
  const { meta } = await page('plan', { owner: 'me', type: 'document' })
  expect([meta.totals.files, (await page('plan')).meta.totals.files]).toEqual([1, 2])
  await ann.post('/api/remove', { items: [{ id: own }] })
  expect(await names('plan', { owner: 'me' })).toEqual([])
})

test.each([
  { kind: 'file', kinds: 'files' },
  { kind: 'folder', kinds: 'folders' },
] as const)(
  'a text that more than 1,000 $kinds have finds 1,000, and says that there are more',
  async ({ kind, kinds }) => {
    const { root_id: parentId } = await homeOf(holdall.services.db, ann.userId)
    const base = kind === 'file' ? 0 : 2000
    const entry = (n: number, name: string) => ({ id: seededId(base + n), parentId, kind, name, createdAt: n })
    const scans = Array.from({ length: 1001 }, (_, n) => entry(n + 1, `scan ${n}`))
    await seedEntries(holdall, ann.userId, [entry(0, 'rare'), ...scans])
    const { data, meta } = await page('scan', { per_page: '1' })
    expect([meta.truncated, meta.totals[kinds], data.map(nameOf)]).toEqual([true, 1000, ['scan 1000']])
    expect(await page('rare')).toMatchObject({ data: [{ id: seededId(base) }], meta: { truncated: false } })
  },
)

describe.each(['file', 'folder'] as const)('the newest matches of the kind %s', (kind) => {
  let serial = kind === 'file' ? 10_000 : 20_000
  let space: Space
  /** Ids of entries that PostgreSQL has in its sample of the index, or has not. */
  async function someIds(count: number, isInSample: boolean): Promise<readonly string[]> {
    const { db, engine } = holdall.services
    const ids = Array.from({ length: 1000 }, () => seededId(++serial))
    if (engine === 'sqlite') return ids.slice(0, count)
    const { rows } = await sql<{ id: string }>`
      select id from json_array_elements_text(${JSON.stringify(ids)}::json) as id
      where ((hashtextextended(id, 0) & 31) = 0) = ${isInSample} limit ${count}`.execute(db)
    return rows.map(({ id }) => id)
  }
  async function seed(who: SignedIn, names: Readonly<Record<string, { count: number; isInSample?: boolean }>>) {
    const { root_id: parentId } = await homeOf(holdall.services.db, who.userId)
    for (const [name, { count, isInSample = false }] of Object.entries(names)) {
      const ids = await someIds(count, isInSample)
      const entries = ids.map((id, n) => ({ id, parentId, kind, name: `${name} ${n}`, createdAt: ++serial }))
      await seedEntries(holdall, who.userId, entries)
    }
  }
  beforeEach(async () => {
    await seed(ann, { rare: { count: 1 }, scan: { count: 8 }, copy: { count: 6 } })
    // Of those with "copy" half are in the sample, of those with "fax" all.
    await seed(ann, { 'the copy': { count: 3, isInSample: true }, fax: { count: 6, isInSample: true } })
    await seed(ann, { img: { count: 6 }, 'newest copy': { count: 1 } })
    await seed(await holdall.signUp(), { copy: { count: 1 } })
    space = await homeOf(holdall.services.db, ann.userId)
  })
  const find = async (text: string, limits: Partial<SearchLimits> = {}) => {
    const search = { space, kind, text, limit: 5, extra: [] }
    const matches = await matchesOf(holdall.services, search, { manyEntries: 1000, newest: 6, rare: 1, ...limits })
    return matches.map(({ name }) => name)
  }
  const numbered = (name: string, from: number) => [0, 1, 2, 3, 4].map((n) => `${name} ${from - n}`)

  test('are found, however frequent a text is', async () => {
    expect(await find('img')).toEqual(numbered('img', 5))
    expect(await find('scan')).toEqual(numbered('scan', 7))
    expect(await find('rare')).toEqual(['rare 0'])
    const [newest, ...others] = await find('copy')
    expect([newest, others.length]).toEqual(['newest copy 0', 4])
    const faxes = await find('fax')
    // PostgreSQL finds others than the newest of these.
    if (holdall.services.engine === 'sqlite') expect(faxes).toEqual(numbered('fax', 5))
    else expect(faxes.map((name) => name.slice(0, 4))).toEqual(Array(5).fill('fax '))
  })

  test('are looked for in the background on SQLite in an account of many entries', async () => {
    const looksOnMainThread = async (manyEntries: number) => {
      const statements = await mainThreadStatements(() => find('copy', { manyEntries }))
      return statements.some((text) => text.includes('search_tokens match'))
    }
    const isOnSqlite = holdall.services.engine === 'sqlite'
    // 31 and the root.
    expect([await looksOnMainThread(32), await looksOnMainThread(33)]).toEqual([false, isOnSqlite])
  })
})

test('matches in a folder are told from others in the background', async () => {
  let inner = await folder(ann, 'top')
  const top = inner
  for (let level = 0; level < 5; level++) inner = await folder(ann, 'nested', inner)
  await newer('plan 7.txt', inner)
  await newer('plan 8.txt')
  const statements = await mainThreadStatements(async () => {
    expect(await names('plan', { parent_id: top })).toEqual(['plan 7.txt'])
  })
  expect(statements.filter((text) => /recursive\s+up\(start, id\)/.test(text))).toEqual([])
})
