import { randomUUID } from 'node:crypto'
import { MAX_TOLD } from '../../infrastructure/db/recorded-activity.ts'
import { trimActivities } from '../../infrastructure/activity/activity-writer.store.ts'
import { day } from '../../infrastructure/clock.ts'
import type { Client } from '../../testing/client.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { invite, join, setMembers, teamFolder, teamScene } from '../../testing/team-requests.ts'
import { purgeTrash } from '../trash/trash-service.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

interface Told {
  readonly attributes: Readonly<Record<string, unknown>> & {
    readonly kind: string
    readonly count: number
    readonly item: { readonly id: string; readonly name: string; readonly opens: string | null } | null
    readonly folder: { readonly id: string; readonly name: string | null } | null
    readonly from_folder: { readonly id: string; readonly name: string | null } | null
  }
  readonly relationships: {
    readonly actor: { readonly data: { readonly type: string; readonly user: { readonly name: string } | null } }
    readonly member: { readonly data: { readonly name: string } } | null
  }
}

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ name: 'Ann' })))

async function activity(client: Client, id = '', query = ''): Promise<Told[]> {
  const { status, body } = await client.get(`/api/activity${id && `/${id}`}${query}`)
  if (status !== 200) throw new Error(`activity answered ${status}`)
  return body.data
}

/** Who did what, with which name, where; the oldest first. */
const lines = (told: readonly Told[]) =>
  told
    .map(({ attributes: { kind, item, count, folder: at }, relationships: { actor } }) =>
      [actor.data.user?.name ?? actor.data.type, kind, item?.name ?? count, ...(at ? [at.name ?? 'top'] : [])].join(
        ' ',
      ),
    )
    .toReversed()

test('is refused without a session, and for an entry of somebody else as for an unknown one', async () => {
  const id = await folder(ann, 'a')
  expect((await holdall.visitor().get('/api/activity')).status).toBe(401)
  expect((await holdall.visitor().get(`/api/activity/${id}`)).status).toBe(401)
  const bob = await holdall.signUp()
  expect((await bob.get(`/api/activity/${id}`)).status).toBe(404)
  expect((await bob.get(`/api/activity/${randomUUID()}`)).status).toBe(404)
  expect(await activity(bob)).toEqual([])
})

test('tells what was done to a file, with the names of that time, and where it can be found', async () => {
  const there = await folder(ann, 'there')
  const { id } = await file(ann, 'a.txt')
  await ann.patch(`/api/rename/${id}`, { name: 'b.txt' })
  await ann.post('/api/move', { items: [{ id }], to_id: there })
  await file(ann, 'b.txt', 'other bytes', { parent_id: there, replace: 1 })
  await ann.post('/api/copy', { items: [{ id }], to_id: null })
  const token = await shareLink(ann, id)
  await ann.patch(`/api/share/${token}`, { name: 'x' })
  await ann.delete('/api/share/revoke', { tokens: [token] })
  await ann.post('/api/remove', { items: [{ id }] })
  await ann.post('/api/trash/restore', { items: [{ id }] })
  await ann.patch(`/api/rename/${there}`, { name: 'elsewhere' })
  const told = await activity(ann, id)
  expect(lines(told)).toEqual([
    'Ann uploaded a.txt top',
    'Ann renamed b.txt top',
    'Ann moved b.txt there',
    'Ann replaced b.txt there',
    'Ann link-created b.txt there',
    'Ann link-changed b.txt there',
    'Ann link-revoked b.txt there',
    'Ann trashed b.txt there',
    'Ann restored b.txt there',
  ])
  expect(told.find(({ attributes }) => attributes.kind === 'renamed')?.attributes).toMatchObject({
    previous_name: 'a.txt',
  })
  expect(told.find(({ attributes }) => attributes.kind === 'moved')?.attributes).toMatchObject({
    item: { id, opens: there },
    from_folder: { id: 'all', name: null },
  })
  expect(lines(await activity(ann))).toContain('Ann copied b.txt top')
})

test('a folder tells what happened directly in it', async () => {
  const top = await folder(ann, 'top')
  const inside = await folder(ann, 'inside', top)
  const { id } = await file(ann, 'deep.txt', 'text', { parent_id: inside })
  await ann.post('/api/move', { items: [{ id }], to_id: top })
  expect(lines(await activity(ann, top))).toEqual([
    'Ann created top top',
    'Ann created inside top',
    'Ann moved deep.txt top',
  ])
  expect(lines(await activity(ann, inside))).toEqual([
    'Ann created inside top',
    'Ann uploaded deep.txt inside',
    'Ann moved deep.txt top',
  ])
  expect(lines(await activity(ann, 'all'))).toEqual(['Ann created top top'])
})

