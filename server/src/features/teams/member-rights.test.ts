import { homeOf } from '../../access/target.store.ts'
import { expectCountersToMatchRows, file, folder, names, put, shareLink } from '../../testing/file-requests.ts'
import { join, setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let owner: SignedIn
let editor: SignedIn
let viewer: SignedIn
let id: string
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ({ owner, editor, viewer, id } = await teamScene(holdall)))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const used = async ({ userId }: SignedIn) =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('used_bytes')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).used_bytes
const trashOf = async (client: SignedIn) =>
  (await client.get('/api/browse/trash/all')).body.data.map((one: { id: string }) => one.id)
const found = async (client: SignedIn, text: string) =>
  (await client.get(`/api/browse/search?query=${text}`)).body.data.map((one: { id: string }) => one.id)
const restrict = (set: Record<string, 0 | 1>) =>
  holdall.services.db.updateTable('users').set(set).where('id', '=', owner.userId).execute()

test('can_view sees, downloads, searches, copies to the own files, and changes nothing', async () => {
  const inside = await folder(owner, 'inside', id)
  const { id: fileId } = await file(owner, 'report.txt', 'text', { parent_id: inside })
  const [entry] = (await viewer.get(`/api/browse/folders/${inside}`)).body.data
  expect((await viewer.get(entry.attributes.file_url)).raw.payload).toBe('text')
  // The address was made for the viewer.
  expect((await editor.get(entry.attributes.file_url)).body.code).toBe('not-found')
  expect((await viewer.get(`/api/zip?items=${inside}`)).status).toBe(200)
  expect((await viewer.get(`/api/zip?items=${id}`)).status).toBe(200)
  expect(await found(viewer, 'report')).toEqual([fileId])
  expect((await viewer.get('/api/search?query=report')).body.data).toMatchObject([
    { id: fileId, meta: { location: { id: inside, path: ['Team', 'inside'] } } },
  ])
  expect((await viewer.get(`/api/browse/search?query=report&parent_id=${id}`)).body.data).toHaveLength(1)
  const copied = await viewer.post('/api/copy', { items: [{ id: inside }], to_id: null })
  expect([copied.status, await names(viewer), await used(viewer), await used(owner)]).toEqual([200, ['inside'], 4, 4])

  const refused = [
    await viewer.post('/api/create-folder', { name: 'x', parent_id: id }),
    await viewer.patch(`/api/rename/${fileId}`, { name: 'x' }),
    await viewer.post('/api/move', { items: [{ id: fileId }], to_id: id }),
    await viewer.post('/api/move', { items: [{ id: fileId }], to_id: null }),
    await viewer.post('/api/copy', { items: [{ id: fileId }], to_id: id }),
    await viewer.post('/api/remove', { items: [{ id: fileId }] }),
    await put(viewer, 'x.txt', 'text', { parent_id: id }),
    await viewer.form('/api/upload', [
      ['name', 'x.txt'],
      ['parent_id', id],
      ['file', Buffer.from('x')],
    ]),
    await viewer.post('/api/upload/remote', { urls: ['https://files.example/a'], parent_id: id }),
    await viewer.post('/api/versions/restore', { items: [{ id: fileId, version: 1 }] }),
    await viewer.post('/api/share', { id: fileId }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'not-found'))
  expect(await names(owner, inside)).toEqual(['report.txt'])
})

test('can_edit adds, renames, moves and removes; bytes count for the owner, and what is removed is in the owner’s trash', async () => {
  const inside = await folder(editor, 'inside', id)
  const { id: fileId, attributes } = await file(editor, 'a.txt', '12345', { parent_id: id })
  expect(attributes.parent_id).toBe(id)
  expect([await used(owner), await used(editor)]).toEqual([5, 0])
  await editor.patch(`/api/rename/${fileId}`, { name: 'b.txt' })
  await editor.post('/api/move', { items: [{ id: fileId }], to_id: inside })
  expect(await names(viewer, inside)).toEqual(['b.txt'])
  await put(editor, 'b.txt', '1234567', { parent_id: inside, replace: 1 })
  await editor.post('/api/versions/restore', { items: [{ id: fileId, version: 1 }] })
  expect(await used(owner)).toBe(12)
  await editor.post('/api/remove', { items: [{ id: inside }] })
  expect([await trashOf(owner), await trashOf(editor), await names(viewer, id)]).toEqual([[inside], [], []])
  // Nothing is deleted for good by a member.
  expect((await editor.post('/api/remove', { items: [{ id: inside }] })).body.code).toBe('not-found')
  const other = await folder(editor, 'other', id)
  expect((await editor.post('/api/remove', { items: [{ id: other, force_delete: true }] })).body.code).toBe('not-found')
  expect((await editor.get(`/api/browse/trash/${inside}`)).body.code).toBe('not-found')
  expect((await owner.get('/api/browse/trash/all')).body.data).toMatchObject([
    { meta: { location: { id, path: ['Team'] } } },
  ])
  expect((await owner.delete('/api/trash/dump')).body.count).toBe(1)
  expect(await used(owner)).toBe(0)
})

