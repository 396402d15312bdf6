import { randomBytes } from 'node:crypto'
import { day, minute } from '../../infrastructure/clock.ts'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import { StorageError } from '../../infrastructure/blobs/storage-error.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Client } from '../../testing/client.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { readZip, type ZipContent } from '../../testing/read-zip.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { otherColumnsOfUsers, recordLists } from './export-records.store.ts'
import { runDataExport } from './data-export-service.ts'

const ADDRESS = '/api/user/data-export'
const CONTENT = '/api/user/data-export/content'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))
afterEach(() => jest.restoreAllMocks())

const stateOf = async (user: Client): Promise<Record<string, unknown>> => (await user.get(ADDRESS)).body.data.attributes
const runJobs = () => holdall.services.jobs.runDue()
async function made(user: Client): Promise<ZipContent[]> {
  expect((await user.post(ADDRESS)).status).toBe(201)
  await runJobs()
  const { status, raw } = await user.get(CONTENT)
  expect(status).toBe(200)
  return readZip(raw.rawPayload)
}
const textOf = (zip: readonly ZipContent[], path: string): string =>
  zip.find((entry) => entry.path === path)?.content.toString() ?? ''
const blobsStored = async (): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of holdall.services.blobs.list()) ids.push(id)
  return ids
}

