import { accept, invite, join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** As a confirmed change leaves the address. */
const changeAddress = (user: SignedIn, email: string) =>
  holdall.services.db.updateTable('users').set({ email }).where('id', '=', user.userId).execute()

test('an owner cannot accept an invitation to the own team folder by a new address, and keeps all rights', async () => {
  const owner = await holdall.signUp()
  const id = await teamFolder(owner)
  const invitation = await invite(owner, id, 'second@example.org', 'can_view')
  await changeAddress(owner, 'second@example.org')
  expect((await accept(owner, invitation)).body.code).toBe('invitation-ended')
  expect((await owner.post('/api/create-folder', { name: 'x', parent_id: id })).status).toBe(201)
  expect((await owner.patch(`/api/teams/folders/${id}`, { invitations: [] })).status).toBe(200)
})

test.each([
  { before: 'can_view', offered: 'can_edit', created: 201 },
  { before: 'can_edit', offered: 'can_view', created: 201 },
] as const)('a member with $before who accepts $offered by a new address may edit', async (given) => {
  const [owner, member] = [await holdall.signUp(), await holdall.signUp()]
  const id = await teamFolder(owner)
  await join(owner, id, member, given.before)
  const email = `new-${given.before.replace('_', '-')}@example.org`
  const invitation = await invite(owner, id, email, given.offered)
  await changeAddress(member, email)
  expect((await accept(member, invitation)).status).toBe(200)
  expect((await member.post('/api/create-folder', { name: 'x', parent_id: id })).status).toBe(given.created)
})