test('nothing is told of what was refused, or of a color', async () => {
  const id = await folder(ann, 'a')
  const other = await folder(ann, 'b')
  await ann.post('/api/move', { items: [{ id }, { id: randomUUID() }], to_id: other })
  await ann.post('/api/move', { items: [{ id }], to_id: id })
  await ann.patch(`/api/rename/${id}`, { name: 'a', color: 'red' })
  expect(lines(await activity(ann, id))).toEqual(['Ann created a top'])
})

test(`more than ${MAX_TOLD} entries at once are told as a number, in the folders that they were in`, async () => {
  const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
  for (let n = 0; n <= MAX_TOLD; n++) await folder(ann, `f${n}`, from)
  const count = MAX_TOLD + 1
  const { body } = await ann.get(`/api/browse/folders/${from}?per_page=200`)
  const one = body.data[0].id as string
  await ann.post('/api/copy', { all: true, except: [], parent_id: from, to_id: await folder(ann, 'copies') })
  await ann.post('/api/move', { all: true, except: [], parent_id: from, to_id: to })
  await ann.post('/api/remove', { all: true, except: [], parent_id: to })
  await ann.delete('/api/trash/dump')
  expect(lines(await activity(ann)).slice(-4)).toEqual([
    `Ann copied ${count} copies`,
    `Ann moved ${count} to`,
    `Ann trashed ${count} to`,
    `Ann deleted ${count}`,
  ])
  expect(lines(await activity(ann, from)).at(-1)).toBe(`Ann moved ${count} to`)
  expect((await ann.get(`/api/activity/${one}`)).status).toBe(404)
})

test('what was deleted for good stays in the list of the account, and cannot be opened', async () => {
  const { id } = await file(ann, 'a.txt')
  await ann.post('/api/remove', { items: [{ id }] })
  expect(lines(await activity(ann, id)).at(-1)).toBe('Ann trashed a.txt top')
  await ann.post('/api/remove', { items: [{ id }] })
  const [deleted] = await activity(ann)
  expect(deleted?.attributes).toMatchObject({ kind: 'deleted', item: { name: 'a.txt', opens: null }, folder: null })
  expect((await ann.get(`/api/activity/${id}`)).status).toBe(404)
})

test('what the job of the trash deletes is told as done by the system', async () => {
  const { id } = await file(ann, 'a.txt')
  await ann.post('/api/remove', { items: [{ id }] })
  const { db, clock } = holdall.services
  await db
    .updateTable('entries')
    .set({ trashed_at: clock.now() - 31 * day })
    .where('id', '=', id)
    .execute()
  await purgeTrash(holdall.services)
  expect(lines(await activity(ann)).at(-1)).toBe('system deleted a.txt')
})

test('visitors of a link and of an upload request are told as such', async () => {
  const shared = await folder(ann, 'shared')
  const token = await shareLink(ann, shared, { permission: 'editor' })
  const visitor = holdall.visitor('203.0.113.77')
  await visitor.post(`/api/sharing/create-folder/${token}`, { name: 'new', parent_id: shared })
  expect(lines(await activity(ann, shared)).at(-1)).toBe('link created new shared')
  const request = (await ann.post('/api/file-request', {})).body.data.attributes.token as string
  await visitor.form(`/api/file-request/${request}/upload`, [
    ['name', 'sent.txt'] as const,
    ['file', Buffer.from('sent')] as const,
  ])
  const told = await activity(ann)
  expect(lines(told).at(-1)).toMatch(/^upload-request uploaded sent.txt /)
  expect(JSON.stringify(told)).not.toContain('203.0.113')
})

test('members see what happened in their team folder, and nothing from before or elsewhere', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  const secret = await folder(owner, 'secret plans')
  const moved = await folder(owner, 'moved in', secret)
  await owner.patch(`/api/rename/${moved}`, { name: 'renamed at home' })
  await owner.post('/api/move', { items: [{ id: moved }], to_id: id })
  await editor.patch(`/api/rename/${moved}`, { name: 'renamed here' })
  const [ownerName, editorName] = [await nameOf(owner), await nameOf(editor)]
  const seen = await activity(viewer, moved)
  expect(lines(seen)).toEqual([`${ownerName} moved renamed at home Team`, `${editorName} renamed renamed here Team`])
  expect(seen.at(-1)?.attributes.from_folder).toBeNull()
  expect(JSON.stringify(await activity(viewer, id))).not.toMatch(/secret/)
  expect(lines(await activity(owner, moved))).toHaveLength(4)
  // Moved out again, what happens there is not told to members.
  await owner.post('/api/move', { items: [{ id: moved }], to_id: secret })
  const [out] = await activity(viewer, id)
  expect(out?.attributes).toMatchObject({ kind: 'moved', folder: null, from_folder: { id, name: 'Team' } })
  expect((await viewer.get(`/api/activity/${moved}`)).status).toBe(404)
})

