import { homeOf } from '../../access/target.store.ts'
import type { Client } from '../../testing/client.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { entryOf } from '../entries/space.store.ts'
import { search } from './search-entries.ts'

let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})

const tokenOf = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)

const addressOf = (token: string, query: string, more: Record<string, string> = {}) =>
  `/api/sharing/search/${encodeURIComponent(token)}?${String(new URLSearchParams({ query, ...more }))}`
const nameOf = (entry: { attributes: { name: string } }) => entry.attributes.name
async function page(token: string, query: string, more: Record<string, string> = {}) {
  const { status, body } = await visitor.get(addressOf(token, query, more))
  expect(status).toBe(200)
  return body
}
const found = async (...args: Parameters<typeof page>): Promise<string[]> => (await page(...args)).data.map(nameOf)

/** A shared folder with plans inside, beside and above private ones. */
async function sharedPlans(more: object = {}) {
  const above = await folder(ann, 'plan above')
  const top = await folder(ann, 'plan shared', above)
  const inner = await folder(ann, 'plan inner', top)
  const deep = await folder(ann, 'deep', inner)
  await file(ann, 'plan a.txt', 'x', { parent_id: top })
  await file(ann, 'plan b.txt', 'x', { parent_id: deep })
  const trashed = (await file(ann, 'plan trashed.txt', 'x', { parent_id: inner })).id
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  await file(ann, 'plan beside.txt', 'x', { parent_id: above })
  return { above, top, inner, deep, token: await tokenOf(top, more) }
}

describe('refuses', () => {
  test('links that are locked, expired, revoked, in the trash, to a file or unknown, and tokens of another kind', async () => {
    const { token: locked } = await sharedPlans({ isPassword: true, password: 'secret' })
    const [expired, revoked, trashed] = [await sharedPlans(), await sharedPlans(), await sharedPlans()]
    await holdall.services.db.updateTable('shares').set({ expires_at: 1 }).where('token', '=', expired.token).execute()
    await ann.delete('/api/share/revoke', { tokens: [revoked.token] })
    await ann.post('/api/remove', { items: [{ id: trashed.above }] })
    const one = await tokenOf((await file(ann, 'plan.txt')).id)
    for (const [token, status, code] of [
      [locked, 403, 'share-locked'],
      [expired.token, 410, 'share-expired'],
      [revoked.token, 410, 'share-revoked'],
      [trashed.token, 404, 'not-found'],
      [one, 404, 'not-found'],
      ['x'.repeat(22), 404, 'not-found'],
      [trashed.top, 404, 'not-found'],
      ['%2e%2e', 404, 'not-found'],
    ] as const) {
      const { status: answered, body } = await visitor.get(addressOf(token, 'plan'))
      expect([token, answered, body.code]).toEqual([token, status, code])
    }
  })

  test('a folder outside of the link, in the trash, of somebody else or unknown', async () => {
    const { token, above, inner } = await sharedPlans()
    const bob = await holdall.signUp()
    for (const id of [above, await folder(bob, 'plan'), '01890000-0000-7000-8000-000000000000']) {
      expect((await visitor.get(addressOf(token, 'plan', { parent_id: id }))).status).toBe(404)
    }
    await ann.post('/api/remove', { items: [{ id: inner }] })
    expect((await visitor.get(addressOf(token, 'plan', { parent_id: inner }))).status).toBe(404)
  })

  test.each([
    ['no text', ''],
    ['white space', ' \u00a0 '],
    ['a text of 10 kB', 'x'.repeat(10_000)],
    ['NUL', 'a\0b'],
    ['256 characters', 'x'.repeat(256)],
  ])('%s', async (_what, query) => {
    const token = await tokenOf(await folder(ann, 'plan'))
    const { status, body } = await visitor.get(addressOf(token, query))
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation', ['query']])
  })

  test.each([
    ['type', 'everything'],
    ['from', 'yesterday'],
    ['parent_id', 'here'],
    ['sort', 'owner'],
  ])('a wrong %s', async (name, value) => {
    const token = await tokenOf(await folder(ann, 'plan'))
    const { status, body } = await visitor.get(addressOf(token, 'plan', { [name]: value }))
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]])
  })
})

test('only what is live and below the shared folder is found, with locations from there', async () => {
  const { token, inner, deep } = await sharedPlans()
  await holdall.signUp().then((bob) => folder(bob, 'plan of somebody else'))
  const { data, meta } = await page(token, 'plan', { sort: 'name' })
  expect(data.map(nameOf)).toEqual(['plan inner', 'plan a.txt', 'plan b.txt'])
  expect(data.map((entry: { meta: object }) => entry.meta)).toEqual([
    { location: { id: null, path: [], truncated: false } },
    { location: { id: null, path: [], truncated: false } },
    { location: { id: deep, path: ['plan inner', 'deep'], truncated: false } },
  ])
  expect(data.map((entry: { attributes: { parent_id: string | null } }) => entry.attributes.parent_id)).toEqual([
    null,
    null,
    deep,
  ])
  expect(meta).toMatchObject({ totals: { folders: 1, files: 2, filesize: 2 }, truncated: false, root: null })
  expect(JSON.stringify({ data, meta })).not.toMatch(/above|beside|trashed|somebody|plan shared/)
  const content = await visitor.get(data[1].attributes.file_url)
  expect([content.status, content.raw.body]).toEqual([200, 'x'])
  expect(await found(token, 'plan', { parent_id: inner })).toEqual(['plan b.txt'])
  expect(await found(token, 'plan', { type: 'folder' })).toEqual(['plan inner'])
  expect(await found(token, 'plan', { per_page: '1', page: '2', sort: 'name' })).toEqual(['plan a.txt'])
  expect(await found(token, 'shared')).toEqual([])
})

