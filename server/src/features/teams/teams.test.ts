import { expectCountersToMatchRows, file, folder, names, shareLink } from '../../testing/file-requests.ts'
import { invite, join, setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp({ name: 'Ann' })
  bob = await holdall.signUp({ name: 'Bob' })
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const unknown = '01890000-0000-7000-8000-000000000000'
const entryNames = (body: { data: { attributes: { name: string } }[] }) => body.data.map((one) => one.attributes.name)
const restrict = ({ userId }: SignedIn, set: Record<string, 0 | 1>) =>
  holdall.services.db.updateTable('users').set(set).where('id', '=', userId).execute()

test('are refused to strangers, and to members what is the owner’s', async () => {
  const { editor, viewer, id } = await teamScene(holdall)
  const inside = await folder(editor, 'inside', id)
  for (const client of [bob, editor, viewer]) {
    for (const target of [id, inside, unknown]) {
      expect((await client.patch(`/api/teams/folders/${target}`, { name: 'x' })).body.code).toBe('not-found')
      expect((await client.delete(`/api/teams/folders/${target}`)).body.code).toBe('not-found')
      expect((await client.post(`/api/teams/folders/${target}/convert`, { invitations: [] })).body.code).toBe(
        'not-found',
      )
    }
  }
  expect((await bob.delete(`/api/teams/folders/${id}/leave`)).body.code).toBe('not-found')
  expect((await bob.get(`/api/teams/folders/${id}`)).body.code).toBe('not-found')
  expect((await bob.get(`/api/teams/shared-with-me/${id}`)).body.code).toBe('not-found')
  expect((await bob.get(`/api/teams/folders/${id}/tree`)).body.code).toBe('not-found')
  expect((await holdall.visitor().post('/api/teams/folders', { name: 'x', invitations: [] })).status).toBe(401)
})

test('a team folder is listed for its owner, and for members as shared with them, with members and permission', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  await invite(owner, id, 'new@example.com', 'can_view')
  const { body } = await owner.get('/api/teams/folders/all')
  expect(body.meta).toMatchObject({ root: null, teamFolder: null, ancestors: [], totals: { folders: 1, files: 0 } })
  expect(body.meta.paginate).toEqual({ currentPage: 1, lastPage: 1, perPage: 50, from: 1, to: 1, total: 1 })
  const [entry] = body.data
  expect(entry).toMatchObject({
    id,
    type: 'folder',
    attributes: { name: 'Team', parent_id: null, isTeamFolder: true, permission: 'owner', members_can_share: false },
  })
  expect(entry.relationships.members.data).toMatchObject([
    { id: owner.userId, type: 'member', attributes: { email: owner.email, permission: 'owner', avatar: null } },
    { id: editor.userId, attributes: { permission: 'can_edit' } },
    { id: viewer.userId, attributes: { permission: 'can_view' } },
  ])
  expect(entry.relationships.invitations.data).toMatchObject([
    { type: 'invitation', attributes: { email: 'new@example.com', permission: 'can_view', status: 'pending' } },
  ])
  expect((await owner.get('/api/teams/shared-with-me/all')).body.data).toEqual([])
  for (const [member, permission] of [
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ] as const) {
    const shared = (await member.get('/api/teams/shared-with-me/all')).body.data
    expect(shared).toMatchObject([{ id, attributes: { permission } }])
    // Only the owner sees who was invited.
    expect(shared[0].relationships.invitations).toBeUndefined()
    expect((await member.get('/api/teams/folders/all')).body.data).toEqual([])
    expect((await member.get(`/api/teams/folders/${id}`)).body.code).toBe('not-found')
  }
  expect((await owner.get(`/api/teams/shared-with-me/${id}`)).body.code).toBe('not-found')
})

