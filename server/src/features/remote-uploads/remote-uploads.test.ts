import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { createOutgoing } from '../../infrastructure/outgoing/outgoing.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { settledEvents, subscribedSocket } from '../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { createRemoteUploads, type RemoteFileProgressed } from './remote-upload-service.ts'

let server: FileServer
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  server = await fileServer({
    '/a.txt': bytesOf('some bytes'),
    '/b.txt': bytesOf('other bytes'),
    '/dated': bytesOf('dated', { 'last-modified': 'Sun, 04 Jul 1965 12:00:00 GMT' }),
    '/undated': bytesOf('undated', { 'last-modified': '1965-07-04' }),
    '/copy': bytesOf('copy', { 'content-disposition': 'attachment; filename="a.txt"' }),
  })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const start = (client: SignedIn, urls: readonly string[], parentId?: string | null) =>
  client.post('/api/upload/remote', { urls, ...(parentId !== undefined && { parent_id: parentId }) })
const listOf = async (client: SignedIn) => (await client.get('/api/upload/remote')).body.data
const run = () => holdall.services.jobs.runDue()

test.each([
  [[]],
  [['']],
  [['files.example/a']],
  [['ftp://files.example/a']],
  [['javascript:alert(1)']],
  [['https://user:secret@files.example/a']],
  [[`https://files.example/${'a'.repeat(2048)}`]],
  [Array.from({ length: 21 }, (_, index) => `https://files.example/${index}`)],
])('refuses what is no list of 1 to 20 addresses and fetches nothing: %j', async (urls) => {
  const { status, body } = await start(ann, urls)
  expect([status, body.code, Object.keys(body.errors)[0]]).toEqual([422, 'validation', expect.stringMatching(/^urls/)])
  expect(await listOf(ann)).toEqual([])
})

test('refuses folders of others, files and trashed folders with 404', async () => {
  const bob = await holdall.signUp()
  const foreign = await folder(bob, 'Foreign')
  const trashed = await folder(ann, 'Trashed')
  await ann.post('/api/remove', { items: [{ id: trashed, type: 'folder' }] })
  for (const id of [foreign, trashed, '01890000-0000-7000-8000-000000000000']) {
    expect((await start(ann, [`${server.origin}/a.txt`], id)).status).toBe(404)
  }
})

test('saves files into the folder, with free names, and shows how far it is', async () => {
  const parentId = await folder(ann, 'Downloads')
  const urls = [`${server.origin}/a.txt`, `${server.origin}/copy`, `${server.origin}/missing`]
  const { status, body } = await start(ann, urls, parentId)
  expect([status, body.data]).toMatchObject([
    201,
    {
      type: 'remote-upload',
      attributes: {
        status: 'running',
        parent_id: parentId,
        folder_name: 'Downloads',
        progress: { total: 3, processed: 0, failed: 0 },
        files: [{ url: urls[0], status: 'waiting', name: null }, {}, {}],
        finished_at: null,
      },
    },
  ])
  await run()

  expect((await names(ann, parentId)).sort()).toEqual(['a (2).txt', 'a.txt'])
  const [saved] = await listOf(ann)
  expect(saved.attributes).toMatchObject({
    status: 'finished',
    progress: { total: 3, processed: 3, failed: 1 },
    files: [
      { status: 'done', reason: null, filesize: expect.any(Number), entry_id: expect.any(String) },
      { status: 'done' },
      { status: 'failed', reason: 'http-error', http_status: 404, entry_id: null },
    ],
    finished_at: expect.any(String),
  })
  const { entry_id: id } = saved.attributes.files[0]
  const listing = await ann.get(`/api/browse/folders/${parentId}`)
  const entry = listing.body.data.find((each: { id: string }) => each.id === id)
  expect((await ann.get(entry.attributes.file_url)).raw.body).toMatch(/^(some bytes|copy)$/)
  // Nothing of the answer but the name and the size, and no address that a name resolved to.
  expect(JSON.stringify(saved)).not.toContain('nothing here')
  expect(
    await holdall.services.db.selectFrom('uploads').selectAll().where('owner_id', '=', ann.userId).execute(),
  ).toEqual([])
})

test('a file has the date that its server gives, else that of its upload', async () => {
  await start(ann, [`${server.origin}/dated`, `${server.origin}/undated`])
  await run()
  const { body } = await ann.get('/api/browse/folders/all?sort=name')
  const dates = (body.data as { attributes: Record<string, string> }[]).map(
    ({ attributes }) => attributes['modified_at'],
  )
  expect(dates).toEqual(['1965-07-04T12:00:00.000Z', new Date(holdall.clock.now()).toISOString()])
})

test('remote uploads are shown to their user only, and nobody else can remove them', async () => {
  const bob = await holdall.signUp()
  const { body } = await start(ann, [`${server.origin}/a.txt`])
  expect(await listOf(bob)).toEqual([])
  const address = `/api/upload/remote/${body.data.id}`
  expect((await bob.delete(address)).status).toBe(404)
  expect((await ann.delete('/api/upload/remote/01890000-0000-7000-8000-000000000000')).status).toBe(404)
  await run()
  expect(await listOf(ann)).toMatchObject([{ attributes: { status: 'finished', folder_name: null, parent_id: null } }])
  expect((await ann.delete(address)).status).toBe(204)
  expect(await listOf(ann)).toEqual([])
  expect(await names(ann)).toEqual(['a.txt'])
})