test('a member has the own activities elsewhere in the list of the account', async () => {
  const { owner, editor, id } = await teamScene(holdall)
  await folder(editor, 'by the editor', id)
  await folder(owner, 'by the owner', id)
  const told = lines(await activity(editor))
  expect(told.at(-1)).toMatch(/created by the editor Team$/)
  expect(told.join()).not.toContain('by the owner')
  expect(
    lines(await activity(owner))
      .slice(-2)
      .join(),
  ).toMatch(/by the editor.*by the owner/)
})

test('tells who was invited, joined, got another permission, left and was removed; addresses to the owner only', async () => {
  const [bob, cass] = [await holdall.signUp({ name: 'Bob' }), await holdall.signUp({ name: 'Cass' })]
  const id = await teamFolder(ann)
  await join(ann, id, bob)
  await join(ann, id, cass)
  await setMembers(ann, id, [
    { id: bob.userId, permission: 'can_view' },
    { id: cass.userId, permission: 'can_edit' },
  ])
  await bob.delete(`/api/teams/folders/${id}/leave`)
  await invite(ann, id, 'eve@example.com')
  await ann.patch(`/api/teams/folders/${id}`, { invitations: [] })
  const told = await activity(ann, id)
  const kinds = told.map(({ attributes }) => attributes.kind).toReversed()
  expect(kinds).toEqual(expect.arrayContaining(['created', 'member-invited', 'member-joined', 'member-changed']))
  expect(told.find(({ attributes }) => attributes.kind === 'member-changed')).toMatchObject({
    attributes: { permission: 'can_view' },
    relationships: { member: { data: { name: 'Bob' } } },
  })
  expect(JSON.stringify(told)).toContain('eve@example.com')
  const seen = JSON.stringify(await activity(cass, id))
  expect(seen).toContain('Bob')
  expect(seen).not.toMatch(/@example|invit/)
  await setMembers(ann, id, [])
  expect(lines(await activity(ann, id)).at(-1)).toBe('Ann member-removed Team')
  expect((await cass.get(`/api/activity/${id}`)).status).toBe(404)
})

test('members and invitations are told one by one, however many they are', async () => {
  const emails = Array.from({ length: MAX_TOLD + 1 }, (_, n) => `p${n}@example.com`)
  const invitations = emails.map((email) => ({ email, permission: 'can_view' }))
  const { body } = await ann.post('/api/teams/folders', { name: 'Many', invitations })
  const told = await activity(ann, body.data.id, '?per_page=100')
  const invited = told.filter(({ attributes }) => attributes.kind === 'member-invited')
  expect(invited.map(({ attributes: { count, email } }) => `${count} ${String(email)}`).toSorted()).toEqual(
    emails.map((email) => `1 ${email}`).toSorted(),
  )
})

test('a declined invitation is told to the owner and to who declined', async () => {
  const dora = await holdall.signUp({ name: 'Dora' })
  const id = await teamFolder(ann)
  const invitation = await invite(ann, id, dora.email)
  await dora.delete(`/api/teams/invitations/${invitation}`)
  expect(lines(await activity(ann)).at(-1)).toBe('Dora invitation-declined Team')
  const [own] = await activity(dora)
  expect(own?.attributes).toMatchObject({ kind: 'invitation-declined', email: dora.email, item: { opens: null } })
})

test('converting and dissolving a team folder are told', async () => {
  const id = await folder(ann, 'plans')
  await ann.post(`/api/teams/folders/${id}/convert`, { invitations: [] })
  await ann.delete(`/api/teams/folders/${id}`)
  const kinds = (await activity(ann, id)).map(({ attributes }) => attributes.kind)
  expect(kinds).toEqual(['team-dissolved', 'team-converted', 'created'])
})

test('is deleted after the days of the setting, and a page further back is empty', async () => {
  const id = await folder(ann, 'old')
  // Sessions last less long than the default.
  await holdall.services.settings.set('activity.days', 2)
  holdall.clock.advance(3 * day)
  await folder(ann, 'new')
  await holdall.services.jobs.runDue()
  expect(lines(await activity(ann))).toEqual(['Ann created new top'])
  expect(await activity(ann, id)).toEqual([])
  expect(await activity(ann, '', '?page=2')).toEqual([])
})

test('an account keeps its newest activities', async () => {
  for (const name of ['a', 'b', 'c']) await folder(ann, name)
  await trimActivities(holdall.services.db, ann.userId, { all: 2, byVisitors: 1, byLink: 1 })
  expect(lines(await activity(ann))).toEqual(['Ann created b top', 'Ann created c top'])
})

async function nameOf(user: SignedIn): Promise<string> {
  return (await user.get('/api/user')).body.data.attributes.name
}