test('the owner who searches a link finds no more than a visitor', async () => {
  const { token } = await sharedPlans()
  const { body } = await ann.get(addressOf(token, 'plan', { sort: 'name' }))
  expect(body.data.map(nameOf)).toEqual(['plan inner', 'plan a.txt', 'plan b.txt'])
})

test('what is deeper than a location shows is named from its innermost five folders', async () => {
  const { token, deep } = await sharedPlans()
  let last = deep
  for (const name of ['1', '2', '3', '4', '5', '6']) last = await folder(ann, name, last)
  await file(ann, 'treasure.txt', 'x', { parent_id: last })
  const { data } = await page(token, 'treasure')
  expect(data[0].meta.location).toEqual({ id: last, path: ['2', '3', '4', '5', '6'], truncated: true })
})

test('what operators mean elsewhere finds nothing', async () => {
  const { token } = await sharedPlans()
  for (const query of [
    '%',
    '_',
    '*',
    '.*',
    '"',
    "'",
    '\\',
    'a OR b',
    'plan*',
    'NEAR(a b)',
    '\u0001',
    '(',
    "' or 1=1 --",
  ]) {
    expect([query, await found(token, query)]).toEqual([query, []])
  }
})

test('few of many matches are all found in a small folder, and a large one says that it is cut', async () => {
  const top = await folder(ann, 'top')
  const [small, large] = [await folder(ann, 'small', top), await folder(ann, 'large', top)]
  let next = Math.floor(Math.random() * 1e6) * 100_000
  const seed = (parentId: string, name: string, count: number, createdAt: number) =>
    seedEntries(
      holdall,
      ann.userId,
      Array.from({ length: count }, (_, n) => ({
        id: seededId(next++),
        parentId,
        kind: 'file' as const,
        name: `${name} ${n}.txt`,
        createdAt: createdAt + n,
      })),
    )
  // The oldest: none of them is among the newest that the index answers.
  await seed(small, 'common', 3, 1000)
  await seed(await folder(ann, 'private'), 'common', 15, 1_000_000)

  const { db } = holdall.services
  const space = await homeOf(db, ann.userId)
  const searched = async (query: string, id = top) => {
    const within = (await entryOf(db, space.id, id))!
    const limits = { maxMatches: 10, maxWalked: 10 }
    let answer: Awaited<ReturnType<typeof search>> | undefined
    const statements = await countedStatements(async () => {
      answer = await search(holdall.services, { spaces: [space], within, userId: null }, { query }, limits)
    })
    const walks = statements.filter(({ text }) => text.includes('walked as materialized'))
    expect(walks.map(({ isOnMainThread }) => isOnMainThread)).toEqual([false])
    expect(Math.max(...walks.map(({ returned }) => returned))).toBeLessThanOrEqual(11)
    return [answer?.found.rows.map(({ name }) => name), answer?.truncated]
  }
  expect(await searched('common')).toEqual([['common 2.txt', 'common 1.txt', 'common 0.txt'], false])

  await seed(large, 'other', 11, 2000)
  const [cut] = await searched('common')
  expect(['common 0.txt', 'common 1.txt', 'common 2.txt']).toEqual(expect.arrayContaining(cut as string[]))
  expect(await searched('common', small)).toEqual([['common 2.txt', 'common 1.txt', 'common 0.txt'], false])
  // Of a large folder this is always said: it would else tell what matches outside of the link.
  expect(await searched('other 10')).toEqual([['other 10.txt'], true])
  expect(await searched('nobody has this')).toEqual([[], true])
})

test('a link that is revoked during a search answers with what was shared or that it was revoked', async () => {
  const { token } = await sharedPlans()
  const [searched, revoked] = await Promise.all([
    visitor.get(addressOf(token, 'plan')),
    ann.delete('/api/share/revoke', { tokens: [token] }),
  ])
  expect(revoked.status).toBe(200)
  expect([200, 410]).toContain(searched.status)
  expect((await visitor.get(addressOf(token, 'plan'))).body.code).toBe('share-revoked')
})

test('more searches of visitors at the same time than one owner may have answer busy, and leave those of others', async () => {
  const { token } = await sharedPlans()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = Array.from({ length: 8 }, () => holdall.services.searchSlots.hold(ann.userId, () => released))
  expect((await visitor.get(addressOf(token, 'plan'))).body.code).toBe('busy')
  expect((await ann.get('/api/browse/search?query=plan')).status).toBe(200)
  release()
  await Promise.all(held)
  expect((await visitor.get(addressOf(token, 'plan'))).status).toBe(200)
})
