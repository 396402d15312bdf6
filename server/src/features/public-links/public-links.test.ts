import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { day, hour } from '../../infrastructure/clock.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { MAX_GRANTS } from './share-grant.store.ts'

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
const unlock = (client: Client, token: string, password: string) =>
  client.post(`/api/sharing/authenticate/${token}`, { password })

/** A shared folder with a file and an inner folder, beside private entries. */
async function sharedTree(more: object = {}) {
  const above = await folder(ann, 'private above')
  const top = await folder(ann, 'shared', above)
  const inner = await folder(ann, 'inner', top)
  const inTop = await file(ann, 'top.txt', 'top', { parent_id: top })
  const inInner = await file(ann, 'deep.txt', 'deep', { parent_id: inner })
  const beside = await file(ann, 'beside.txt', 'beside', { parent_id: above })
  return { above, top, inner, inTop, inInner, beside, token: await tokenOf(top, more) }
}

/** Every endpoint that shows the content of a link. */
const ways = (token: string, folderId: string) => [
  `/api/sharing/folders/all/${token}`,
  `/api/sharing/folders/${folderId}/${token}`,
  `/api/sharing/file/${token}`,
  `/api/sharing/navigation/${token}`,
  `/api/sharing/navigation/${token}?parent_id=${folderId}`,
]

describe('a link that ended', () => {
  test('by the trash, or never existed, is not found at every endpoint', async () => {
    const trashed = await sharedTree()
    await ann.post('/api/remove', { items: [{ id: trashed.above }] })
    for (const [token, inner] of [
      [trashed.token, trashed.inner],
      ['x'.repeat(22), trashed.inner],
    ]) {
      for (const url of [`/api/sharing/${token}`, ...ways(token!, inner!)]) {
        expect((await holdall.visitor().get(url)).status).toBe(404)
      }
      expect((await unlock(holdall.visitor(), token!, 'x')).status).toBe(404)
    }
    await ann.post('/api/trash/restore', { items: [{ id: trashed.above }] })
    expect((await visitor.get(`/api/sharing/${trashed.token}`)).status).toBe(200)
  })

  test('by revocation says only that at every endpoint, for content addresses too', async () => {
    const { token, inner } = await sharedTree({ isPassword: true, password: 'open sesame' })
    await unlock(visitor, token, 'open sesame')
    const { data } = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body
    const url = data[1].attributes.file_url
    await ann.delete('/api/share/revoke', { tokens: [token] })
    for (const way of [`/api/sharing/${token}`, ...ways(token, inner), url]) {
      for (const client of [visitor, holdall.visitor(), ann]) {
        const { status, body } = await client.get(way)
        expect([status, body]).toEqual([410, { code: 'share-revoked', message: 'This link was turned off.' }])
      }
    }
    expect((await unlock(visitor, token, 'open sesame')).body.code).toBe('share-revoked')
  })

  test('by revocation while its password is checked says so', async () => {
    // The revocation comes between other statements of the check in each attempt.
    for (let turns = 0; turns < 24; turns += 1) {
      const token = await tokenOf(await folder(ann, 'shared'), { isPassword: true, password: 'open sesame' })
      const unlocked = unlock(visitor, token, 'open sesame')
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      await ann.delete('/api/share/revoke', { tokens: [token] })
      const { status, body } = await unlocked
      expect([200, 410]).toContain(status)
      if (status === 410) expect(body.code).toBe('share-revoked')
      expect((await visitor.get(`/api/sharing/${token}`)).body.code).toBe('share-revoked')
    }
  })

  test('by expiring says so at every endpoint, for content addresses too', async () => {
    const { token, inner } = await sharedTree({ expiration: 1 })
    const { data } = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body
    const url = data[1].attributes.file_url
    expect((await visitor.get(url)).raw.body).toBe('top')
    holdall.clock.advance(hour)
    for (const way of [`/api/sharing/${token}`, ...ways(token, inner), url]) {
      const { status, body } = await visitor.get(way)
      expect([status, body.code]).toEqual([410, 'share-expired'])
    }
    expect((await unlock(visitor, token, 'x')).status).toBe(410)
  })
})

