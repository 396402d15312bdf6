import { minute } from '../../infrastructure/clock.ts'
import { visitorLimits } from '../../infrastructure/owner-slots.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { readZip } from '../../testing/read-zip.ts'
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

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

const tokenOf = (id: string, more: object = {}): Promise<string> => shareLink(ann, id, more)

/** A shared folder with files and an inner folder, beside private entries. */
async function sharedTree(more: object = {}) {
  const above = await folder(ann, 'private above')
  const top = await folder(ann, 'shared', above)
  const inner = await folder(ann, 'inner', top)
  const inTop = (await file(ann, 'top.txt', 'of top', { parent_id: top })).id
  const inInner = (await file(ann, 'deep.txt', 'of deep', { parent_id: inner })).id
  const trashed = (await file(ann, 'trashed.txt', 'x', { parent_id: top })).id
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const beside = (await file(ann, 'beside.txt', 'x', { parent_id: above })).id
  return { above, top, inner, inTop, inInner, trashed, beside, token: await tokenOf(top, more) }
}
type Tree = Awaited<ReturnType<typeof sharedTree>>

const zipOf = (token: string, items = '') => `/api/sharing/zip/${token}${items && `?items=${items}`}`
async function paths(url: string, client = visitor): Promise<string[]> {
  const { status, raw } = await client.get(url)
  expect(status).toBe(200)
  return (await readZip(raw.rawPayload)).map(({ path }) => path).sort()
}
/** The address that a POST with this selection answers. */
async function prepared(token: string, selection: object): Promise<string> {
  const { status, body } = await visitor.post(zipOf(token), selection)
  expect(status).toBe(201)
  return body.data.attributes.url
}

const all = ['shared/', 'shared/inner/', 'shared/inner/deep.txt', 'shared/top.txt']

test('the tickets of one visitor do not replace that of another', async () => {
  const { token, inTop, inner } = await sharedTree()
  const items = [{ id: inTop }, { id: inner }]
  const url = await prepared(token, { items })
  const other = holdall.visitor()
  for (let n = 0; n < 70; n++) expect((await other.post(zipOf(token), { items })).status).toBe(201)
  expect((await visitor.get(url)).status).toBe(200)
})

