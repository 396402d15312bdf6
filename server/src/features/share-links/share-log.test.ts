import { randomBytes } from 'node:crypto'
import { MAX_SHARE_EVENTS } from '@holdall/api'
import { deleteShareEventsBeyond } from '../../infrastructure/activity/share-event.store.ts'
import { day, minute } from '../../infrastructure/clock.ts'
import { file, folder, put, shareLink } from '../../testing/file-requests.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

interface Event {
  readonly attributes: { readonly kind: string; readonly name: string | null; readonly address: string }
}

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

async function log(client: SignedIn, token: string, query = '') {
  await holdall.services.shareLog.settled()
  const { status, body } = await client.get(`/api/share/${token}/log${query}`)
  if (status !== 200) throw new Error(`the log answered ${status}`)
  const events = (body.data as Event[]).map(({ attributes: { kind, name, address } }) =>
    [kind, ...(name === null ? [] : [name]), address].join(' '),
  )
  return { events, counts: body.meta.counts }
}

test('is refused without a session, to others, and for an unknown link', async () => {
  const token = await shareLink(ann, await folder(ann, 'a'))
  const url = `/api/share/${token}/log`
  expect((await holdall.visitor().get(url)).status).toBe(401)
  expect((await (await holdall.signUp()).get(url)).status).toBe(404)
  expect((await ann.get(`/api/share/${'x'.repeat(22)}/log`)).status).toBe(404)
  expect(await log(ann, token)).toEqual({ events: [], counts: { opened: 0, downloaded: 0, uploaded: 0 } })
})

test('a member of a team folder has the log of the own links, its owner of all', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall, { members_can_share: true })
  const [mine, theirs] = [await shareLink(editor, id), await shareLink(owner, id)]
  expect((await viewer.get(`/api/share/${mine}/log`)).status).toBe(404)
  expect((await editor.get(`/api/share/${theirs}/log`)).status).toBe(404)
  await holdall.visitor('198.51.100.7').get(`/api/sharing/${mine}`)
  expect((await log(editor, mine)).events).toEqual(['opened 198.51.100.0/24'])
  expect((await log(owner, mine)).events).toEqual(['opened 198.51.100.0/24'])
})

test('tells openings once a minute for each network, and nothing of listings and ended links', async () => {
  const id = await folder(ann, 'a')
  const token = await shareLink(ann, id)
  const open = (address: string) => holdall.visitor(address).get(`/api/sharing/${token}`)
  for (const address of ['203.0.113.5', '203.0.113.5', '203.0.113.77', '2001:db8:12:34::1', '::ffff:203.0.113.5']) {
    expect((await open(address)).status).toBe(200)
  }
  expect((await holdall.visitor('192.0.2.1').get(`/api/sharing/folders/${id}/${token}`)).status).toBe(200)
  expect(await log(ann, token)).toEqual({
    events: ['opened 2001:db8:12::/48', 'opened 203.0.113.0/24'],
    counts: { opened: 2, downloaded: 0, uploaded: 0 },
  })
  holdall.clock.advance(minute + 1)
  await open('203.0.113.9')
  expect((await log(ann, token)).counts.opened).toBe(3)
})

test('a visitor does not wait until it is stored', async () => {
  const token = await shareLink(ann, await folder(ann, 'a'))
  let finish = () => {}
  const held = new Promise<void>((resolve) => (finish = resolve))
  // On SQLite nothing else is stored until its end.
  const change = holdall.services.transact(() => held)
  expect((await holdall.visitor('203.0.113.5').get(`/api/sharing/${token}`)).status).toBe(200)
  finish()
  await change
  expect((await log(ann, token)).events).toEqual(['opened 203.0.113.0/24'])
})

test('a link with a password is opened once it is unlocked', async () => {
  const token = await shareLink(ann, await folder(ann, 'a'), { isPassword: true, password: 'secret' })
  const visitor = holdall.visitor()
  await visitor.get(`/api/sharing/${token}`)
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'wrong' })
  expect((await log(ann, token)).events).toEqual([])
  expect((await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })).status).toBe(200)
  expect((await log(ann, token)).counts.opened).toBe(1)
})