test('a folder of a team folder is listed with the team folder, its ancestors and a tree', async () => {
  const { owner, viewer, id } = await teamScene(holdall)
  const a = await folder(owner, 'a', id)
  const b = await folder(owner, 'b', a)
  await file(owner, 'x.txt', 'text', { parent_id: b })
  const { body } = await viewer.get(`/api/teams/shared-with-me/${b}?sort=name&direction=ASC&page=1`)
  expect(entryNames(body)).toEqual(['x.txt'])
  expect(body.data[0].attributes.parent_id).toBe(b)
  expect(body.meta).toMatchObject({
    root: { data: { id: b, attributes: { parent_id: a } } },
    teamFolder: { data: { id, attributes: { permission: 'can_view' } } },
    ancestors: [
      { id, name: 'Team' },
      { id: a, name: 'a' },
    ],
  })
  const top = (await owner.get(`/api/teams/folders/${id}`)).body
  expect(top.data).toMatchObject([{ id: a, attributes: { parent_id: id } }])
  expect(top.meta).toMatchObject({ root: { data: { id } }, ancestors: [], teamFolder: { data: { id } } })
  expect((await viewer.get(`/api/browse/folders/${b}`)).body.meta.ancestors).toEqual(body.meta.ancestors)
  const tree = (await viewer.get(`/api/teams/folders/${id}/tree?depth=all`)).body.data
  expect(tree).toMatchObject([{ id: a, name: 'a', parent_id: id, folders: [{ id: b, parent_id: a }] }])
  // A folder of the home is none.
  const own = await folder(owner, 'own')
  expect((await owner.get(`/api/teams/folders/${own}`)).body.code).toBe('not-found')
  expect((await owner.get(`/api/teams/folders/${own}/tree`)).body.code).toBe('not-found')
})

test('lists are sorted and paged', async () => {
  for (const name of ['b', 'a', 'c']) await teamFolder(ann, name)
  const of = async (query: string) => entryNames((await ann.get(`/api/teams/folders/all?${query}`)).body)
  expect(await of('sort=name')).toEqual(['a', 'b', 'c'])
  expect(await of('sort=name&direction=DESC&per_page=2')).toEqual(['c', 'b'])
  expect(await of('sort=size&per_page=2&page=2')).toHaveLength(1)
  expect(await of('page=9')).toEqual([])
})

test('has the name, look and settings that its owner chooses', async () => {
  const id = await teamFolder(ann, '  Team ', { emoji: '🎉', color: 'red', members_can_share: true })
  const changed = await ann.patch(`/api/teams/folders/${id}`, { name: 'Crew', emoji: null, members_can_share: false })
  expect(changed.body.data.attributes).toMatchObject({
    name: 'Crew',
    emoji: null,
    color: 'red',
    members_can_share: false,
  })
  expect((await ann.patch(`/api/teams/folders/${id}`, { name: 'a/b' })).body.code).toBe('bad-name')
  expect((await ann.post('/api/teams/folders', { name: '..', invitations: [] })).body.code).toBe('bad-name')
  expect((await ann.post('/api/teams/folders', { name: 'x' })).body.code).toBe('validation')
  const own = { name: 'x', invitations: [{ email: ann.email, permission: 'can_edit' }] }
  expect((await ann.post('/api/teams/folders', own)).body.errors).toHaveProperty('invitations')
  expect(entryNames((await ann.get('/api/teams/folders/all')).body)).toEqual(['Crew'])
})

test('an owner changes permissions, removes members and withdraws invitations by what is left out', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  const invitation = await invite(owner, id, bob.email)
  const swapped = await setMembers(owner, id, [
    { id: editor.userId, permission: 'can_view' },
    { id: viewer.userId, permission: 'can_edit' },
    // Nobody becomes a member without accepting an invitation.
    { id: ann.userId, permission: 'can_edit' },
  ])
  expect(swapped.body.data.relationships.members.data).toMatchObject([
    { id: owner.userId },
    { id: editor.userId, attributes: { permission: 'can_view' } },
    { id: viewer.userId, attributes: { permission: 'can_edit' } },
  ])
  expect(swapped.body.data.relationships.invitations.data).toHaveLength(1)
  expect((await editor.post('/api/create-folder', { name: 'x', parent_id: id })).body.code).toBe('not-found')
  expect((await viewer.post('/api/create-folder', { name: 'x', parent_id: id })).status).toBe(201)
  const left = await owner.patch(`/api/teams/folders/${id}`, { members: [], invitations: [] })
  expect(left.body.data.relationships).toMatchObject({
    members: { data: [{ id: owner.userId }] },
    invitations: { data: [] },
  })
  expect((await viewer.get(`/api/browse/folders/${id}`)).body.code).toBe('not-found')
  expect((await bob.get(`/api/teams/invitations/${invitation}`)).body.code).toBe('invitation-ended')
})