describe('refuses', () => {
  test('what is outside of the link, in the trash, of somebody else or unknown, alone and among shared entries', async () => {
    const bob = await holdall.signUp()
    const { token, ...tree } = await sharedTree()
    const foreign = [(await file(bob, 'foreign')).id, await folder(bob, 'foreign')]
    for (const id of [tree.above, tree.beside, tree.trashed, ...foreign, UNKNOWN]) {
      expect((await visitor.get(zipOf(token, `${id}|file`))).status).toBe(404)
      expect((await visitor.get(zipOf(token, `${tree.inTop}|file,${id}|folder`))).status).toBe(404)
      expect((await visitor.post(zipOf(token), { items: [{ id: tree.inTop }, { id }] })).status).toBe(404)
      expect((await visitor.post(zipOf(token), { parent_id: id, all: true, except: [] })).status).toBe(404)
      // Whoever it belongs to is a visitor here.
      expect((await ann.get(zipOf(token, `${id}|file`))).status).toBe(404)
    }
  })

  test('links that are locked, expired, revoked, in the trash or unknown, and tokens of another kind', async () => {
    const locked = await sharedTree({ isPassword: true, password: 'secret' })
    const expired = await sharedTree({ expiration: 1 })
    const [revoked, trashed] = [await sharedTree(), await sharedTree()]
    await ann.delete('/api/share/revoke', { tokens: [revoked.token] })
    await ann.post('/api/remove', { items: [{ id: trashed.top }] })
    await holdall.services.db.updateTable('shares').set({ expires_at: 1 }).where('token', '=', expired.token).execute()
    for (const [{ token, inner }, status, code] of [
      [locked, 403, 'share-locked'],
      [expired, 410, 'share-expired'],
      [revoked, 410, 'share-revoked'],
      [trashed, 404, 'not-found'],
      [{ ...trashed, token: 'x'.repeat(22) }, 404, 'not-found'],
      [{ ...trashed, token: trashed.top }, 404, 'not-found'],
      [{ ...trashed, token: '../../api/zip' }, 404, 'not-found'],
    ] as const satisfies readonly (readonly [Pick<Tree, 'token' | 'inner'>, number, string])[]) {
      for (const answer of [
        await visitor.get(zipOf(encodeURIComponent(token))),
        await visitor.get(zipOf(encodeURIComponent(token), `${inner}|folder`)),
        await visitor.post(zipOf(encodeURIComponent(token)), { items: [{ id: inner }] }),
        await visitor.get(`${zipOf(encodeURIComponent(token))}/${'x'.repeat(22)}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([status, code])
      }
    }
  })

  test('what is no list of items, lists of 16 kB and more, and more than can be named', async () => {
    const { token, inTop } = await sharedTree()
    for (const items of ['x', `${UNKNOWN},`, `${UNKNOWN}|folder,../..`, `${'x'.repeat(17_000)}`]) {
      expect((await visitor.get(zipOf(token, items))).body).toMatchObject({ code: 'validation' })
    }
    // 16,384 characters with the longest list of ids that fits.
    const long = Array.from({ length: 442 }, () => inTop).join(',')
    expect(long.length).toBeLessThanOrEqual(16_384)
    expect((await visitor.get(zipOf(token, long))).status).toBe(302)
    const items = Array.from({ length: 2001 }, () => ({ id: UNKNOWN }))
    for (const body of [{}, { items: [] }, { items }, { parent_id: 'x', all: true, except: [] }]) {
      expect((await visitor.post(zipOf(token), body)).body).toMatchObject({ code: 'validation' })
    }
  })

  test('a prepared address of another link, a second time, after a minute, and once the link has ended', async () => {
    const [{ token, top, inner }, other] = [await sharedTree(), await sharedTree()]
    const url = await prepared(token, { items: [{ id: inner }] })
    const ticket = url.split('/').at(-1)!
    expect((await visitor.get(`${zipOf(other.token)}/${ticket}`)).status).toBe(404)
    expect((await ann.get(`/api/zip/${ticket}`)).status).toBe(404)
    expect((await visitor.request({ method: 'HEAD', url })).status).toBe(200)
    expect(await paths(url, holdall.visitor())).toEqual(['inner/', 'inner/deep.txt'])
    expect((await visitor.get(url)).status).toBe(404)

    const own = (await ann.post('/api/zip', { items: [{ id: inner }] })).body.data.attributes.url
    expect((await visitor.get(`${zipOf(token)}/${own.split('/').at(-1)}`)).status).toBe(404)

    const late = await prepared(token, { items: [{ id: inner }] })
    holdall.clock.advance(minute)
    expect((await visitor.get(late)).status).toBe(404)

    const moved = await prepared(token, { items: [{ id: inner }] })
    await ann.post('/api/move', { items: [{ id: inner }], to_id: null })
    expect((await visitor.get(moved)).status).toBe(404)

    const ended = await prepared(token, { items: [{ id: top }] })
    await ann.delete('/api/share/revoke', { tokens: [token] })
    expect((await visitor.get(ended)).body.code).toBe('share-revoked')
  })

  test('a prepared address once the link has a password', async () => {
    const { token, inner } = await sharedTree()
    const url = await prepared(token, { items: [{ id: inner }] })
    await ann.patch(`/api/share/${token}`, { protected: true, password: 'secret' })
    expect((await visitor.get(url)).body.code).toBe('share-locked')
  })
})

test('all that a link leads to, some of it, and everything but some, without a name from above', async () => {
  const { token, top, inner, inTop, inInner } = await sharedTree()
  const { raw } = await visitor.get(zipOf(token))
  expect(raw.headers['content-disposition']).toBe('attachment; filename=shared.zip')
  expect(raw.headers['cache-control']).toBe('private, no-store')
  expect(raw.rawPayload.includes('private above')).toBe(false)
  expect(await paths(zipOf(token))).toEqual(all)
  expect(await paths(zipOf(token, `${top}|folder`))).toEqual(all)
  expect(await paths(zipOf(token, `${inner}|folder`))).toEqual(['inner/', 'inner/deep.txt'])
  expect(await paths(zipOf(token, `${inTop}|file,${inInner}|file`))).toEqual(['deep.txt', 'top.txt'])
  expect(await paths(await prepared(token, { items: [{ id: top }] }))).toEqual(all)
  expect(await paths(await prepared(token, { parent_id: null, all: true, except: [] }))).toEqual([
    'inner/',
    'inner/deep.txt',
    'top.txt',
  ])
  expect(await paths(await prepared(token, { parent_id: null, all: true, except: [inTop] }))).toEqual([
    'inner/',
    'inner/deep.txt',
  ])
})

test('a single file is downloaded from its own address, for the visitor', async () => {
  const { token, inTop } = await sharedTree()
  const one = await tokenOf(inTop)
  for (const url of [
    zipOf(token, `${inTop}|file`),
    await prepared(token, { items: [{ id: inTop }] }),
    zipOf(one),
    zipOf(one, `${inTop}|file`),
  ]) {
    const { status, raw } = await visitor.get(url)
    expect([status, raw.headers['cache-control']]).toEqual([302, 'private, no-store'])
    const content = await visitor.get(String(raw.headers.location))
    expect([content.status, content.raw.body]).toEqual([200, 'of top'])
    expect(content.raw.headers['content-disposition']).toMatch(/^attachment/)
  }
  // A file has nothing in it.
  expect((await visitor.post(zipOf(one), { parent_id: null, all: true, except: [] })).status).toBe(404)
})

test('whoever has unlocked a link downloads it, until its password is changed', async () => {
  const { token } = await sharedTree({ isPassword: true, password: 'secret' })
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })
  expect(await paths(zipOf(token))).toEqual(all)
  expect((await holdall.visitor().get(zipOf(token))).body.code).toBe('share-locked')
  await ann.patch(`/api/share/${token}`, { password: 'another' })
  expect((await visitor.get(zipOf(token))).body.code).toBe('share-locked')
})

test('a download counts as traffic of whoever shared it', async () => {
  const { token } = await sharedTree()
  const { raw } = await visitor.get(zipOf(token))
  const counted = () =>
    holdall.services.db.selectFrom('traffic').select('downloaded').where('user_id', '=', ann.userId).executeTakeFirst()
  await until(async () => (await counted())?.downloaded === raw.rawPayload.length)
})

test('visitors have slots of their own, for each link and all links of its owner, and never use up those of the owner', async () => {
  const [{ token, top }, other] = [await sharedTree(), await sharedTree()]
  const url = await prepared(token, { items: [{ id: top }] })
  const { visitorZips } = holdall.services
  const shareOf = async (of: string) =>
    (await holdall.services.db.selectFrom('shares').select('id').where('token', '=', of).executeTakeFirstOrThrow()).id
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const hold = (linkId: string, count: number) =>
    Array.from({ length: count }, () => visitorZips.hold({ linkId, ownerId: ann.userId }, () => released))
  const held = hold(await shareOf(token), visitorLimits.zips.perLink)
  expect((await visitor.post(zipOf(token), { items: [{ id: top }] })).body.code).toBe('busy')
  for (const address of [zipOf(token), url]) expect((await visitor.get(address)).body.code).toBe('busy')
  expect(await paths(zipOf(other.token))).toEqual(all)

  held.push(...hold('a third link', visitorLimits.zips.perOwner - held.length))
  expect((await visitor.get(zipOf(other.token))).body.code).toBe('busy')
  expect((await ann.get(`/api/zip?items=${top}|folder`)).status).toBe(200)
  release()
  await Promise.all(held)
  expect(await paths(url)).toEqual(all)
})

test('very many prepared addresses of one link leave those of others and of users valid', async () => {
  const [{ token, inner }, other] = [await sharedTree(), await sharedTree()]
  const kept = await prepared(other.token, { items: [{ id: other.inner }] })
  const own = (await ann.post('/api/zip', { items: [{ id: inner }] })).body.data.attributes.url
  const except = Array.from({ length: 10_000 }, () => UNKNOWN)
  const first = await prepared(token, { parent_id: null, all: true, except })
  for (let n = 0; n < 60; n++) {
    // Of two that were prepared in the same millisecond, either is the oldest.
    holdall.clock.advance(1)
    await prepared(token, { parent_id: null, all: true, except })
  }
  expect((await visitor.get(first)).status).toBe(404)
  expect(await paths(kept)).toEqual(['inner/', 'inner/deep.txt'])
  expect((await ann.get(own)).status).toBe(200)
})
