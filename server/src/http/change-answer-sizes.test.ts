import { MAX_ITEMS_PER_CALL } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { MAX_ANSWER_BYTES } from '../infrastructure/http-limits.ts'
import type { Answer, Client } from '../testing/client.ts'
import { folder, shareLink } from '../testing/file-requests.ts'
import { hasList } from '../testing/has-list.ts'
import { requestedFolder, uploadRequest } from '../testing/requested-files.ts'
import { createEntrySeeds, seededId, seedEntries } from '../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

/** Of a hundred ids or so. */
const UNDO_BYTES = 4000
/** Of the answer beside the lists. */
const MESSAGE_BYTES = 200
const [FEW, MANY] = [20, 150]

let holdall: TestApp
let ann: SignedIn
let visitor: Client
const seed = createEntrySeeds()
beforeAll(async () => {
  holdall = await testApp({ limits: { undoBytes: UNDO_BYTES } })
  ann = await holdall.signUp()
  visitor = holdall.visitor()
})
afterAll(() => holdall.close())

interface Folders {
  /** Has files. */
  readonly from: string
  readonly to: string
}

/** Two folders in a shared one. */
async function sharedFolders(count: number): Promise<Folders & { readonly token: string }> {
  const top = await folder(ann, 'top')
  const token = await shareLink(ann, top, { permission: 'editor' })
  const [from, to] = [await folder(ann, 'from', top), await folder(ann, 'to', top)]
  await seedEntries(holdall, ann.userId, seed('file', from, 'file', count))
  return { token, from, to }
}

/** Two folders that came through an upload request. */
async function requestedFolders(count: number): Promise<Folders & { readonly token: string }> {
  const { db } = holdall.services
  const { token } = await uploadRequest(ann)
  const [from, to] = [await requestedFolder(visitor, token, 'from'), await requestedFolder(visitor, token, 'to')]
  await seedEntries(holdall, ann.userId, seed('file', from.id, 'file', count))
  const request = db.selectFrom('upload_requests').select('id').where('token', '=', token)
  await db
    .updateTable('entries')
    .set((eb) => ({ upload_request_id: eb.selectFrom(request.as('r')).select('id') }))
    .where('parent_id', '=', from.id)
    .execute()
  return { token, from: from.id, to: to.id }
}

type Call = (body: object, token: string) => Promise<Answer>
interface Bulk {
  readonly call: Call
  readonly folders: (count: number) => Promise<Folders & { readonly token: string }>
}

const ofUser = (path: string): Bulk => ({ call: (body) => ann.post(path, body), folders: sharedFolders })
const ofLink = (verb: string): Bulk => ({
  call: (body, token) => visitor.post(`/api/sharing/${verb}/${token}`, body),
  folders: sharedFolders,
})
const ofRequest = (verb: string): Bulk => ({
  call: (body, token) => visitor.post(`/api/file-request/${token}/${verb}`, body),
  folders: requestedFolders,
})

const oneEntry = 'one entry'
const teamFolder = 'one team folder, as in teams.browse'
const codes = 'a fixed number of codes'
const options = 'at most MAX_PASSKEYS of an account'

/** Calls that change all entries of a folder, or why the lists of the answer are short. */
const fixtures: Readonly<Record<string, Bulk | string>> = {
  'api-tokens.create': 'the scopes of one token',
  'files.copy': ofUser('/api/copy'),
  'files.create-folder': oneEntry,
  'files.move': ofUser('/api/move'),
  'files.remove': ofUser('/api/remove'),
  'files.rename': oneEntry,
  'files.taken': 'tested below',
  'password.show-access': 'kinds of access, and what an account has at most of each',
  'passkeys.confirmation-options': options,
  'passkeys.registration-options': options,
  'passkeys.sign-in-options': options,
  'public-editing.create-folder': oneEntry,
  'public-editing.create-remote-upload': 'one upload of at most MAX_REMOTE_URLS files',
  'public-editing.move': ofLink('move'),
  'public-editing.remove': ofLink('remove'),
  'public-editing.rename': oneEntry,
  'public-editing.taken': 'tested below',
  'public-editing.upload-chunk': oneEntry,
  'public-editing.upload-whole': oneEntry,
  'remote-uploads.create': 'one upload of at most MAX_REMOTE_URLS files',
  'setup.test-storage': 'a document of the installation',
  'teams.convert': teamFolder,
  'teams.create': teamFolder,
  'teams.dissolve': teamFolder,
  'teams.update': teamFolder,
  'trash.restore': 'ids of at most MAX_ITEMS_PER_CALL entries, twice',
  'two-factor.confirm': codes,
  'two-factor.create-recovery-codes': codes,
  'upload-requests.create-folder': oneEntry,
  'upload-requests.finish': oneEntry,
  'upload-requests.move': ofRequest('move'),
  'upload-requests.remove': ofRequest('remove'),
  'upload-requests.rename': oneEntry,
  'upload-requests.upload-chunk': oneEntry,
  'upload-requests.upload-whole': oneEntry,
  'upload.chunk': oneEntry,
  'upload.whole': oneEntry,
}