test('of one user one runs and four wait; a further one is refused', async () => {
  const started = []
  for (let i = 0; i < 5; i++) started.push(await start(ann, [`${server.origin}/a.txt`]))
  expect(started.map(({ body }) => body.data.attributes.status)).toEqual([
    'running',
    ...Array.from({ length: 4 }, () => 'waiting'),
  ])
  const refused = await start(ann, [`${server.origin}/a.txt`])
  expect([refused.status, refused.body.code]).toEqual([422, 'too-many-remote-uploads'])
  expect((await ann.delete(`/api/upload/remote/${started[4]!.body.data.id}`)).status).toBe(204)
  await run()
  expect((await listOf(ann)).map((each: { attributes: { status: string } }) => each.attributes.status)).toEqual(
    Array.from({ length: 4 }, () => 'finished'),
  )
  expect(await names(ann)).toHaveLength(4)
})

test('five calls at once begin one', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => start(ann, [`${server.origin}/a.txt`])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
  const running = answers.filter(({ body }) => body.data?.attributes.status === 'running')
  expect(running).toHaveLength(1)
  await run()
  expect(await names(ann)).toHaveLength(5)
})

test('finished ones are listed for a week, and the newest twenty of them', async () => {
  for (let i = 0; i < 22; i++) {
    await start(ann, [`${server.origin}/missing`])
    await run()
  }
  expect(await listOf(ann)).toHaveLength(20)
  holdall.clock.advance(8 * 24 * 3600 * 1000)
  await holdall.services.remoteUploads.sweep()
  const left = await holdall.services.db.selectFrom('remote_uploads').selectAll().execute()
  expect(left).toEqual([])
})

test('one whose job was lost is begun again', async () => {
  await start(ann, [`${server.origin}/a.txt`])
  const [job] = await holdall.services.jobs.list()
  await holdall.services.jobs.cancel(job!.id)
  await run()
  expect(await listOf(ann)).toMatchObject([{ attributes: { status: 'running' } }])
  holdall.clock.advance(16 * 60 * 1000)
  await holdall.services.remoteUploads.sweep()
  await run()
  expect(await listOf(ann)).toMatchObject([{ attributes: { status: 'finished', progress: { failed: 0 } } }])
})

test('tells of each file and of the end, once', async () => {
  const events: { readonly to: string; readonly file?: string | null; readonly failed: number }[] = []
  const remoteUploads = createRemoteUploads({
    ...holdall.services,
    admitByLink: () => Promise.resolve(),
    outgoing: createOutgoing({ allow: parseOutgoingAllow(server.authority) ?? [] }),
    progressed: (to: string, { file, progress }: RemoteFileProgressed) =>
      void events.push({ to, file: file?.name ?? null, failed: progress.failed }),
    finished: (_trx, to, { progress }) => Promise.resolve(void events.push({ to, failed: progress.failed })),
  })
  const { body } = await start(ann, [`${server.origin}/a.txt`, `${server.origin}/missing`])
  const signal = new AbortController().signal
  await remoteUploads.run(body.data.id, signal)
  await remoteUploads.run(body.data.id, signal)
  expect(events).toHaveLength(3)
  expect(events.at(-1)).toEqual({ to: ann.userId, failed: 1 })
  expect(events.slice(0, 2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ to: ann.userId, file: 'a.txt' }),
      expect.objectContaining({ to: ann.userId, file: null, failed: 1 }),
    ]),
  )
  await run()
})

test('the pages of this user only get each file and the notification at the end', async () => {
  const bob = await holdall.signUp()
  const [own, foreign] = [await subscribedSocket(holdall, ann), await subscribedSocket(holdall, bob)]
  await start(ann, [`${server.origin}/a.txt`, `${server.origin}/missing`])
  await run()
  const events = await settledEvents(holdall, own, ann.userId)
  const dataOf = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data)
  const [saved] = (await ann.get('/api/browse/folders/all')).body.data
  expect(dataOf('RemoteFile.Created')).toEqual(
    expect.arrayContaining([
      {
        file: { id: saved.id, type: 'file' },
        progress: { total: 2, processed: expect.any(Number), failed: expect.any(Number) },
      },
      { file: null, progress: { total: 2, processed: expect.any(Number), failed: 1 } },
    ]),
  )
  expect(dataOf('notification')).toEqual([{ id: expect.any(String), category: 'remote-upload-done' }])
  expect(await settledEvents(holdall, foreign, bob.userId)).toEqual([])
  for (const { socket } of [own, foreign]) socket.terminate()
})

test('what operators allow for services does not open it for remote uploads', async () => {
  const allowing = await testApp({ config: { outgoingAllow: parseOutgoingAllow('127.0.0.0/8') ?? [] } })
  const response = await allowing.services.outgoing.get(`${server.origin}/a.txt`, new AbortController().signal)
  expect(response.status).toBe(200)
  response.close()
  const before = server.requests.length
  const cat = await allowing.signUp()
  await start(cat, [`${server.origin}/a.txt`, 'http://2130706433/', 'http://no-such-host.invalid/'])
  await allowing.services.jobs.runDue()
  const [{ attributes }] = await listOf(cat)
  // One reason for all: what is behind the server's firewall cannot be told from what does not exist.
  expect(attributes.files.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill('unreachable'))
  expect(server.requests).toHaveLength(before)
  await allowing.close()
})