describe('converting', () => {
  test('keeps ids, content, trash and links of a folder, which leaves the own files', async () => {
    const above = await folder(ann, 'above')
    const id = await folder(ann, 'shared', above)
    const inner = await folder(ann, 'inner', id)
    const { id: deep } = await file(ann, 'deep.txt', 'text', { parent_id: inner })
    const gone = await file(ann, 'gone.txt', 'text', { parent_id: id })
    await ann.post('/api/remove', { items: [{ id: gone.id }] })
    const token = await shareLink(ann, id)
    const inside = await shareLink(ann, deep)

    const { status, body } = await ann.post(`/api/teams/folders/${id}/convert`, {
      invitations: [{ email: bob.email, permission: 'can_edit', type: 'invitation' }],
    })
    expect([status, body.data.id, body.data.attributes.isTeamFolder]).toEqual([200, id, true])
    // Existing links stay, and are listed.
    expect(body.data.relationships.shared.data.attributes.token).toBe(token)
    const listed = (await ann.get('/api/browse/share')).body.data as { id: string }[]
    expect(new Set(listed.map((one) => one.id))).toEqual(new Set([id, deep]))
    expect((await holdall.visitor().get(`/api/sharing/folders/all/${token}`)).body.data).toHaveLength(1)
    expect((await holdall.visitor().get(`/api/sharing/file/${inside}`)).status).toBe(200)
    expect(await names(ann, above)).toEqual([])
    expect(await names(ann, id)).toEqual(['inner'])
    expect(await names(ann, inner)).toEqual(['deep.txt'])
    expect(entryNames((await ann.get('/api/browse/trash/all')).body)).toEqual(['gone.txt'])
    await ann.post('/api/trash/restore', { items: [{ id: gone.id }] })
    expect(await names(ann, id)).toEqual(['inner', 'gone.txt'])
  })

  test('is refused inside of a team folder and of one', async () => {
    const id = await teamFolder(ann)
    const inner = await folder(ann, 'inner', id)
    expect((await ann.post(`/api/teams/folders/${inner}/convert`, { invitations: [] })).body.code).toBe('team-in-team')
    expect((await ann.post(`/api/teams/folders/${id}/convert`, { invitations: [] })).body.code).toBe('not-found')
  })

  test('a team folder cannot come to be in another folder', async () => {
    const [id, other] = [await teamFolder(ann), await teamFolder(ann, 'Other')]
    for (const to_id of [null, other, await folder(ann, 'own')]) {
      expect((await ann.post('/api/move', { items: [{ id }], to_id })).body.code).toBe('not-found')
    }
    expect((await ann.post('/api/remove', { items: [{ id }] })).body.code).toBe('not-found')
    expect((await ann.post('/api/remove', { items: [{ id, force_delete: true }] })).body.code).toBe('not-found')
  })
})

describe('dissolving', () => {
  test('moves everything to the own files, with its links, and destroys nothing', async () => {
    const { owner, editor, id } = await teamScene(holdall)
    await folder(owner, 'Team')
    const kept = await file(editor, 'kept.txt', 'text', { parent_id: id })
    const gone = await file(editor, 'gone.txt', 'text', { parent_id: id })
    await editor.post('/api/remove', { items: [{ id: gone.id }] })
    const token = await shareLink(owner, id)
    const { status, body } = await owner.delete(`/api/teams/folders/${id}`)
    expect([status, body.data.id, body.data.attributes.name]).toEqual([200, id, 'Team (2)'])
    expect(body.data.attributes.isTeamFolder).toBeUndefined()
    expect(await names(owner)).toEqual(['Team', 'Team (2)'])
    expect(await names(owner, id)).toEqual(['kept.txt'])
    await owner.post('/api/trash/restore', { items: [{ id: gone.id }] })
    expect(await names(owner, id)).toEqual(['gone.txt', 'kept.txt'])
    expect((await holdall.visitor().get(`/api/sharing/${token}`)).status).toBe(200)
    expect((await owner.get('/api/teams/folders/all')).body.data).toEqual([])
    expect((await editor.get('/api/teams/shared-with-me/all')).body.data).toEqual([])
    expect((await editor.get(kept.attributes.file_url)).body.code).toBe('not-found')
    // A second time, and by somebody who was a member.
    expect((await owner.delete(`/api/teams/folders/${id}`)).body.code).toBe('not-found')
    expect((await editor.delete(`/api/teams/folders/${id}/leave`)).body.code).toBe('not-found')
  })
})

test('leaving ends the own membership only; an owner cannot leave', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  expect((await owner.delete(`/api/teams/folders/${id}/leave`)).body.code).toBe('not-found')
  expect((await viewer.delete(`/api/teams/folders/${id}/leave`)).body).toEqual({
    message: 'You left the team folder.',
    count: 1,
  })
  expect((await viewer.delete(`/api/teams/folders/${id}/leave`)).body.code).toBe('not-found')
  expect((await viewer.get('/api/teams/shared-with-me/all')).body.data).toEqual([])
  expect((await editor.get('/api/teams/shared-with-me/all')).body.data).toHaveLength(1)
})

