import { randomBytes } from 'node:crypto'
import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, file, folder, shareLink } from '../../testing/file-requests.ts'
import { settledEvents, subscribedSocket } from '../../testing/socket-client.ts'
import { join, setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let id: string
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, id } = await teamScene(holdall, { members_can_share: true })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const stateOf = async (token: string) => {
  const { status, body } = await holdall.visitor().get(`/api/sharing/${token}`)
  return status === 200 ? 'open' : `${status} ${body.code}`
}
const ENDED = '410 share-revoked'
const move = (client: Client, entryId: string, toId: string | null) =>
  client.post('/api/move', { items: [{ id: entryId }], to_id: toId })

/** A folder of the team folder with a file in it; each has a link of the member and one of the owner. */
async function linkedFolder() {
  const top = await folder(owner, 'top', id)
  const { id: deep } = await file(owner, 'deep.txt', 'text', { parent_id: top })
  const tokensBy = async (client: SignedIn) => [await shareLink(client, top), await shareLink(client, deep)]
  return { top, deep, ofMember: await tokensBy(editor), ofOwner: await tokensBy(owner) }
}
const statesOf = (tokens: readonly string[]) => Promise.all(tokens.map(stateOf))

const targets = {
  'the files of the owner': async () => null,
  'a folder of the owner': () => folder(owner, 'own'),
  'a team folder without the member': () => teamFolder(owner, 'Other', { members_can_share: true }),
  'a team folder in which the member may only look': async () => {
    const other = await teamFolder(owner, 'Other', { members_can_share: true })
    await join(owner, other, editor, 'can_view')
    return other
  },
  'a team folder whose members may not share': async () => {
    const other = await teamFolder(owner, 'Other')
    await join(owner, other, editor)
    return other
  },
} as const

test.each(Object.keys(targets) as (keyof typeof targets)[])(
  'of a member end when the item is moved to %s, those of the owner stay',
  async (name) => {
    const { top, ofMember, ofOwner } = await linkedFolder()
    const to = await targets[name]()
    expect(await statesOf([...ofMember, ...ofOwner])).toEqual(Array(4).fill('open'))
    expect((await move(owner, top, to)).status).toBe(200)
    expect(await statesOf(ofMember)).toEqual([ENDED, ENDED])
    expect(await statesOf(ofOwner)).toEqual(['open', 'open'])
    // The end is final: neither an undo nor a membership brings it back.
    expect((await move(owner, top, id)).status).toBe(200)
    expect(await statesOf(ofMember)).toEqual([ENDED, ENDED])
    expect((await editor.delete('/api/share/revoke', { tokens: ofMember })).body.code).toBe('not-found')
  },
)

test('of a member stay within the team folder, and in another one in which the member may create links', async () => {
  const { top, ofMember, ofOwner } = await linkedFolder()
  await move(owner, top, await folder(owner, 'inside', id))
  expect(await statesOf(ofMember)).toEqual(['open', 'open'])
  const other = await teamFolder(owner, 'Other', { members_can_share: true })
  await join(owner, other, editor)
  expect((await move(editor, top, other)).status).toBe(200)
  expect(await statesOf([...ofMember, ...ofOwner])).toEqual(Array(4).fill('open'))
  // What counts from now on is the other one.
  await setMembers(owner, id, [])
  expect(await statesOf(ofMember)).toEqual(['open', 'open'])
  await setMembers(owner, other, [])
  expect(await statesOf([...ofMember, ...ofOwner])).toEqual([ENDED, ENDED, 'open', 'open'])
})

test('of a member to what is in the trash of a moved folder end too, so that a restored item has none', async () => {
  const { top, deep, ofMember } = await linkedFolder()
  await owner.post('/api/remove', { items: [{ id: deep }] })
  await move(owner, top, null)
  await owner.post('/api/trash/restore', { items: [{ id: deep }] })
  expect(await statesOf(ofMember)).toEqual([ENDED, ENDED])
})

test('of a member end with each selected item of a move of everything', async () => {
  const { ofMember, ofOwner } = await linkedFolder()
  const body = { parent_id: id, all: true, except: [], to_id: null }
  expect((await owner.post('/api/move', body)).status).toBe(200)
  expect(await statesOf([...ofMember, ...ofOwner])).toEqual([ENDED, ENDED, 'open', 'open'])
})

