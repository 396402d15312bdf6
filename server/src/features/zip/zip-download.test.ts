import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { homeOf } from '../../access/target.store.ts'
import { minute } from '../../infrastructure/clock.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { readZip, type ZipContent } from '../../testing/read-zip.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { testOnDisk } from '../../testing/test-on-disk.ts'
import { until } from '../../testing/until.ts'
import { walk } from './zip-walk.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

/** The answer to a GET as a zip. */
async function unzipped(client: SignedIn, url: string): Promise<ZipContent[]> {
  const { status, raw } = await client.get(url)
  expect(status).toBe(200)
  return readZip(raw.rawPayload)
}
const paths = async (client: SignedIn, url: string) => (await unzipped(client, url)).map(({ path }) => path).sort()

/** The address that a POST with this selection answers. */
async function prepared(client: SignedIn, selection: object): Promise<string> {
  const { status, body } = await client.post('/api/zip', selection)
  expect(status).toBe(201)
  return body.data.attributes.url
}

test('at most eight addresses of an account are prepared at once, and those of others are meanwhile', async () => {
  const bob = await holdall.signUp()
  const selections = [ann, bob].map(async (user) => ({ items: [{ id: await folder(user, 'top') }] }))
  const [own, others] = await Promise.all(selections)
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const held = Array.from({ length: 8 }, (_, n) =>
    holdall.services.preparedZipSlots.hold({ userId: ann.userId, sessionId: `${n}` }, () => ended),
  )
  const { status, body } = await ann.post('/api/zip', own)
  expect([status, body.code]).toEqual([503, 'busy'])
  await prepared(bob, others!)
  end()
  await Promise.all(held)
  await prepared(ann, own!)
})