describe('limits', () => {
  const maxMembers = (total: number | null) => holdall.services.settings.set('teams.max_members', total)
  const subscriptions = (type: 'fixed' | 'metered' | 'none') => holdall.services.settings.set('subscription.type', type)
  afterEach(async () => {
    await maxMembers(null)
    await subscriptions('none')
  })

  test.each(['metered', 'none'] as const)('there is no limit of people with the subscription type %s', async (type) => {
    await subscriptions(type)
    await maxMembers(0)
    expect((await ann.get('/api/user')).body.data.meta.limitations.max_team_members).toMatchObject({
      total: -1,
      percentage: 0,
    })
    await invite(ann, await teamFolder(ann), 'new@example.com')
  })

  test('the number of people is refused where it is reached and the address is new; the account shows both', async () => {
    await subscriptions('fixed')
    await maxMembers(2)
    const [one, two] = [await teamFolder(ann), await teamFolder(ann, 'Two')]
    await join(ann, one, bob)
    await invite(ann, one, 'new@example.com')
    // Known addresses count once, whatever the folder.
    await invite(ann, two, bob.email)
    const { limitations, allowed_emails: allowedEmails } = (await ann.get('/api/user')).body.data.meta
    expect(limitations.max_team_members).toEqual({
      use: 2,
      total: 2,
      percentage: 100,
    })
    expect(allowedEmails).toEqual(['new@example.com', bob.email].toSorted())
    const more = { invitations: [{ email: 'third@example.com', permission: 'can_view' }] }
    expect((await ann.patch(`/api/teams/folders/${two}`, more)).body.code).toBe('member-limit')
    expect((await ann.post('/api/teams/folders', { name: 'x', ...more })).body.code).toBe('member-limit')
    expect((await ann.get('/api/teams/folders/all')).body.data).toHaveLength(2)
    await maxMembers(null)
    expect((await ann.get('/api/user')).body.data.meta.limitations.max_team_members.total).toBe(-1)
    expect((await ann.patch(`/api/teams/folders/${two}`, more)).status).toBe(200)
  })

  test('a team folder has at most 200 members and invitations', async () => {
    const invitations = Array.from({ length: 200 }, (_, n) => ({ email: `p${n}@example.com`, permission: 'can_view' }))
    const id = await teamFolder(ann)
    await join(ann, id, bob)
    expect((await ann.patch(`/api/teams/folders/${id}`, { invitations })).body.code).toBe('too-many-members')
    expect((await ann.patch(`/api/teams/folders/${id}`, { invitations: invitations.slice(1) })).status).toBe(200)
    const tooLong = [...invitations, { email: 'more@example.com', permission: 'can_view' }]
    expect((await ann.patch(`/api/teams/folders/${id}`, { invitations: tooLong })).body.code).toBe('validation')
  })

  test('an account has at most a hundred team folders', async () => {
    const { db, ids } = holdall.services
    const spaces = Array.from({ length: 100 }, () => ({
      id: ids.next(),
      kind: 'team' as const,
      owner_id: ann.userId,
      root_id: ids.next(),
    }))
    await db.insertInto('spaces').values(spaces).execute()
    const own = await folder(ann, 'own')
    expect((await ann.post('/api/teams/folders', { name: 'x', invitations: [] })).body.code).toBe(
      'too-many-team-folders',
    )
    expect((await ann.post(`/api/teams/folders/${own}/convert`, { invitations: [] })).body.code).toBe(
      'too-many-team-folders',
    )
    expect(await names(ann)).toEqual(['own'])
  })

  test('an account from which an administrator took it makes no team folders, or invites nobody', async () => {
    const id = await teamFolder(ann)
    const own = await folder(ann, 'own')
    await restrict(ann, { team_folder_restricted: 1 })
    expect((await ann.post('/api/teams/folders', { name: 'x', invitations: [] })).body.code).toBe(
      'create-team-folder-restricted',
    )
    expect((await ann.post(`/api/teams/folders/${own}/convert`, { invitations: [] })).body.code).toBe(
      'create-team-folder-restricted',
    )
    await restrict(ann, { team_folder_restricted: 0, invitation_restricted: 1 })
    const invitations = [{ email: bob.email, permission: 'can_view' }]
    expect((await ann.patch(`/api/teams/folders/${id}`, { invitations })).body.code).toBe('invite-restricted')
    expect((await ann.post('/api/teams/folders', { name: 'x', invitations })).body.code).toBe('invite-restricted')
    expect((await ann.post('/api/teams/folders', { name: 'x', invitations: [] })).status).toBe(201)
  })
})
