import { MAX_FAVOURITES, MAX_NOTIFICATIONS, MAX_TEAM_FOLDERS } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { homeOf } from '../access/target.store.ts'
import { day, minute } from '../infrastructure/clock.ts'
import { MAX_ANSWER_BYTES } from '../infrastructure/http-limits.ts'
import type { Client } from '../testing/client.ts'
import { shareLink } from '../testing/file-requests.ts'
import { hasList } from '../testing/has-list.ts'
import { listed, requestedFolder, sendTo, uploadRequest } from '../testing/requested-files.ts'
import { teamFolder } from '../testing/team-requests.ts'
import { seededId, seedEntries, seedLinks } from '../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

const CHILDREN = 20_000
/** Folders above those with many children. */
const DEPTH = 90

/** 255 bytes, nearly all of which are two in JSON. */
const longName = (n: number) => `${'"'.repeat(249)}${String(n).padStart(6, '0')}`

let holdall: TestApp
let callers: Record<'ann' | 'bob' | 'dana' | 'eve' | 'visitor', Client>
let ids: Record<'folder' | 'team' | 'file', string>
let tokens: Record<'link' | 'fileLink' | 'request', string>
let serial = 0

/** A folder with very many children, at the end of a long path. */
async function crowdedFolder(owner: SignedIn, parentId: string, depth = DEPTH): Promise<string> {
  const first = serial
  const above = Array.from({ length: depth }, (_, n) => ({
    id: seededId(first + n + 1),
    parentId: n === 0 ? parentId : seededId(first + n),
    kind: 'folder' as const,
    name: longName(n),
  }))
  serial += depth + CHILDREN
  const folderId = above.at(-1)?.id ?? parentId
  const children = Array.from({ length: CHILDREN }, (_, n) => ({
    id: seededId(first + depth + n + 1),
    parentId: folderId,
    kind: n % 2 === 0 ? ('folder' as const) : ('file' as const),
    name: longName(n),
    nameKey: `""${String(n).padStart(6, '0')}`,
    size: n % 2,
  }))
  await seedEntries(holdall, owner.userId, [...above, ...children])
  return folderId
}