test('a member who removed something undoes it, as long as the member may edit; what others removed stays', async () => {
  const { id: mine } = await file(editor, 'mine.txt', 'text', { parent_id: id })
  const { id: theirs } = await file(editor, 'theirs.txt', 'text', { parent_id: id })
  await editor.post('/api/remove', { items: [{ id: mine }] })
  await owner.post('/api/remove', { items: [{ id: theirs }] })
  const restore = (client: SignedIn, ...ids: string[]) =>
    client.post('/api/trash/restore', { items: ids.map((one) => ({ id: one })) })
  expect((await restore(viewer, mine)).body.code).toBe('not-found')
  expect((await restore(editor, theirs)).body.code).toBe('not-found')
  expect((await restore(editor, mine, theirs)).body.code).toBe('not-found')
  expect((await restore(editor, mine)).body.count).toBe(1)
  expect(await names(viewer, id)).toEqual(['mine.txt'])
  await editor.post('/api/remove', { items: [{ id: mine }] })
  await setMembers(owner, id, [{ id: editor.userId, permission: 'can_view' }])
  expect((await restore(editor, mine)).body.code).toBe('not-found')
  expect((await restore(owner, mine, theirs)).body.count).toBe(2)
})

test('moves stay with one owner: between the own files and the own team folders, links included', async () => {
  const box = await folder(owner, 'box')
  const { id: deep } = await file(owner, 'deep.txt', 'text', { parent_id: box })
  const token = await shareLink(owner, deep)
  expect((await owner.post('/api/move', { items: [{ id: box }], to_id: id })).status).toBe(200)
  expect([await names(owner), await names(viewer, id), await names(viewer, box)]).toEqual([[], ['box'], ['deep.txt']])
  expect(await found(viewer, 'deep')).toEqual([deep])
  expect((await holdall.visitor().get(`/api/sharing/file/${token}`)).status).toBe(200)
  const mine = await file(editor, 'mine.txt', 'text')
  for (const [items, to_id] of [
    [[{ id: mine.id }], id],
    [[{ id: box }], null],
  ] as const) {
    expect((await editor.post('/api/move', { items, to_id })).body.code).toBe('other-owner')
  }
  expect([await names(editor), await names(viewer, id)]).toEqual([['mine.txt'], ['box']])
  const second = await teamFolder(owner, 'Second')
  await owner.post('/api/move', { items: [{ id: box }], to_id: second })
  expect((await viewer.get(`/api/browse/folders/${box}`)).body.code).toBe('not-found')
  expect(await found(viewer, 'deep')).toEqual([])
  await owner.post('/api/move', { parent_id: second, all: true, except: [], to_id: null })
  expect([await names(owner), await names(owner, box)]).toEqual([['box'], ['deep.txt']])
})

test('entries of several spaces are removed and restored in one call', async () => {
  const { id: own } = await file(editor, 'own.txt')
  const { id: shared } = await file(editor, 'shared.txt', 'text', { parent_id: id })
  const items = [{ id: own }, { id: shared }]
  expect((await editor.post('/api/remove', { items })).body.count).toBe(2)
  expect([await trashOf(editor), await trashOf(owner)]).toEqual([[own], [shared]])
  expect((await editor.post('/api/trash/restore', { items })).body.count).toBe(2)
  expect([await names(editor), await names(editor, id)]).toEqual([['own.txt'], ['shared.txt']])
})