describe('a locked link', () => {
  test('reveals no name, size, type or owner, and opens at no endpoint', async () => {
    const { token, inner } = await sharedTree({ isPassword: true, password: 'open sesame' })
    const shown = (await visitor.get(`/api/sharing/${token}`)).body.data
    expect(shown.attributes).toMatchObject({
      protected: true,
      unlocked: false,
      type: null,
      item_id: null,
      name: null,
      owner: null,
    })
    expect(JSON.stringify(shown)).not.toContain('shared')
    for (const way of ways(token, inner)) {
      const { status, body } = await visitor.get(way)
      expect([status, body.code]).toEqual([403, 'share-locked'])
    }
  })

  test('defect 15: a made-up cookie, another link’s grant and an older one are refused', async () => {
    const { token, inner } = await sharedTree({ isPassword: true, password: 'one' })
    const other = await tokenOf(await folder(ann, 'other'), { isPassword: true, password: 'two' })
    const id = (await visitor.get(`/api/sharing/${token}`)).body.data.id
    const otherId = (await visitor.get(`/api/sharing/${other}`)).body.data.id
    await unlock(visitor, other, 'two')
    const [[name, secret]] = [...visitor.cookies] as [[string, string]]
    const mine = name.replace(otherId.replaceAll('-', ''), id.replaceAll('-', ''))
    expect(mine).not.toBe(name)
    for (const value of [
      secret,
      '1',
      JSON.stringify({ token, authenticated: true }),
      createHash('sha256').update(secret).digest('hex'),
    ]) {
      const forger = holdall.visitor()
      forger.cookies.set(mine, value)
      forger.cookies.set('share_session', JSON.stringify({ token, authenticated: true }))
      for (const way of ways(token, inner)) expect((await forger.get(way)).status).toBe(403)
    }
  })

  test('opens with its password, each time with a new secret, of which the server stores only a hash', async () => {
    const { token, top } = await sharedTree({ isPassword: true, password: 'open sesame' })
    const answer = await unlock(visitor, token, 'open sesame')
    expect(answer.body.data.attributes).toMatchObject({ unlocked: true, name: 'shared', item_id: top, type: 'folder' })
    expect(String(answer.raw.headers['set-cookie'])).toMatch(/HttpOnly; .*SameSite=Lax|SameSite=Lax.*HttpOnly/i)
    const first = [...visitor.cookies.values()][0]!
    expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
    await unlock(visitor, token, 'open sesame')
    const second = [...visitor.cookies.values()][0]!
    expect(second).not.toBe(first)
    const fixed = holdall.visitor()
    fixed.cookies.set([...visitor.cookies.keys()][0]!, first)
    expect((await fixed.get(`/api/sharing/folders/all/${token}`)).status).toBe(403)
    const grants = JSON.stringify(await holdall.services.db.selectFrom('share_grants').selectAll().execute())
    expect(grants).not.toContain(second)
  })

  test('keeps the last thousand grants, so that no number of visits fills the table', async () => {
    const { db } = holdall.services
    const { token } = await sharedTree({ isPassword: true, password: 'open sesame' })
    const { id } = await db.selectFrom('shares').select('id').where('token', '=', token).executeTakeFirstOrThrow()
    const grant = { share_id: id, grant_version: 1, created_at: holdall.clock.now() - 1, expires_at: 2 ** 50 }
    const before = Array.from({ length: MAX_GRANTS }, (_, n) => ({ ...grant, id: `${token} ${n}` }))
    for (let n = 0; n < MAX_GRANTS; n += 100) {
      await db
        .insertInto('share_grants')
        .values(before.slice(n, n + 100))
        .execute()
    }
    await unlock(visitor, token, 'open sesame')
    await unlock(holdall.visitor(), token, 'open sesame')
    expect(await db.selectFrom('share_grants').select('id').where('share_id', '=', id).execute()).toHaveLength(
      MAX_GRANTS,
    )
    expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
  })

  test('is locked again 30 days after its password was given', async () => {
    const { token, inner } = await sharedTree({ isPassword: true, password: 'open sesame' })
    await unlock(visitor, token, 'open sesame')
    holdall.clock.advance(30 * day - hour)
    expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(200)
    holdall.clock.advance(hour + 1)
    for (const way of ways(token, inner)) {
      const { status, body } = await visitor.get(way)
      expect([status, body.code]).toEqual([403, 'share-locked'])
    }
  })

  test('counts wrong passwords and throttles the caller', async () => {
    const { token } = await sharedTree({ isPassword: true, password: 'open sesame' })
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) statuses.push((await unlock(visitor, token, `guess ${i}`)).status)
    expect(statuses[0]).toBe(422)
    expect(statuses.at(-1)).toBe(429)
    expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(403)
  })

  test.each([
    ['password', { password: 'another' }],
    ['expiry', { expiration: 24 }],
  ])('is locked again when its %s changes, for content addresses too', async (_what, change) => {
    const { token, inner } = await sharedTree({ isPassword: true, password: 'open sesame' })
    await unlock(visitor, token, 'open sesame')
    const [, entry] = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body.data
    const url = entry.attributes.file_url
    expect((await visitor.get(url)).status).toBe(200)
    expect((await holdall.visitor().get(url)).status).toBe(403)
    await ann.patch(`/api/share/${token}`, change)
    for (const way of [...ways(token, inner), url]) expect((await visitor.get(way)).status).toBe(403)
  })
})