test('tells a download with its name, and not its ranges', async () => {
  const { id } = await file(ann, 'a.txt', 'some bytes')
  const token = await shareLink(ann, id)
  const visitor = holdall.visitor('203.0.113.5')
  const url = (await visitor.get(`/api/sharing/file/${token}`)).body.data.attributes.file_url as string
  const range = (first: number) => visitor.get(url, { range: `bytes=${first}-${first + 1}` })
  expect((await range(0)).status).toBe(206)
  for (const first of [2, 4, 6]) expect((await range(first)).status).toBe(206)
  expect((await visitor.request({ method: 'HEAD', url })).status).toBe(200)
  expect((await log(ann, token)).events).toEqual(['downloaded a.txt 203.0.113.0/24'])
  // Somebody else begins behind the first byte.
  await holdall.visitor('198.51.100.7').get(url, { range: 'bytes=1-' })
  expect((await log(ann, token)).counts.downloaded).toBe(2)
})

test('tells a zip, an upload and what replaces nothing', async () => {
  const id = await folder(ann, 'shared')
  await file(ann, 'a.txt', 'a', { parent_id: id })
  const token = await shareLink(ann, id, { permission: 'editor' })
  const visitor = holdall.visitor('203.0.113.5')
  expect((await visitor.get(`/api/sharing/zip/${token}?items=${id}`)).status).toBe(200)
  const bytes = Buffer.from('sent')
  const fields = {
    name: 'sent.txt',
    upload_id: randomBytes(18).toString('base64url'),
    offset: 0,
    size: bytes.length,
    parent_id: id,
  }
  expect((await visitor.raw(`/api/sharing/upload/chunks/${token}`, fields, bytes)).status).toBe(201)
  await put(ann, 'own.txt', 'own', { parent_id: id })
  expect(await log(ann, token)).toEqual({
    events: ['uploaded sent.txt 203.0.113.0/24', 'downloaded shared.zip 203.0.113.0/24'],
    counts: { opened: 0, downloaded: 1, uploaded: 1 },
  })
})

test('is deleted after the days of the setting, but not the counts; and with the link', async () => {
  const token = await shareLink(ann, await folder(ann, 'a'))
  await holdall.visitor().get(`/api/sharing/${token}`)
  // Sessions last less long than the default.
  await holdall.services.settings.set('activity.link_days', 2)
  holdall.clock.advance(3 * day)
  await holdall.services.jobs.runDue()
  expect(await log(ann, token)).toEqual({ events: [], counts: { opened: 1, downloaded: 0, uploaded: 0 } })
  await ann.delete('/api/share/revoke', { tokens: [token] })
  expect((await ann.get(`/api/share/${token}/log`)).status).toBe(404)
})

test('keeps the newest events, and counts all', async () => {
  const token = await shareLink(ann, await folder(ann, 'a'))
  for (const network of [1, 2, 3]) await holdall.visitor(`203.0.${network}.1`).get(`/api/sharing/${token}`)
  await holdall.services.shareLog.settled()
  const { id } = await holdall.services.db
    .selectFrom('shares')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  await holdall.services.shareLog.settled()
  await deleteShareEventsBeyond(holdall.services.db, id, 2)
  const { events, counts } = await log(ann, token)
  expect([events, counts.opened]).toEqual([['opened 203.0.3.0/24', 'opened 203.0.2.0/24'], 3])
})

test('a visitor who does very much pushes out the own events only', async () => {
  const { db, ids, clock } = holdall.services
  const token = await shareLink(ann, await folder(ann, 'a'))
  const open = (address: string) => holdall.visitor(address).get(`/api/sharing/${token}`)
  for (const network of [1, 2, 3]) await open(`203.0.${network}.1`)
  await holdall.services.shareLog.settled()
  const { id } = await db.selectFrom('shares').select('id').where('token', '=', token).executeTakeFirstOrThrow()
  const rows = Array.from({ length: MAX_SHARE_EVENTS }, (_, n) => ({
    id: ids.next(),
    share_id: id,
    kind: 'uploaded' as const,
    name: `${n}.txt`,
    address: '198.51.100.0/24',
    created_at: clock.now(),
  }))
  await db.insertInto('share_events').values(rows).execute()
  for (let n = 0; n < 100; n++) {
    holdall.clock.advance(minute + 1)
    await open('198.51.100.7')
    await holdall.services.shareLog.settled()
  }
  const events: string[] = []
  for (let page = 1; page <= 10; page++) events.push(...(await log(ann, token, `?per_page=100&page=${page}`)).events)
  expect(events.slice(0, 2)).toEqual(Array(2).fill('opened 198.51.100.0/24'))
  const ofOthers = events.filter((event) => !event.includes('198.51.100'))
  expect(ofOthers).toEqual([3, 2, 1].map((network) => `opened 203.0.${network}.0/24`))
})