test('two members who rename the same file one after the other both succeed, and to a taken name it is numbered', async () => {
  const { id: fileId } = await file(owner, 'a.txt', 'text', { parent_id: id })
  await file(owner, 'taken.txt', 'text', { parent_id: id })
  const answers = await Promise.all([
    editor.patch(`/api/rename/${fileId}`, { name: 'by editor.txt' }),
    owner.patch(`/api/rename/${fileId}`, { name: 'by owner.txt' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await names(viewer, id)).toHaveLength(2)
  const both = await Promise.all([
    editor.post('/api/create-folder', { name: 'same', parent_id: id }),
    owner.post('/api/create-folder', { name: 'same', parent_id: id }),
  ])
  expect(new Set(both.map(({ body }) => body.data.attributes.name))).toEqual(new Set(['same', 'same (2)']))
})

test('the storage that counts is the owner’s, also where the member has none left', async () => {
  const poor = await holdall.signUp({ quota: 0 })
  const rich = await holdall.signUp({ quota: 10 + 3 * 1024 })
  const team = await teamFolder(rich)
  await join(rich, team, poor)
  expect((await put(poor, 'a.txt', '12345678', { parent_id: team })).status).toBe(201)
  const refused = await put(poor, 'b.txt', Buffer.alloc(2000, 1), { parent_id: team })
  const ofOwner = 'The owner of this team folder has no storage left. Ask them to free up space.'
  expect(refused.body).toMatchObject({ code: 'quota-exceeded', message: ofOwner })
  const form = await poor.form('/api/upload', [
    ['name', 'c.txt'],
    ['parent_id', team],
    ['file', Buffer.from('12')],
  ])
  const small: string = form.body.data.id
  const copy = async (toId: string | null) =>
    (await poor.post('/api/copy', { items: [{ id: small }], to_id: toId })).body
  expect(await copy(team)).toMatchObject({ code: 'quota-exceeded', message: ofOwner })
  expect(await copy(null)).toMatchObject({
    code: 'quota-exceeded',
    message: expect.stringMatching(/^Your storage is full\. Delete files/),
  })
  expect([await used(rich), await used(poor)]).toEqual([10, 0])
})

test('what an administrator has taken from the owner is taken from the members there, and nowhere else', async () => {
  const { id: fileId, attributes } = await file(editor, 'a.txt', 'text', { parent_id: id })
  const prepared = await editor.post('/api/zip', { items: [{ id }] })
  await restrict({ upload_restricted: 1, folder_restricted: 1, download_restricted: 1 })
  const refused = [
    await put(editor, 'b.txt', 'text', { parent_id: id }),
    await editor.post('/api/create-folder', { name: 'x', parent_id: id }),
    await editor.post('/api/copy', { items: [{ id: fileId }], to_id: id }),
    await editor.get(attributes.file_url),
    await editor.get(`/api/zip?items=${id}`),
    await editor.get(prepared.body.data.attributes.url),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'owner-restricted'))
  expect(refused[0]!.body.message).toBe('The owner’s account is limited. This isn’t available right now.')
  expect((await put(editor, 'own.txt', 'text')).status).toBe(201)
  expect(await names(editor, id)).toEqual(['a.txt'])
  await restrict({ upload_restricted: 0, folder_restricted: 0, download_restricted: 0 })
  expect((await editor.get(attributes.file_url)).status).toBe(200)
})

test('nothing is copied to another owner by, or from, somebody who may not download', async () => {
  const inside = await folder(owner, 'inside', id)
  await file(owner, 'a.txt', 'text', { parent_id: inside })
  const { id: mine } = await file(editor, 'mine.txt', 'text')
  const copy = (client: SignedIn, item: string, to_id: string | null) =>
    client.post('/api/copy', { items: [{ id: item }], to_id })
  await restrict({ download_restricted: 1 })
  expect((await copy(editor, inside, null)).body.code).toBe('owner-restricted')
  expect((await copy(viewer, inside, null)).body.code).toBe('owner-restricted')
  const all = { all: true, parent_id: inside, except: [], to_id: null }
  expect((await viewer.post('/api/copy', all)).body.code).toBe('owner-restricted')
  // They stay with their owner.
  expect((await copy(editor, inside, id)).status).toBe(200)
  expect((await copy(owner, inside, null)).status).toBe(200)
  expect([await names(editor), await names(viewer)]).toEqual([['mine.txt'], []])

  await restrict({ download_restricted: 0 })
  await holdall.services.db
    .updateTable('users')
    .set({ download_restricted: 1 })
    .where('id', '=', editor.userId)
    .execute()
  expect((await copy(editor, mine, id)).body.code).toBe('download-restricted')
  expect((await copy(editor, inside, null)).body.code).toBe('download-restricted')
  expect((await copy(editor, mine, null)).status).toBe(200)
  expect((await copy(viewer, inside, null)).status).toBe(200)
})

test('no folders appear in a team folder by an upload or a copy, where the owner may not create any', async () => {
  const own = await folder(editor, 'box')
  await restrict({ folder_restricted: 1 })
  const whole = (client: SignedIn, path: string) =>
    client.form('/api/upload', [
      ['name', 'a.txt'],
      ['path', path],
      ['parent_id', id],
      ['file', Buffer.from('text')],
    ])
  const refused = [
    await put(editor, 'a.txt', 'text', { parent_id: id, path: '/one/two/a.txt' }),
    await whole(editor, '/one/a.txt'),
    await editor.post('/api/copy', { items: [{ id: own }], to_id: id }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'owner-restricted'))
  expect([await names(editor, id), await names(editor)]).toEqual([[], ['box']])
  expect((await whole(editor, '/a.txt')).status).toBe(201)
  expect((await put(editor, 'a.txt', 'text', { path: '/one/a.txt' })).status).toBe(201)
  expect((await put(owner, 'b.txt', 'text', { parent_id: id, path: '/one/b.txt' })).body.code).toBe(
    'create-folder-restricted',
  )
})

describe('links', () => {
  const share = (client: SignedIn, entryId: string) => client.post('/api/share', { id: entryId })
  const linkOf = async (client: SignedIn, entryId: string) =>
    (await client.get(`/api/browse/folders/${id}`)).body.data.find((one: { id: string }) => one.id === entryId)
      .relationships.shared

  test('are made by can_edit only where the folder allows it; all members see them, the owner revokes each', async () => {
    const inside = await folder(owner, 'inside', id)
    expect((await share(editor, inside)).body.code).toBe('not-found')
    await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
    const { token } = (await share(editor, inside)).body.data.attributes
    expect((await linkOf(viewer, inside)).data.attributes.token).toBe(token)
    expect((await owner.get('/api/browse/share')).body.data).toMatchObject([{ id: inside }])
    expect((await viewer.patch(`/api/share/${token}`, { expiration: 1 })).body.code).toBe('not-found')
    expect((await viewer.delete('/api/share/revoke', { tokens: [token] })).body.code).toBe('not-found')
    expect((await editor.patch(`/api/share/${token}`, { expiration: 1 })).status).toBe(200)
    expect((await owner.delete('/api/share/revoke', { tokens: [token] })).body.count).toBe(1)
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).body.code).toBe('share-revoked')
    const own = (await share(owner, inside)).body.data.attributes.token
    expect((await editor.delete('/api/share/revoke', { tokens: [own] })).body.code).toBe('not-found')
    expect((await editor.patch(`/api/share/${own}`, { permission: 'editor' })).body.code).toBe('not-found')
  })

  test('are marked for those who may not change them, and it is told who may make further ones', async () => {
    await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
    const inside = await folder(owner, 'inside', id)
    await share(editor, inside)
    await share(owner, inside)
    const linksFor = async (client: SignedIn) => {
      const { data, meta } = (await client.get(`/api/share/entry/${inside}`)).body
      const readOnly = data.map((one: { attributes: { read_only?: boolean } }) => one.attributes.read_only ?? false)
      return { readOnly, canCreate: meta.can_create }
    }
    expect(await linksFor(owner)).toEqual({ readOnly: [false, false], canCreate: true })
    expect(await linksFor(editor)).toEqual({ readOnly: [false, true], canCreate: true })
    expect(await linksFor(viewer)).toEqual({ readOnly: [true, true], canCreate: false })
    expect((await linkOf(viewer, inside)).data.attributes.read_only).toBe(true)
    expect((await linkOf(owner, inside)).data.attributes).not.toHaveProperty('read_only')
    await owner.patch(`/api/teams/folders/${id}`, { members_can_share: false })
    expect((await linksFor(editor)).canCreate).toBe(false)
  })

  test('that allow editing are shown to no member with can_view, in no list', async () => {
    const inside = await folder(owner, 'inside', id)
    const editing = await owner.post('/api/share', { id: inside, permission: 'editor' })
    const { token } = editing.body.data.attributes
    const listed = async (client: SignedIn) =>
      (await client.get(`/api/share/entry/${inside}`)).body.data.map(
        (one: { attributes: { token: string } }) => one.attributes.token,
      )
    expect([await listed(owner), await listed(editor), await listed(viewer)]).toEqual([[token], [token], []])
    expect([(await linkOf(editor, inside)).data.attributes.token, await linkOf(viewer, inside)]).toEqual([token, null])
    const viewing = (await share(owner, inside)).body.data.attributes.token
    expect(await listed(viewer)).toEqual([viewing])
    expect((await linkOf(editor, inside)).meta.total).toBe(2)
    expect(await linkOf(viewer, inside)).toMatchObject({ data: { attributes: { token: viewing } }, meta: { total: 1 } })
    // The team folder itself is in lists of its own.
    const ofRoot = (await owner.post('/api/share', { id, permission: 'editor' })).body.data.attributes.token
    const paths = [
      '/api/teams/shared-with-me/all',
      `/api/teams/shared-with-me/${id}`,
      `/api/browse/folders/${id}`,
      '/api/search?query=inside',
      '/api/browse/search?query=team',
      '/api/user',
    ]
    await viewer.post('/api/favourites', { ids: [id, inside] })
    for (const path of paths) {
      const { status, raw } = await viewer.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(raw.payload).not.toContain(token)
      expect(raw.payload).not.toContain(ofRoot)
    }
    await setMembers(owner, id, [{ id: viewer.userId, permission: 'can_edit' }])
    expect(await listed(viewer)).toEqual([token, viewing])
  })

  test.each(['removed', 'reduced to can_view', 'gone by leaving'] as const)(
    'of a member who is %s end, those of the owner stay',
    async (how) => {
      await owner.patch(`/api/teams/folders/${id}`, { members_can_share: true })
      const [one, two] = [await folder(owner, 'one', id), await folder(owner, 'two', id)]
      const mine = (await share(editor, one)).body.data.attributes.token
      const own = (await share(owner, two)).body.data.attributes.token
      if (how === 'removed') await setMembers(owner, id, [])
      else if (how === 'gone by leaving') await editor.delete(`/api/teams/folders/${id}/leave`)
      else await setMembers(owner, id, [{ id: editor.userId, permission: 'can_view' }])
      expect((await holdall.visitor().get(`/api/sharing/${mine}`)).body.code).toBe('share-revoked')
      expect((await holdall.visitor().get(`/api/sharing/${own}`)).status).toBe(200)
    },
  )
})