test('of members end when the team folder stops to allow them; allowed again, members make new ones', async () => {
  const { top, ofMember, ofOwner } = await linkedFolder()
  await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
  expect(await statesOf(ofMember)).toEqual(['open', 'open'])
  expect((await owner.patch(`/api/teams/folders/${id}`, { members_can_share: false })).status).toBe(200)
  expect(await statesOf([...ofMember, ...ofOwner])).toEqual([ENDED, ENDED, 'open', 'open'])
  const change = await editor.patch(`/api/share/${ofMember[0]}`, { permission: 'editor' })
  expect(change.body.code).toBe('not-found')
  await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
  expect(await statesOf(ofMember)).toEqual([ENDED, ENDED])
  expect(await stateOf(await shareLink(editor, top))).toBe('open')
})

test('that end by a move end what their visitors upload; uploads by links of the owner go on', async () => {
  await holdall.services.settings.set('shares.remote_uploads', true)
  const { top } = await linkedFolder()
  const [mine, theirs] = [
    await shareLink(editor, top, { permission: 'editor' }),
    await shareLink(owner, top, { permission: 'editor' }),
  ]
  const visitor = holdall.visitor()
  const first = (token: string) => ({
    token,
    fields: { name: 'a.txt', upload_id: randomBytes(18).toString('base64url'), offset: 0, size: 8, parent_id: top },
  })
  const [byMember, byOwner] = [first(mine), first(theirs)]
  for (const { token, fields } of [byMember, byOwner]) {
    const sent = await visitor.raw(`/api/sharing/upload/chunks/${token}`, fields, Buffer.from('1234'))
    expect(sent.status).toBe(200)
    const urls = ['https://files.example/a.txt']
    expect((await visitor.post(`/api/sharing/upload/remote/${token}`, { urls, parent_id: top })).status).toBe(201)
  }
  const { db } = holdall.services
  const reserved = async () =>
    (await db.selectFrom('users').select('reserved_bytes').where('id', '=', owner.userId).executeTakeFirstOrThrow())
      .reserved_bytes
  const remote = async () =>
    db
      .selectFrom('remote_uploads')
      .leftJoin('shares', 'shares.id', 'remote_uploads.share_id')
      .select(['shares.token', 'status', 'is_canceled'])
      .where('user_id', '=', owner.userId)
      .orderBy('remote_uploads.id')
      .execute()
  expect([await reserved(), (await remote()).length]).toEqual([8, 2])
  await move(owner, top, null)
  // The first one runs and notices within seconds, the second one waits for it.
  expect([await reserved(), await remote()]).toEqual([
    4,
    [
      { token: null, status: 'running', is_canceled: 1 },
      { token: theirs, status: 'waiting', is_canceled: 0 },
    ],
  ])
  const next = ({ token, fields }: typeof byMember) =>
    visitor.raw(`/api/sharing/upload/chunks/${token}`, { ...fields, offset: 4 }, Buffer.from('5678'))
  expect((await next(byMember)).body.code).toBe('share-revoked')
  expect((await next(byOwner)).status).toBe(201)
})

test('that end by a move are told to the open pages of the owner and of those who saw them, and as activities', async () => {
  const { top, deep } = await linkedFolder()
  const pages = await Promise.all(
    [owner, editor].map(async (user) => [user, await subscribedSocket(holdall, user)] as const),
  )
  for (const [user, client] of pages) await settledEvents(holdall, client, user.userId)
  await move(owner, top, null)
  for (const [user, client] of pages) {
    const events = await settledEvents(holdall, client, user.userId)
    const shares = events.filter(({ event }) => event === 'shares.changed')
    expect(new Set(shares.flatMap(({ data }) => data.entryIds))).toEqual(new Set([top, deep]))
    client.socket.terminate()
  }
  const { data } = (await owner.get('/api/activity')).body
  const told = (data as { attributes: { kind: string; item: { id: string } | null } }[])
    .filter(({ attributes }) => attributes.kind === 'link-revoked')
    .map(({ attributes }) => attributes.item?.id)
  expect([told.length, new Set(told)]).toEqual([2, new Set([top, deep])])
})

test('upload requests in team folders are the owner’s alone, and stay open when their folder is moved', async () => {
  const top = await folder(owner, 'top', id)
  expect((await editor.post('/api/file-request', { folder_id: top })).body.code).toBe('not-found')
  const { token } = (await owner.post('/api/file-request', { folder_id: top })).body.data.attributes
  await move(owner, top, null)
  const sent = await holdall
    .visitor()
    .form(`/api/file-request/${token}/upload`, [['name', 'sent.txt'] as const, ['file', Buffer.from('sent')] as const])
  expect(sent.status).toBe(201)
})