test('every endpoint that changes something and answers a list has a call, or a reason why the list is short', () => {
  const lists = endpoints.filter(
    ({ method, answers, response }) => method !== 'GET' && answers === 'json' && hasList(response),
  )
  expect(Object.keys(fixtures).toSorted()).toEqual(lists.map(({ id }) => id).toSorted())
})

const bulk = Object.entries(fixtures).flatMap(([id, how]) => (typeof how === 'string' ? [] : [[id, how] as const]))

test.each(bulk)(
  '%s of all entries of a folder answers their ids as long as these are short enough',
  async (id, how) => {
    const change = async (count: number) => {
      const { token, from, to } = await how.folders(count)
      const toId = id.endsWith('remove') ? {} : { to_id: to }
      const { status, body, raw } = await how.call({ parent_id: from, all: true, except: [], ...toId }, token)
      expect([status, body.count]).toEqual([200, count])
      return { ids: body.ids as string[] | undefined, bytes: Buffer.byteLength(raw.body) }
    }
    expect((await change(FEW)).ids).toHaveLength(FEW)
    const many = await change(MANY)
    // Sections of earlier releases need `ids` of copies.
    expect(many).toEqual({ ids: id === 'files.copy' ? [] : undefined, bytes: expect.any(Number) })
    expect(many.bytes).toBeLessThanOrEqual(UNDO_BYTES + MESSAGE_BYTES)
  },
)

test('a move answers all lists of an undo or none', async () => {
  const move = async (count: number, onConflict: string) => {
    const { from, to } = await sharedFolders(count)
    await ann.post('/api/copy', { parent_id: from, all: true, except: [], to_id: to })
    const options = { on_conflict: onConflict }
    const { status, body } = await ann.post('/api/move', {
      parent_id: from,
      all: true,
      except: [],
      to_id: to,
      ...options,
    })
    expect([status, body.count]).toEqual([200, count])
    return ['ids', 'renamed', 'replaced', 'trashed'].filter((list) => list in body)
  }
  expect(await move(FEW, 'keep-both')).toEqual(['ids', 'renamed'])
  expect(await move(FEW, 'replace')).toEqual(['ids', 'replaced', 'trashed'])
  // The ids alone would be short enough.
  for (const rule of ['keep-both', 'replace']) expect(await move(Math.floor(UNDO_BYTES / 45), rule)).toEqual([])
})

test('the entries of a thousand taken names are answered in at most 1 MB', async () => {
  const { token, from } = await sharedFolders(0)
  // 255 bytes each, nearly all of which are two in JSON.
  const longName = (n: number) => `${'"'.repeat(249)}${String(n).padStart(6, '0')}`
  const files = Array.from({ length: MAX_ITEMS_PER_CALL }, (_, n) => ({
    id: seededId(1_000_000 + n),
    parentId: from,
    kind: n % 2 === 0 ? ('file' as const) : ('folder' as const),
    name: longName(n),
    nameKey: `""${String(n).padStart(6, '0')}`,
  }))
  await seedEntries(holdall, ann.userId, files)
  for (const [caller, path] of [
    [ann, `/api/browse/folders/${from}/taken`],
    [visitor, `/api/sharing/folders/${from}/${token}/taken`],
  ] as const) {
    const taken = (names: readonly string[]) => caller.post(path, { names })
    const all = await taken(files.map(({ name }) => name))
    expect([all.status, all.body.data.length]).toEqual([200, MAX_ITEMS_PER_CALL])
    expect(Buffer.byteLength(all.raw.body)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
    // What a question about names shows.
    expect(all.body.data[0]).toMatchObject({
      id: expect.any(String),
      type: expect.any(String),
      attributes: { name: expect.any(String), updated_at: expect.any(String), file_url: null },
    })
    const few = await taken([longName(0)])
    expect(few.body.data[0].attributes.file_url).toEqual(expect.any(String))
  }
})