test('favourites hold team folders and folders in them, until the membership ends', async () => {
  const inside = await folder(owner, 'inside', id)
  expect((await viewer.post('/api/favourites', { ids: [id, inside] })).body.count).toBe(2)
  const favourites = async () =>
    (await viewer.get('/api/user')).body.data.relationships.favourites.data.map((one: { id: string }) => one.id)
  expect(await favourites()).toEqual([id, inside])
  await setMembers(owner, id, [])
  expect(await favourites()).toEqual([])
  await join(owner, id, viewer, 'can_view')
  expect(await favourites()).toEqual([])
  // Nor does a favorite name what the owner has taken out of the team folder.
  await viewer.post('/api/favourites', { ids: [id, inside] })
  await owner.post('/api/move', { items: [{ id: inside }], to_id: null })
  expect(await favourites()).toEqual([id])
})

test('a home stays private: a member sees nothing of the owner’s other files', async () => {
  const secret = await folder(owner, 'secret')
  const home = await homeOf(holdall.services.db, owner.userId)
  for (const other of [secret, home.root_id]) {
    expect((await editor.get(`/api/browse/folders/${other}`)).body.code).toBe('not-found')
  }
  expect(await found(editor, 'secret')).toEqual([])
  expect(
    (await editor.post('/api/move', { items: [{ id: await folder(editor, 'x', id) }], to_id: secret })).body.code,
  ).toBe('not-found')
})