describe('refuses', () => {
  test('what is somebody else’s, unknown or a root, alone and among own entries, in every form', async () => {
    const bob = await holdall.signUp()
    const own = (await file(ann, 'own')).id
    const [foreign, foreignFolder] = [(await file(bob, 'foreign')).id, await folder(bob, 'foreign folder')]
    const root = (await homeOf(holdall.services.db, ann.userId)).root_id
    for (const id of [foreign, foreignFolder, UNKNOWN, root]) {
      expect((await ann.get(`/api/zip?items=${id}|file`)).status).toBe(404)
      expect((await ann.get(`/api/zip?items=${own}|file,${id}|folder`)).status).toBe(404)
      expect((await ann.post('/api/zip', { items: [{ id: own }, { id }] })).status).toBe(404)
    }
    expect((await ann.post('/api/zip', { parent_id: foreignFolder, all: true, except: [] })).status).toBe(404)
  })

  test('what is no list of items, and more than can be named', async () => {
    const items = Array.from({ length: 2001 }, () => ({ id: UNKNOWN }))
    for (const text of ['', 'x', `${UNKNOWN},`, `${UNKNOWN}|folder,../..`]) {
      expect((await ann.get(`/api/zip?items=${text}`)).body).toMatchObject({ code: 'validation' })
    }
    expect((await ann.get('/api/zip')).body).toMatchObject({ code: 'validation' })
    expect((await ann.post('/api/zip', { items: [] })).body).toMatchObject({ code: 'validation' })
    expect((await ann.post('/api/zip', { items })).body).toMatchObject({ code: 'validation' })
  })

  test('a prepared address to anybody else, a second time, after a minute, and once an entry was deleted', async () => {
    const [bob, a, b] = [await holdall.signUp(), (await file(ann, 'a')).id, (await file(ann, 'b')).id]
    const items = [{ id: a }, { id: b }]
    const url = await prepared(ann, { items })
    expect((await bob.get(url)).status).toBe(404)
    expect((await holdall.visitor().get(url)).status).toBe(401)
    expect((await ann.request({ method: 'HEAD', url })).status).toBe(200)
    expect(await paths(ann, url)).toEqual(['a', 'b'])
    expect((await ann.get(url)).status).toBe(404)
    expect((await ann.get('/api/zip/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)

    const late = await prepared(ann, { items })
    holdall.clock.advance(minute)
    expect((await ann.get(late)).status).toBe(404)

    const gone = await prepared(ann, { items })
    await ann.post('/api/remove', { items: [{ id: a, force_delete: true }] })
    expect((await ann.get(gone)).status).toBe(404)
  })

  test('more than 250 levels, before a byte is sent', async () => {
    const deep = await folder(ann, 'deep')
    let next = Math.floor(Math.random() * 1e9) * 1000
    const entry = (parentId: string, name: string) => ({
      id: seededId(next++),
      parentId,
      kind: 'folder' as const,
      name,
    })
    const chain = [entry(deep, 'level')]
    while (chain.length < 250) chain.push(entry(chain.at(-1)!.id, 'level'))
    await seedEntries(holdall, ann.userId, chain)
    for (const answer of [
      await ann.get(`/api/zip?items=${deep}`),
      await ann.post('/api/zip', { items: [{ id: deep }] }),
      await ann.post('/api/zip', { parent_id: null, all: true, except: [] }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'zip-too-large'])
      expect(answer.body.message).toMatch(/250 levels/)
    }
    expect((await ann.get(`/api/zip?items=${chain[0]!.id}`)).status).toBe(200)
  })
})

test('refuses paths that are too long together, also where a folder grows during the download', async () => {
  const [few, top] = [await folder(ann, 'few'), await folder(ann, 'top')]
  let next = Math.floor(Math.random() * 1e9) * 1000
  const entry = (parentId: string, name: string) => ({
    id: seededId(next++),
    parentId,
    kind: 'folder' as const,
    name,
  })
  // Three bytes each.
  const long = '文'.repeat(85)
  const chain = [entry(top, long)]
  while (chain.length < 100) chain.push(entry(chain.at(-1)!.id, long))
  const last = chain.at(-1)!.id
  await seedEntries(holdall, ann.userId, [
    ...chain,
    ...Array.from({ length: 900 }, (_, n) => entry(last, `folder ${n}`)),
  ])
  const { status, body } = await ann.get(`/api/zip?items=${top},${few}`)
  expect([status, body.code]).toEqual([422, 'zip-too-large'])

  const { db } = holdall.services
  const walked = async () => {
    for await (const _ of walk(db, { folder: { id: top, trash_root_id: null }, except: new Set() }, 'note'));
  }
  await expect(walked()).rejects.toThrow('a folder has grown too large')
})

test('a folder is a zip of its name with everything in it, empty folders too', async () => {
  const top = await folder(ann, 'Fotos & "Filme"')
  const inner = await folder(ann, 'inner', top)
  await folder(ann, 'empty', inner)
  const large = randomBytes(3 * 1024 * 1024 + 1)
  await file(ann, 'small.txt', 'small', { parent_id: top })
  const { attributes } = await file(ann, 'large.bin', large, { parent_id: inner })
  const { status, raw } = await ann.get(`/api/zip?items=${top}|folder`)
  expect(status).toBe(200)
  expect(raw.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="Fotos & _Filme_.zip"; filename*=UTF-8''Fotos%20%26%20%22Filme%22.zip`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  })
  const found = await readZip(raw.rawPayload)
  expect(found.map(({ path }) => path)).toEqual([
    'Fotos & _Filme_/',
    'Fotos & _Filme_/small.txt',
    'Fotos & _Filme_/inner/',
    'Fotos & _Filme_/inner/large.bin',
    'Fotos & _Filme_/inner/empty/',
  ])
  expect(found[1]!.content.toString()).toBe('small')
  expect(found[3]!.content.equals(large)).toBe(true)
  const seconds = Math.floor(Date.parse(attributes.updated_at) / 1000)
  expect(found[3]!.modified).toEqual(new Date(seconds * 1000))
})

test('several entries are files.zip; a single file is downloaded from its own address', async () => {
  const [a, b, inside] = [await file(ann, 'a.txt', 'of a'), await file(ann, 'b.txt'), await folder(ann, 'one')]
  const c = await file(ann, 'c.txt', 'of c', { parent_id: inside })
  const several = await ann.get(`/api/zip?items=${a.id}|file,${b.id}|file`)
  expect(several.raw.headers['content-disposition']).toBe('attachment; filename=files.zip')
  expect((await readZip(several.raw.rawPayload)).map(({ path }) => path).sort()).toEqual(['a.txt', 'b.txt'])
  for (const url of [
    `/api/zip?items=${a.id}|file`,
    await prepared(ann, { items: [{ id: a.id }] }),
    await prepared(ann, { parent_id: null, all: true, except: [b.id, inside] }),
  ]) {
    const { status, raw } = await ann.get(url)
    expect(status).toBe(302)
    const content = await ann.get(String(raw.headers.location))
    expect([content.status, content.raw.body]).toEqual([200, 'of a'])
    expect(content.raw.headers['content-disposition']).toMatch(/^attachment/)
  }
  expect(await paths(ann, await prepared(ann, { parent_id: null, all: true, except: [] }))).toEqual([
    'a.txt',
    'b.txt',
    'one/',
    'one/c.txt',
  ])
  expect(await paths(ann, await prepared(ann, { parent_id: null, all: true, except: [a.id, c.id] }))).toEqual([
    'b.txt',
    'one/',
    'one/c.txt',
  ])
})

test('what was trashed by itself is not in its folder, and entries of the trash can be downloaded', async () => {
  const top = await folder(ann, 'top')
  const inner = await folder(ann, 'inner', top)
  const early = await file(ann, 'early', 'x', { parent_id: top })
  await file(ann, 'late', 'x', { parent_id: inner })
  await ann.post('/api/remove', { items: [{ id: early.id }] })
  expect(await paths(ann, `/api/zip?items=${top}`)).toEqual(['top/', 'top/inner/', 'top/inner/late'])
  await ann.post('/api/remove', { items: [{ id: top }] })
  expect(await paths(ann, `/api/zip?items=${top}`)).toEqual(['top/', 'top/inner/', 'top/inner/late'])
  expect(await paths(ann, `/api/zip?items=${top}|folder,${early.id}|file`)).toEqual([
    'early',
    'top/',
    'top/inner/',
    'top/inner/late',
  ])
  expect(await paths(ann, await prepared(ann, { parent_id: top, all: true, except: [] }))).toEqual([
    'inner/',
    'inner/late',
  ])
})

/** Names that no call creates; rows of older versions and restored backups may have them. */
const hostile = [
  '../../../tmp/escaped',
  '/tmp/absolute',
  'C:\\Windows\\evil.exe',
  'CON',
  'aux.txt',
  'dots...',
  'spaces   ',
  'a<b>:"|?*\\c',
  '..',
  'same.txt',
  'SAME.TXT',
  'e\u0301.txt',
  '\u00c9.txt',
  'line\nbreak',
  '-rf',
]

test('hostile names are made safe and unique, and are unpacked inside of the folder', async () => {
  const top = await folder(ann, 'hostile')
  for (const [n] of hostile.entries()) await file(ann, `file ${n}`, `content ${n}`, { parent_id: top })
  const { db } = holdall.services
  for (const [n, name] of hostile.entries()) {
    await db.updateTable('entries').set({ name }).where('parent_id', '=', top).where('name', '=', `file ${n}`).execute()
  }
  const { raw } = await ann.get(`/api/zip?items=${top}`)
  const found = await readZip(raw.rawPayload)
  expect(found).toHaveLength(hostile.length + 1)
  const inside = found.slice(1).map(({ path }) => path.replace(/^hostile\//, ''))
  for (const name of inside) expect(name).not.toMatch(/[\p{Cc}<>:"/\\|?*]|[. ]$|^\.\.?$|^(con|aux)(\.|$)/iu)
  expect(new Set(inside.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(hostile.length)
  const contents = found.slice(1).map(({ content }) => content.toString())
  expect(contents.sort()).toEqual(hostile.map((_, n) => `content ${n}`).sort())

  if (!existsSync('/usr/bin/unzip')) return
  const place = await mkdtemp(join(tmpdir(), 'holdall-unzip-'))
  try {
    await writeFile(join(place, 'a.zip'), raw.rawPayload)
    execFileSync('/usr/bin/unzip', ['-tq', 'a.zip'], { cwd: place })
    execFileSync('/usr/bin/unzip', ['-q', 'a.zip', '-d', 'out'], { cwd: place, env: { LC_ALL: 'C.UTF-8' } })
    expect((await readdir(join(place, 'out'), { recursive: true })).sort()).toEqual(
      ['hostile', ...inside.map((name) => `hostile/${name}`)].sort(),
    )
  } finally {
    await rm(place, { recursive: true })
  }
})

/** The keys of the blobs of these files. */
async function blobsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await holdall.services.db.selectFrom('entries').select('blob_id').where('id', 'in', ids).execute()
  return rows.flatMap(({ blob_id }) => blob_id ?? [])
}

test('a file whose bytes are gone is left out, and a text at the end names it', async () => {
  const top = await folder(ann, 'top')
  const small = await file(ann, 'small.txt', 'small', { parent_id: top })
  const large = await file(ann, 'large.bin', Buffer.alloc(200_000), { parent_id: top })
  await file(ann, 'kept.txt', 'kept', { parent_id: top })
  for (const blob of await blobsOf([small.id, large.id])) await holdall.services.blobs.delete(blob)
  const found = await unzipped(ann, `/api/zip?items=${top}`)
  expect(found.map(({ path }) => path)).toEqual(['top/', 'top/kept.txt', 'Missing files.txt'])
  const text = found.at(-1)!.content.toString()
  expect(text).toMatch(/^These files could not be read/)
  expect(text.trim().split('\r\n').slice(2).sort()).toEqual(['top/large.bin', 'top/small.txt'])
})

test('a file that is deleted for good while the zip is made is still in it: its bytes stay for a day', async () => {
  const [a, b] = [await file(ann, 'a', Buffer.alloc(300_000, 'a')), await file(ann, 'b', Buffer.alloc(300_000, 'b'))]
  const url = await prepared(ann, { items: [{ id: a.id }, { id: b.id }] })
  const answer = ann.get(url)
  await ann.post('/api/remove', { items: [a, b].map(({ id }) => ({ id, force_delete: true })) })
  await holdall.services.jobs.runDue()
  const { status, raw } = await answer
  if (status === 200)
    expect((await readZip(raw.rawPayload)).map(({ content }) => content.length)).toEqual([300_000, 300_000])
  // The deletion was first.
  else expect(status).toBe(404)
})

test('what is downloaded is counted as traffic', async () => {
  const top = await folder(ann, 'top')
  await file(ann, 'a', Buffer.alloc(100_000), { parent_id: top })
  const { raw } = await ann.get(`/api/zip?items=${top}`)
  const counted = () =>
    holdall.services.db.selectFrom('traffic').select('downloaded').where('user_id', '=', ann.userId).executeTakeFirst()
  await until(async () => (await counted())?.downloaded === raw.rawPayload.length)
})

describe('over a connection', () => {
  let port: number
  beforeAll(async () => void (port = await listen(holdall.app)))
  const request = (path: string) => {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return `GET ${path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`
  }
  const openBlobs = async () => {
    const opened = await readdir('/proc/self/fd')
    const files = await Promise.all(opened.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    return files.filter((path) => path.includes('/blobs/'))
  }
  const logged = (text: string) => holdall.log.filter((line) => line.includes(text))

  testOnDisk('a client that disconnects frees the files that were open, and logs no error', async () => {
    const top = await folder(ann, 'top')
    await file(ann, 'a', Buffer.alloc(24 * 1024 * 1024), { parent_id: top })
    const connection = rawConnection(port, request(`/api/zip?items=${top}`))
    connection.socket.pause()
    const isLinux = existsSync('/proc/self/fd')
    if (isLinux) await until(async () => (await openBlobs()).length > 0)
    connection.socket.destroy()
    await connection.closed
    if (isLinux) await until(async () => (await openBlobs()).length === 0)
    expect(logged('a zip was aborted')).toEqual([])
  })

  testOnDisk(
    'a file that turns out to be shorter than its row says ends the download without an end of the zip',
    async () => {
      const top = await folder(ann, 'top')
      const { id } = await file(ann, 'a', Buffer.alloc(1_000_000, 'x'), { parent_id: top })
      await holdall.services.db.updateTable('entries').set({ size: 2_000_000 }).where('id', '=', id).execute()
      const connection = rawConnection(port, request(`/api/zip?items=${top}`))
      await connection.closed
      expect(connection.received()).toMatch(/^HTTP\/1\.1 200 /)
      // The last chunk of a whole response.
      expect(connection.received()).not.toMatch(/\r\n0\r\n\r\n$/)
      expect(logged('a zip was aborted')).toHaveLength(1)
    },
  )

  test('at most six of the eight zips of a user are made at once for one session', async () => {
    const top = await folder(ann, 'top')
    await file(ann, 'a', Buffer.alloc(24 * 1024 * 1024), { parent_id: top })
    const held = Array.from({ length: 6 }, () => rawConnection(port, request(`/api/zip?items=${top}`)))
    for (const { socket } of held) socket.once('data', () => socket.pause())
    await until(() => held.every(({ received }) => received().startsWith('HTTP/1.1 200')))
    const { status, body } = await ann.get(`/api/zip?items=${top}`)
    expect([status, body.code]).toEqual([503, 'busy'])
    const url = await prepared(ann, { items: [{ id: top }] })
    expect((await ann.get(url)).status).toBe(503)
    for (const { socket } of held) socket.destroy()
    await until(async () => (await ann.get(`/api/zip?items=${top}`)).status === 200)
    expect((await ann.get(url)).status).toBe(200)
  })
})