describe('refuses', () => {
  test('a copy to a session that was not confirmed, a second one at the same time, and one that is not ready', async () => {
    expect((await ann.get(CONTENT)).status).toBe(404)
    expect(await stateOf(ann)).toMatchObject({ status: 'none', url: null, progress: null })

    const answers = await Promise.all([ann.post(ADDRESS), ann.post(ADDRESS)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect((await ann.post(ADDRESS)).body.code).toBe('data-export-running')
    expect(await stateOf(ann)).toMatchObject({ status: 'queued' })
    expect((await ann.get(CONTENT)).status).toBe(404)
    await ann.delete(ADDRESS)

    holdall.clock.advance(16 * minute)
    expect((await ann.post(ADDRESS)).body.code).toBe('confirmation-required')
  })

  test('the copy of somebody else: each address shows the caller’s own', async () => {
    await made(ann)
    const bob = await holdall.signUp()
    expect((await bob.get(CONTENT)).status).toBe(404)
    expect(await stateOf(bob)).toMatchObject({ status: 'none' })
    expect((await holdall.visitor().get(CONTENT)).status).toBe(401)
    expect((await bob.delete(ADDRESS)).status).toBe(204)
    expect((await ann.get(CONTENT)).status).toBe(200)
  })
})

test('a copy has the files in their folders, those of own team folders and of the trash, and everything else as JSON', async () => {
  const large = randomBytes(300_000)
  const photos = await folder(ann, 'Photos')
  const picture = await file(ann, 'cat.jpg', large, { parent_id: photos })
  await file(ann, 'notes.txt', 'Some notes')
  const trashed = await file(ann, 'old.txt', 'old')
  await ann.post('/api/remove', { items: [{ id: trashed.id }] })
  const team = await teamFolder(ann, 'Garden')
  await file(ann, 'plan.txt', 'A plan', { parent_id: team })
  const link = await shareLink(ann, picture.id, { password: 'a secret of the link', protected: true })
  const { body } = await ann.post('/api/user/tokens', { name: 'Backup', abilities: ['files:read'] })
  const token = (body as { plainTextToken?: string }).plainTextToken
  const bob = await holdall.signUp()
  await file(bob, 'somebody else’s.txt')

  const zip = await made(ann)

  const files = zip.filter(({ path }) => !path.startsWith('account/'))
  expect(files.map(({ path }) => path).sort()).toEqual(
    [
      'files/Photos/',
      'files/Photos/cat.jpg',
      'files/notes.txt',
      'team-folders/Garden/plan.txt',
      'trash/old.txt',
    ].sort(),
  )
  expect(zip.find(({ path }) => path === 'files/Photos/cat.jpg')?.content.equals(large)).toBe(true)
  const records = (name: string) => JSON.parse(textOf(zip, `account/${name}.json`)) as Record<string, unknown>[]
  expect(records('profile')).toMatchObject([{ id: ann.userId, email: ann.email, role: 'user' }])
  expect(records('settings')).toMatchObject([{ notification_mails: expect.any(String) }])
  expect(records('sessions')).toMatchObject([{ state: 'full', created_at: expect.stringMatching(/^\d{4}-.*Z$/) }])
  expect(records('links')).toMatchObject([{ token: link, can_download: true, entry_id: picture.id }])
  expect(records('api-tokens')).toMatchObject([{ name: 'Backup' }])
  expect(records('activity').map(({ kind }) => kind)).toContain('trashed')
  expect(records('files').map(({ name }) => name)).toEqual(expect.arrayContaining(['cat.jpg', 'plan.txt', 'old.txt']))
  const everything = zip.map(({ path, content }) => path + content.toString('latin1')).join('\n')
  const { password_hash: hash } = await holdall.services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  for (const secret of [hash, token ?? 'missing', 'a secret of the link', 'somebody else']) {
    expect(everything).not.toContain(secret)
  }
  expect(token).toEqual(expect.any(String))
})

test('a copy has the dates of files', async () => {
  const modified_at = '1999-12-31T23:59:58.000Z'
  await file(ann, 'old.txt', 'x', { modified_at })
  const zip = await made(ann)
  expect(zip.find(({ path }) => path === 'files/old.txt')?.modified.toISOString()).toBe(modified_at)
  expect(JSON.parse(textOf(zip, 'account/files.json'))).toContainEqual(
    expect.objectContaining({ name: 'old.txt', modified_at }),
  )
})

test('a copy has more entries of the trash than one page of them, and more records than one file of them', async () => {
  const folders = 1001
  const trashed = 251
  const { body } = await ann.get('/api/browse/folders/all')
  const { db } = holdall.services
  const { root_id: parentId } = await db
    .selectFrom('spaces')
    .select('root_id')
    .where('owner_id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  expect(body.data).toEqual([])
  const entries = Array.from({ length: folders }, (_, n) => ({
    id: seededId(n),
    parentId,
    kind: 'folder' as const,
    name: `folder ${n}`,
  }))
  await seedEntries(holdall, ann.userId, entries)
  await db
    .updateTable('entries')
    .set(({ ref }) => ({ trash_root_id: ref('id'), trashed_at: holdall.clock.now() }))
    .where('id', '<', seededId(trashed))
    .where('owner_id', '=', ann.userId)
    .execute()

  const zip = await made(ann)

  const below = (folder: string) => zip.filter(({ path }) => path.startsWith(folder))
  expect([below('trash/').length, below('files/').length]).toEqual([trashed, folders - trashed])
  const records = ['files', 'files-2'].flatMap(
    (name) => JSON.parse(textOf(zip, `account/${name}.json`)) as { name: string }[],
  )
  const copied = new Set(records.map(({ name }) => name))
  expect(entries.filter(({ name }) => !copied.has(name))).toEqual([])
})

test('every column with a user’s id is copied or named as one that is not', async () => {
  const tables = await holdall.services.db.introspection.getTables()
  const copied = new Set(recordLists.map(({ table, user }) => `${table}.${user}`))
  const columnsOfUsers = tables.flatMap(({ name, columns }) =>
    columns
      .map((column) => `${name}.${column.name}`)
      .filter((column) => /\.(?:user|owner|creator|inviter|actor|member)_id$|\.trashed_by$/.test(column)),
  )
  const undecided = columnsOfUsers.filter((column) => !copied.has(column) && !otherColumnsOfUsers.has(column))
  expect(undecided).toEqual([])
  const secrets = /password|secret|digest|hash|public_key|credential/
  expect(recordLists.flatMap(({ columns }) => columns).filter((column) => secrets.test(column))).toEqual([])
})

test('the user is told by a notification and a mail, and the download continues where it broke off', async () => {
  await file(ann, 'a.txt', 'content of a')
  await ann.post(ADDRESS)
  await runJobs()
  await runJobs()
  const { filesize, url, ...state } = await stateOf(ann)
  expect(state).toMatchObject({ status: 'ready', missing: 0, reason: null, expires_at: expect.any(String) })
  expect(url).toBe(CONTENT)
  expect(mails.filter(({ to }) => to === ann.email).map(({ subject }) => subject)).toEqual([
    'Your data at Holdall is ready',
  ])
  const { body } = await ann.get('/api/notifications')
  expect(body.data[0].attributes).toMatchObject({ category: 'data-export', title: 'Your data is ready' })

  const whole = await ann.get(CONTENT)
  expect(whole.raw.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': String(filesize),
    'content-disposition': expect.stringMatching(/^attachment; filename=holdall-\d{4}-\d\d-\d\d\.zip$/),
  })
  const rest = await ann.get(CONTENT, { range: 'bytes=100-' })
  expect(rest.status).toBe(206)
  expect(rest.raw.rawPayload.equals(whole.raw.rawPayload.subarray(100))).toBe(true)
  expect((await ann.get(CONTENT, { range: `bytes=${String(filesize)}-` })).status).toBe(416)
})

test('it counts against no quota, so that a full account can have one', async () => {
  const full = await holdall.signUp({ quota: 12 + 1024 })
  await file(full, 'a.txt', 'content of a')
  const before = (await full.get('/api/user')).body.data.attributes.storage
  expect(before).toEqual({ used: 1036, capacity: 1036 })
  await made(full)
  expect((await full.get('/api/user')).body.data.attributes.storage).toEqual(before)
})

test('it expires, and another one, a removal and the end of the account delete its bytes', async () => {
  const { services, clock } = holdall
  await runJobs()
  const before = (await blobsStored()).length
  const bytesLeft = async () => {
    // What the first run finds is deleted by the next one, an hour later at most.
    for (let run = 0; run < 3; run++) {
      await runJobs()
      clock.advance(61 * minute)
    }
    return (await blobsStored()).length - before
  }
  await made(ann)
  await services.settings.set('exports.days', 2)
  await made(ann)
  expect(await bytesLeft()).toBe(1)
  clock.advance(2 * day)
  expect(await stateOf(ann)).toMatchObject({ status: 'expired', url: null })
  expect((await ann.get(CONTENT)).status).toBe(404)
  expect(await bytesLeft()).toBe(0)
  expect(await stateOf(ann)).toMatchObject({ status: 'expired' })

  const [bob, eve] = [await holdall.signUp(), await holdall.signUp()]
  await made(bob)
  await made(eve)
  await bob.delete(ADDRESS)
  expect(await stateOf(bob)).toMatchObject({ status: 'none' })
  await services.db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', eve.userId).execute()
  expect(await bytesLeft()).toBe(0)
})

test('a user has one copy in the queue, and begins again behind those of others', async () => {
  const { blobs, db } = holdall.services
  const bob = await holdall.signUp()
  await ann.post(ADDRESS)
  await bob.post(ADDRESS)
  for (let n = 0; n < 3; n++) {
    await ann.delete(ADDRESS)
    expect((await ann.post(ADDRESS)).status).toBe(201)
  }
  const begin = jest.spyOn(blobs, 'begin')
  await runJobs()
  const users = await db
    .selectFrom('data_exports')
    .select(['user_id', 'blob_id'])
    .where('user_id', 'in', [ann.userId, bob.userId])
    .execute()
  const userOf = new Map(users.map((row) => [row.blob_id, row.user_id]))
  expect(begin.mock.calls.map(([id]) => userOf.get(id))).toEqual([bob.userId, ann.userId])
})

test('one that is canceled while it is written leaves nothing', async () => {
  const { blobs } = holdall.services
  const before = (await blobsStored()).length
  await ann.post(ADDRESS)
  const { complete } = blobs
  jest.spyOn(blobs, 'complete').mockImplementationOnce(async (id, size) => {
    await complete(id, size)
    await ann.delete(ADDRESS)
  })
  await runJobs()
  await runJobs()
  expect(await stateOf(ann)).toMatchObject({ status: 'none' })
  expect((await blobsStored()).length).toBe(before)
  expect((await ann.get('/api/notifications')).body.data).toEqual([])
})

test('one that a process has lost begins again, and is given up after some attempts', async () => {
  const { blobs, clock, db } = holdall.services
  await file(ann, 'a.txt', 'content of a')
  await ann.post(ADDRESS)
  // The process ended while it was written, and its job is lost.
  const lost = newBlobId()
  await blobs.begin(lost)
  await runJobs()
  await db
    .updateTable('data_exports')
    .set({ status: 'working', attempts: 1, blob_id: lost, updated_at: clock.now() - 20 * minute })
    .where('user_id', '=', ann.userId)
    .execute()
  holdall.clock.advance(11 * minute)
  await runJobs()
  expect(await stateOf(ann)).toMatchObject({ status: 'ready' })
  holdall.clock.advance(2 * 60 * minute)
  await runJobs()
  expect(await blobsStored()).not.toContain(lost)

  const { id } = await db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  await db.updateTable('data_exports').set({ status: 'working', attempts: 4 }).where('id', '=', id).execute()
  await runDataExport(holdall.services, id, new AbortController().signal)
  expect(await stateOf(ann)).toMatchObject({ status: 'failed', reason: 'internal' })
})

test.each([
  ['a full disk', Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 'disk-full'],
  ['a storage that does not take it', new StorageError('keys', 'wrong keys'), 'storage-unavailable'],
  ['a file that is too large for it', new StorageError('too-large', 'too large'), 'too-large'],
])('tells %s, and another one can be made', async (_name, error, reason) => {
  await file(ann, 'a.txt', 'content of a')
  await ann.post(ADDRESS)
  jest.spyOn(holdall.services.blobs, 'complete').mockRejectedValueOnce(error)
  await runJobs()
  expect(await stateOf(ann)).toMatchObject({ status: 'failed', reason, url: null })
  expect((await ann.get('/api/notifications')).body.data[0].attributes.title).toBe(
    'Couldn’t make the copy of your data',
  )
  expect((await made(ann)).length).toBeGreaterThan(1)
})

test('a storage that is unavailable for a while delays it, and nobody is told of a failure', async () => {
  await file(ann, 'a.txt', 'content of a')
  await ann.post(ADDRESS)
  jest
    .spyOn(holdall.services.blobs, 'complete')
    .mockRejectedValueOnce(new StorageError('unavailable', 'no answer from the storage'))
  await runJobs()
  expect(await stateOf(ann)).toMatchObject({ status: 'working' })
  const { jobs } = holdall.services
  for (const { id, name } of await jobs.list()) if (name === 'make-data-export') await jobs.retry(id)
  await runJobs()
  expect(await stateOf(ann)).toMatchObject({ status: 'ready' })
  const { data } = (await ann.get('/api/notifications')).body as { data: { attributes: { title: string } }[] }
  expect(data.map(({ attributes }) => attributes.title)).toEqual(['Your data is ready'])
})

test('a file whose bytes are gone is left out, counted, and named in the language of the user', async () => {
  const { blobs, db } = holdall.services
  await ann.patch('/api/user/settings', { name: 'locale', value: 'de' })
  const { id } = await file(ann, 'gone.txt', 'gone')
  await file(ann, 'kept.txt', 'kept')
  const row = await db.selectFrom('entries').select('blob_id').where('id', '=', id).executeTakeFirstOrThrow()
  await blobs.delete(row.blob_id ?? '')
  const zip = await made(ann)
  const paths = zip.map(({ path }) => path)
  expect(paths).toContain('files/kept.txt')
  expect(paths).not.toContain('files/gone.txt')
  expect(zip.at(-1)?.path).toBe('Fehlende Dateien.txt')
  expect(zip.at(-1)?.content.toString()).toContain('files/gone.txt')
  expect(await stateOf(ann)).toMatchObject({ status: 'ready', missing: 1 })
})

describe('a large file that cannot be read to its end', () => {
  const large = randomBytes(700_000)
  /** Every read of the first file fails after some bytes, `times` times. */
  async function breaking(times: number): Promise<ZipContent[]> {
    const { blobs, db } = holdall.services
    const { id } = await file(ann, 'broken.bin', large)
    await file(ann, 'kept.bin', large)
    const row = await db.selectFrom('entries').select('blob_id').where('id', '=', id).executeTakeFirstOrThrow()
    const { read } = blobs
    let left = times
    jest.spyOn(blobs, 'read').mockImplementation(async function* (blobId, range) {
      const isBroken = blobId === row.blob_id && left-- > 0
      for await (const piece of read(blobId, range)) {
        yield isBroken ? piece.subarray(0, 1000) : piece
        if (isBroken) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
      }
    })
    return made(ann)
  }

  test('is left out, named and counted, and what comes after it is whole', async () => {
    const zip = await breaking(Infinity)
    expect(zip.map(({ path }) => path)).not.toContain('files/broken.bin')
    expect(zip.find(({ path }) => path === 'files/kept.bin')?.content.equals(large)).toBe(true)
    expect(zip.at(-1)?.content.toString()).toContain('files/broken.bin')
    expect(await stateOf(ann)).toMatchObject({ status: 'ready', missing: 1 })
  })

  test('at once is continued where it broke off, and is whole', async () => {
    const zip = await breaking(2)
    for (const path of ['files/broken.bin', 'files/kept.bin']) {
      expect(zip.find((entry) => entry.path === path)?.content.equals(large)).toBe(true)
    }
    expect(await stateOf(ann)).toMatchObject({ status: 'ready', missing: 0 })
  })
})
