import {
  expectCountersToMatchRows,
  file,
  folder,
  names,
  put,
  shareLink,
  uploadId,
} from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { ITEM_BYTES } from './quota.store.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

const storageOf = async (user: SignedIn) => (await user.get('/api/user')).body.data.attributes.storage.used as number

/** Numbers that look random and are the same in each run. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface World {
  readonly user: SignedIn
  readonly folders: readonly string[]
  readonly files: readonly string[]
  readonly trashed: readonly string[]
  readonly pick: (from: readonly string[]) => string | undefined
}

/** Each is tried in any state: refusals count as well, and change nothing. */
const calls: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'create a folder': ({ user, folders, pick }) =>
    user.post('/api/create-folder', { name: 'a', parent_id: pick(folders) ?? null }),
  upload: ({ user, folders, pick }) => put(user, 'f.txt', 'twelve bytes', { parent_id: pick(folders) ?? '' }),
  'upload a path': ({ user }) => put(user, 'g.txt', 'bytes', { path: 'x/y/g.txt' }),
  replace: ({ user }) => put(user, 'r.txt', 'replaced', { replace: 1 }),
  'begin an upload': ({ user }) =>
    user.raw('/api/upload/chunks', { name: 'u', upload_id: uploadId(), offset: 0, size: 20 }, Buffer.alloc(5, 1)),
  copy: ({ user, folders, files, pick }) =>
    user.post('/api/copy', { items: [{ id: pick([...folders, ...files]) }], to_id: pick(folders) ?? null }),
  'copy and replace': ({ user, files, pick }) =>
    user.post('/api/copy', { items: [{ id: pick(files) }], to_id: null, on_conflict: 'replace' }),
  move: ({ user, folders, files, pick }) =>
    user.post('/api/move', { items: [{ id: pick([...folders, ...files]) }], to_id: null, on_conflict: 'replace' }),
  trash: ({ user, folders, files, pick }) =>
    user.post('/api/remove', { items: [{ id: pick([...folders, ...files]) }] }),
  delete: ({ user, folders, files, pick }) =>
    user.post('/api/remove', { items: [{ id: pick([...folders, ...files]), force_delete: true }] }),
  restore: ({ user, trashed, pick }) => user.post('/api/trash/restore', { items: [{ id: pick(trashed) }] }),
  'empty the trash': ({ user }) => user.delete('/api/trash/dump'),
  share: ({ user, folders, files, pick }) => user.post('/api/share', { id: pick([...folders, ...files]) }),
  'revoke all links': ({ user, folders, pick }) => user.delete('/api/share/revoke-all', { ids: [pick(folders)] }),
  'make a team folder': ({ user, folders, pick }) =>
    user.post(`/api/teams/folders/${pick(folders) ?? ''}/convert`, { invitations: [] }),
}

test.each([1, 2])('used storage is bytes and a charge for each row after any calls (%i)', async (seed) => {
  const user = await holdall.signUp({ quota: 60_000 })
  const { db } = holdall.services
  const next = seededNumbers(seed)
  const pick = (from: readonly string[]) => from[next(from.length)]
  for (let n = 0; n < 40; n++) {
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'kind', 'trash_root_id'])
      .where('owner_id', '=', user.userId)
      .orderBy('id')
      .execute()
    const live = rows.filter((row) => row.trash_root_id === null)
    const ids = (kind: string) => live.filter((row) => row.kind === kind).map(({ id }) => id)
    const trashed = rows.filter(({ id, trash_root_id: rootId }) => id === rootId).map(({ id }) => id)
    const [name, call] = Object.entries(calls)[next(Object.keys(calls).length)]!
    await call({ user, folders: ids('folder'), files: ids('file'), trashed, pick })
    await expectCountersToMatchRows(db)
    const { used_bytes: bytes, item_count: items } = await db
      .selectFrom('users')
      .select(['used_bytes', 'item_count'])
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    expect([name, await storageOf(user)]).toEqual([name, bytes + items * ITEM_BYTES])
  }
})

test('folders that are copied again and again end at the quota', async () => {
  const user = await holdall.signUp({ quota: 1024 * 1024 })
  await folder(user, 'a')
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    statuses.push((await user.post('/api/copy', { to_id: null, parent_id: null, all: true, except: [] })).status)
  }
  // 1,024 folders take the whole quota.
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 423, 423])
  expect(await storageOf(user)).toBe(1024 * ITEM_BYTES)
})

test('a full account gets no folder, link or version, but reads and deletes', async () => {
  const user = await holdall.signUp({ quota: 3 * ITEM_BYTES })
  const { id, attributes } = await file(user, 'a.txt', 'text')
  const box = await folder(user, 'box')
  for (const answer of [
    await user.post('/api/create-folder', { name: 'more', parent_id: null }),
    await user.post('/api/share', { id }),
    await put(user, 'a.txt', 'other', { replace: 1 }),
    await put(user, 'b.txt', 'b', { path: 'x/b.txt' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([423, 'quota-exceeded'])
  }
  expect(await names(user)).toEqual(['box', 'a.txt'])
  expect((await user.get(attributes.file_url)).raw.body).toBe('text')
  await user.post('/api/remove', { items: [{ id: box, force_delete: true }] })
  expect((await user.post('/api/share', { id })).status).toBe(201)
})

test('an account without a quota has a limited number of entries, links and versions', async () => {
  await holdall.services.settings.set('files.max_entries', 1000)
  try {
    const user = await holdall.signUp()
    const { db } = holdall.services
    const box = await folder(user, 'box')
    await file(user, 'a.txt', 'text', { parent_id: box })
    for (let n = 0; n < 8; n++) {
      await user.post('/api/copy', { to_id: null, parent_id: null, all: true, except: [] })
    }
    const refused = await user.post('/api/copy', { to_id: null, parent_id: null, all: true, except: [] })
    expect(refused.body).toEqual({
      code: 'quota-exceeded',
      message:
        'You cannot have more than 1,000 files, folders and links. Delete some of them and empty the trash, then try again.',
    })
    // With a quota of its own the account has what it allows.
    await db.updateTable('users').set({ quota_bytes: 10_000_000 }).where('id', '=', user.userId).execute()
    expect((await user.post('/api/copy', { to_id: null, parent_id: null, all: true, except: [] })).status).toBe(200)
  } finally {
    await holdall.services.settings.unset('files.max_entries')
  }
})

test('an ended link and an ended upload give back what they have taken', async () => {
  const user = await holdall.signUp()
  const id = await folder(user, 'box')
  const token = await shareLink(user, id)
  const upload = uploadId()
  await user.raw('/api/upload/chunks', { name: 'u', upload_id: upload, offset: 0, size: 20 }, Buffer.alloc(5, 1))
  expect(await storageOf(user)).toBe(3 * ITEM_BYTES)
  await user.delete(`/api/upload/${upload}`)
  await user.delete('/api/share/revoke', { tokens: [token] })
  expect(await storageOf(user)).toBe(ITEM_BYTES)
})