const childrenOf = async (folderId: string) =>
  (
    await holdall.services.db
      .selectFrom('entries')
      .select('id')
      .where('parent_id', '=', folderId)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** What an account has besides its files. */
async function seedLists(ann: SignedIn, entryId: string, folderIds: readonly string[]): Promise<void> {
  const { db, ids: newIds, clock, notifications, transact } = holdall.services
  const now = clock.now()
  const [activity] = await db.selectFrom('activities').selectAll().where('entry_id', '=', entryId).execute()
  const activities = Array.from({ length: 500 }, () => ({ ...activity!, id: newIds.next() }))
  await db.insertInto('activities').values(activities).execute()
  expect((await ann.post('/api/favourites', { ids: folderIds.slice(0, MAX_FAVOURITES) })).status).toBe(201)
  for (let n = 0; n < MAX_NOTIFICATIONS; n++) {
    await transact((trx) =>
      notifications.notify(trx, ann.userId, {
        category: 'security',
        title: 'notification.password_changed.title',
        description: 'notification.password_changed.description',
      }),
    )
  }
  const share = await db
    .selectFrom('shares')
    .select('id')
    .where('entry_id', '=', entryId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const events = Array.from({ length: 500 }, (_, n) => ({
    id: newIds.next(),
    share_id: share.id,
    kind: 'downloaded' as const,
    name: longName(n),
    address: '2001:db8:1234::/48',
    created_at: now,
  }))
  await db.insertInto('share_events').values(events).execute()
  const { blob_id, size, sha256, mime } = await db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()
  const versions = Array.from({ length: 500 }, (_, n) => ({
    entry_id: entryId,
    version: 1000 + n,
    blob_id: blob_id!,
    size,
    sha256: sha256!,
    mime: mime!,
    replaced_at: now + n,
  }))
  await db.insertInto('file_versions').values(versions).execute()
}

/** Team folders of `bob` with very many members and invitations. `ann` is a member of all. */
async function seedTeams(bob: SignedIn, members: readonly SignedIn[]): Promise<string> {
  const { db, ids: newIds, clock } = holdall.services
  const now = clock.now()
  const folderIds: string[] = []
  for (let n = 0; n < MAX_TEAM_FOLDERS; n++) folderIds.push(await teamFolder(bob, longName(n).slice(50)))
  const spaces = await db.selectFrom('spaces').select('id').where('root_id', 'in', folderIds).execute()
  for (const { id: space_id } of spaces) {
    const permission = 'can_edit' as const
    const joined = members.map(({ userId }) => ({ space_id, user_id: userId, permission, created_at: now }))
    await db.insertInto('team_members').values(joined).execute()
    const invitations = Array.from({ length: 20 }, (_, n) => ({
      id: newIds.next(),
      space_id,
      email: `${'x'.repeat(60)}${n}@${'y'.repeat(60)}.example`,
      permission,
      color: 'green',
      inviter_id: bob.userId,
      status: 'pending' as const,
      expires_at: now + day,
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('team_invitations').values(invitations).execute()
  }
  const [first] = folderIds as [string]
  await db
    .updateTable('team_invitations')
    .set({ email: members[0]!.email })
    .where('inviter_id', '=', bob.userId)
    .where('email', 'like', '%x0@%')
    .execute()
  await crowdedFolder(bob, first, 0)
  return first
}

/** Unfinished uploads into very long paths, through an upload request. */
async function seedUploads(eve: SignedIn, token: string): Promise<void> {
  const { db, ids: newIds } = holdall.services
  await sendTo(holdall.visitor(), token, 'first', 'x', { size: 1000 })
  const found = db.selectFrom('uploads').selectAll().where('owner_id', '=', eve.userId)
  const upload = await found.executeTakeFirstOrThrow()
  const path = Array.from({ length: DEPTH }, (_, n) => longName(n)).join('/')
  const others = Array.from({ length: 300 }, (_, n) => {
    const id = newIds.next()
    return { ...upload, id, upload_id: id, blob_id: id, name: longName(n), path }
  })
  for (let at = 0; at < others.length; at += 50) {
    await db
      .insertInto('uploads')
      .values(others.slice(at, at + 50))
      .execute()
  }
}

/** An upload request through which very many entries came, beside many others. */
async function seedRequest(eve: SignedIn): Promise<string> {
  const { db, ids: newIds } = holdall.services
  const { token } = await uploadRequest(eve, { notes: '"'.repeat(1000) })
  await requestedFolder(holdall.visitor(), token, 'first')
  const { folder_id: root } = await listed(eve, token)
  await crowdedFolder(eve, root, 0)
  const found = db.selectFrom('upload_requests').selectAll().where('token', '=', token)
  const request = await found.executeTakeFirstOrThrow()
  await db.updateTable('entries').set({ upload_request_id: request.id }).where('parent_id', '=', root).execute()
  const others = Array.from({ length: 300 }, () => ({ ...request, id: newIds.next(), token: newIds.token() }))
  await db.insertInto('upload_requests').values(others).execute()
  await seedUploads(eve, token)
  return token
}

beforeAll(async () => {
  holdall = await testApp()
  const { db } = holdall.services
  const [ann, bob, dana, eve] = [
    await holdall.signUp({ role: 'admin' }),
    await holdall.signUp(),
    await holdall.signUp(),
    await holdall.signUp(),
  ]
  const topOf = async (user: SignedIn) => (await homeOf(db, user.userId)).root_id
  const folder = await crowdedFolder(ann, await topOf(ann))
  const children = await childrenOf(folder)
  const file = children[1]!
  await seedLinks(holdall, ann.userId, children)
  for (let n = 0; n < 48; n++) await shareLink(ann, file)
  tokens = {
    link: await shareLink(ann, folder),
    fileLink: await shareLink(ann, file),
    request: await seedRequest(eve),
  }
  expect((await ann.patch(`/api/rename/${file}`, { name: longName(999_999) })).status).toBe(200)
  await seedLists(
    ann,
    file,
    children.filter((_, n) => n % 2 === 0),
  )
  const members = [ann]
  for (let n = 0; n < 10; n++) members.push(await holdall.signUp({ name: 'N'.repeat(60) }))
  ids = { folder, file, team: await seedTeams(bob, members) }
  const trashed = await crowdedFolder(dana, await topOf(dana))
  expect((await dana.post('/api/remove', { parent_id: trashed, all: true, except: [] })).status).toBe(200)
  callers = { ann, bob, dana, eve, visitor: holdall.visitor() }
  // Several tables of 20,000 rows: minutes on PostgreSQL where the machine is busy.
}, 20 * minute)
afterAll(() => holdall.close())

const lists = endpoints.filter(
  ({ method, answers, response }) => method === 'GET' && answers === 'json' && hasList(response),
)

interface Calls {
  readonly by: keyof typeof callers
  /** Addresses behind the path of the endpoint, whose parameters are `ids` and `tokens`. */
  readonly paths: () => readonly string[]
}

const sorts = ['name', 'created_at', 'size', 'type'].map((sort) => `sort=${sort}&per_page=200`)
const calls = (by: Calls['by'], paths: Calls['paths']): Calls => ({ by, paths })
const pages = (by: Calls['by'], path: () => string) => calls(by, () => sorts.map((query) => `${path()}?${query}`))
const trees = (by: Calls['by'], path: () => string, parent = '') =>
  calls(by, () =>
    ['', 'sort=created_at', 'depth=all', 'limit=1000000'].map(
      (query) => `${path()}?${query}${parent && `&parent_id=${ids.folder}`}`,
    ),
  )

/** How each list is called, or why it has no very many items. */
const fixtures: Readonly<Record<string, Calls | string>> = {
  'activity.of-entry': calls('ann', () => [`/api/activity/${ids.file}?per_page=200`]),
  'activity.browse': calls('ann', () => ['/api/activity?per_page=200']),
  'account-deletion.show': calls('bob', () => ['/api/user/deletion']),
  'admin.dashboard': 'a document of the installation',
  'admin.sections': 'a document of the installation',
  'admin.new-users': calls('ann', () => ['/api/admin/dashboard/newbies']),
  'api-tokens.browse': 'at most MAX_API_TOKENS of an account',
  'client-config.show': 'a document of the installation',
  'files.browse': pages('ann', () => `/api/browse/folders/${ids.folder}`),
  'files.latest': calls('ann', () => ['/api/browse/latest?per_page=200']),
  'files.navigation': trees('ann', () => '/api/browse/navigation', 'parent'),
  'frontend.sections': 'a document of the installation',
  'notifications.browse': calls('ann', () => ['/api/notifications?per_page=200']),
  'openapi.show': 'a document of the installation',
  'pages.show': 'a page that the operator writes',
  'passkeys.browse': 'at most MAX_PASSKEYS of an account',
  'public-editing.remote-uploads': 'at most one upload of a visitor is unfinished, with MAX_REMOTE_URLS files',
  'public-downloads.search': pages('visitor', () => `/api/sharing/search/${tokens.link}`),
  'public-links.file': calls('visitor', () => [`/api/sharing/file/${tokens.fileLink}`]),
  'public-links.browse': pages('visitor', () => `/api/sharing/folders/${ids.folder}/${tokens.link}`),
  'public-links.navigation': trees('visitor', () => `/api/sharing/navigation/${tokens.link}`),
  'remote-uploads.browse': 'of an account, the unfinished ones and the newest others',
  'search.browse': pages('ann', () => '/api/browse/search'),
  'search.suggest': calls('ann', () => ['/api/search?query=%22%22']),
  'setup.status': 'a document of the installation',
  'setup.values': 'a document of the installation',
  'share-links.browse': pages('ann', () => '/api/browse/share'),
  'share-links.of-entry': calls('ann', () => [`/api/share/entry/${ids.file}`]),
  'share-links.log': calls('ann', () => [`/api/share/${tokens.fileLink}/log?per_page=200`]),
  'social-sign-in.list': 'at most one of each provider',
  'teams.browse-shared': calls('ann', () =>
    ['all', ids.team].map((id) => `/api/teams/shared-with-me/${id}?per_page=200`),
  ),
  'teams.browse': calls('bob', () => ['all', ids.team].map((id) => `/api/teams/folders/${id}?per_page=200`)),
  'teams.own-invitations': calls('ann', () => ['/api/teams/invitations']),
  'teams.tree': trees('bob', () => `/api/teams/folders/${ids.team}/tree`),
  'translations.show': 'a document of the installation',
  'trash.browse': calls('dana', () => [
    '/api/browse/trash/all?per_page=200',
    '/api/browse/trash/all?per_page=200&sort=name',
  ]),
  'two-factor.recovery-codes': 'a fixed number of codes',
  'unfinished-uploads.browse': calls('eve', () => ['/api/user/unfinished-uploads?per_page=200']),
  'upload-requests.browse': calls('eve', () => ['/api/file-request?per_page=200']),
  'upload-requests.browse-folder': pages('visitor', () => `/api/file-request/${tokens.request}/browse/all`),
  'upload-requests.navigation': trees('visitor', () => `/api/file-request/${tokens.request}/navigation`),
  'upload-requests.show': calls('visitor', () => [`/api/file-request/${tokens.request}`]),
  'user.sessions': 'sessions of one account, each of which took a sign-in',
  'user.current': calls('ann', () => ['/api/user']),
  'user.storage': calls('ann', () => ['/api/user/storage']),
  'versions.list': calls('ann', () => [`/api/versions/${ids.file}?per_page=200`]),
}

test('every endpoint that answers a list has a call, or a reason why the list is short', () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(lists.map(({ id }) => id).toSorted())
})

const needed: Readonly<Record<string, string>> = {
  'search.browse': '&query=%22%22',
  'public-downloads.search': '&query=%22%22',
}

test.each(Object.entries(fixtures).flatMap(([id, how]) => (typeof how === 'string' ? [] : [[id, how] as const])))(
  '%s answers at most 1 MB of a folder with 20,000 children',
  async (id, { by, paths }) => {
    for (const path of paths()) {
      const { status, raw } = await callers[by].get(path + (needed[id] ?? ''))
      expect([path, status]).toEqual([path, 200])
      expect([path, Buffer.byteLength(raw.body) <= MAX_ANSWER_BYTES || Buffer.byteLength(raw.body)]).toEqual([
        path,
        true,
      ])
    }
  },
)

test('the pages of a tree are as large as an answer may be, and their cursors lead through all folders', async () => {
  const found = new Set<string>()
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, raw } = await callers.visitor.get(
      `/api/sharing/navigation/${tokens.link}${cursor && `?cursor=${cursor}`}`,
    )
    for (const { id } of body.data) found.add(id)
    sizes.push(Buffer.byteLength(raw.body))
    cursor = body.meta.next_cursor
  }
  expect(found.size).toBe(CHILDREN / 2)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(MAX_ANSWER_BYTES * 0.95)
})