describe('an open link', () => {
  test('has its entry, who shared it and what it permits', async () => {
    const { token, top } = await sharedTree({ expiration: 24 })
    const { data } = (await visitor.get(`/api/sharing/${token}`)).body
    expect(data).toMatchObject({
      type: 'share',
      attributes: {
        item_id: top,
        type: 'folder',
        name: 'shared',
        permission: 'visitor',
        protected: false,
        unlocked: true,
        owner: {
          name: expect.stringMatching(/^User \d+$/),
          avatar: null,
          color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        },
      },
    })
    expect(Date.parse(data.attributes.expires_at)).toBeGreaterThan(holdall.clock.now())
  })

  test('has the color and the emoji of its folder, and a locked one does not', async () => {
    const answer = await ann.post('/api/create-folder', { name: 'Trip', parent_id: null, color: 'teal', emoji: '📷' })
    const token = await tokenOf(answer.body.data.id)
    const look = async () => {
      const { color, emoji } = (await visitor.get(`/api/sharing/${token}`)).body.data.attributes
      return { color, emoji }
    }
    expect(await look()).toEqual({ color: 'teal', emoji: '📷' })
    await ann.patch(`/api/share/${token}`, { protected: true, password: 'open sesame' })
    expect(await look()).toEqual({ color: null, emoji: null })
  })

  test('is read page by page, in the requested order, a folder inside too', async () => {
    const { token, inner } = await sharedTree()
    for (let n = 1; n <= 5; n++) await file(ann, `${n}.txt`, 'x'.repeat(n), { parent_id: inner })
    const page = async (query: string) => (await visitor.get(`/api/sharing/folders/${inner}/${token}?${query}`)).body
    const namesOf = (body: { data: { attributes: { name: string } }[] }) =>
      body.data.map(({ attributes: { name } }) => name)
    const second = await page('sort=name&direction=ASC&per_page=4&page=2')
    expect(namesOf(second)).toEqual(['5.txt', 'deep.txt'])
    expect(second.meta.paginate).toEqual({ currentPage: 2, lastPage: 2, perPage: 4, from: 5, to: 6, total: 6 })
    expect(namesOf(await page('sort=size&direction=DESC&per_page=3'))).toEqual(['5.txt', '4.txt', 'deep.txt'])
    await file(ann, '9.MP3', 'x', { parent_id: inner })
    expect(namesOf(await page('sort=type&per_page=2'))).toEqual(['9.MP3', '1.txt'])
    const { data, meta } = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name&per_page=1&page=2`)).body
    expect([namesOf({ data }), meta.paginate.total]).toEqual([['top.txt'], 2])
  })

  test('shows the shared folder as the top, and nothing of what is above', async () => {
    const { token, inner } = await sharedTree()
    const { data, meta } = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body
    expect(data.map((entry: { attributes: object }) => entry.attributes)).toMatchObject([
      { name: 'inner', parent_id: null },
      { name: 'top.txt', parent_id: null },
    ])
    expect(meta).toMatchObject({
      root: { data: { attributes: { name: 'shared', parent_id: null } } },
      ancestors: [],
    })
    const deep = (await visitor.get(`/api/sharing/folders/${inner}/${token}`)).body
    expect(deep.meta).toMatchObject({
      root: { data: { attributes: { name: 'inner', parent_id: null } } },
      ancestors: [],
    })
    expect(deep.data).toMatchObject([
      { attributes: { name: 'deep.txt', parent_id: inner }, relationships: { shared: null } },
    ])
    expect(JSON.stringify([data, meta, deep])).not.toContain('private above')
    const tree = (await visitor.get(`/api/sharing/navigation/${token}`)).body.data
    expect(tree).toEqual([{ id: inner, name: 'inner', color: null, emoji: null, parent_id: null, has_folders: false }])
  })

  test('hides the owner’s other links', async () => {
    const { token, inner } = await sharedTree()
    await tokenOf(inner)
    const { data } = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body
    expect(data[0].relationships.shared).toBeNull()
  })

  test('leads to nothing outside, by no id and by no address', async () => {
    const { token, above, beside, inTop } = await sharedTree()
    const foreign = await folder(await holdall.signUp(), 'foreign')
    for (const id of [above, foreign, inTop.id, '01890000-0000-7000-8000-000000000000']) {
      expect((await visitor.get(`/api/sharing/folders/${id}/${token}`)).status).toBe(404)
      expect((await visitor.get(`/api/sharing/navigation/${token}?parent_id=${id}`)).status).toBe(404)
    }
    const url = (await visitor.get(`/api/sharing/folders/all/${token}?sort=name`)).body.data[1].attributes.file_url
    expect((await visitor.get(url.replace(inTop.id, beside.id))).status).toBe(404)
  })

  test('no longer opens what is trashed in it or moved out of it', async () => {
    const { token, inner, inInner } = await sharedTree()
    const [entry] = (await visitor.get(`/api/sharing/folders/${inner}/${token}`)).body.data
    const url = entry.attributes.file_url
    expect((await visitor.get(url)).raw.body).toBe('deep')
    await ann.post('/api/remove', { items: [{ id: inInner.id }] })
    expect((await visitor.get(url)).status).toBe(404)
    await ann.post('/api/trash/restore', { items: [{ id: inInner.id }] })
    await ann.post('/api/move', { to_id: null, items: [{ id: inner }] })
    expect((await visitor.get(url)).status).toBe(404)
    expect((await visitor.get(`/api/sharing/folders/${inner}/${token}`)).status).toBe(404)
  })

  test('to one file gives the file and no folder', async () => {
    const { id } = await file(ann, 'one.txt', 'just one')
    const token = await tokenOf(id)
    expect((await visitor.get(`/api/sharing/${token}`)).body.data.attributes).toMatchObject({
      type: 'file',
      name: 'one.txt',
      unlocked: true,
    })
    const { data } = (await visitor.get(`/api/sharing/file/${token}`)).body
    expect(data.attributes).toMatchObject({ name: 'one.txt', parent_id: null, filesize: 8 })
    expect((await visitor.get(data.attributes.file_url)).raw.body).toBe('just one')
    expect((await visitor.get(`/api/sharing/folders/all/${token}`)).status).toBe(404)
    expect((await visitor.get(`/api/sharing/file/${(await sharedTree()).token}`)).status).toBe(404)
  })

  test('answers the same to somebody who is signed in', async () => {
    const { token } = await sharedTree()
    const bob = await holdall.signUp()
    expect((await bob.get(`/api/sharing/folders/all/${token}`)).body.data).toHaveLength(2)
    expect((await ann.get(`/api/sharing/folders/all/${token}`)).body.data).toHaveLength(2)
  })
})
