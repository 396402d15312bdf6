import { noChanges } from '../../infrastructure/db/recorded-changes.ts'
import { file, folder } from '../../testing/file-requests.ts'
import { subscribedSocket } from '../../testing/socket-client.ts'
import { accept, invite, setMembers, teamScene } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** The last of the events that are published together: earlier changes have been published once it comes. */
const last = 'upload-requests.changed'

/** The events since the last call. */
async function settled(client: Awaited<ReturnType<typeof subscribedSocket>>, userId: string): Promise<string[]> {
  holdall.services.realtime.publishChanges(new Map([[userId, { ...noChanges(), uploadRequests: true }]]))
  await client.next(({ event }) => event === last)
  const events = client.events().map(({ event, data }) => `${event} ${JSON.stringify(data)}`)
  client.clear()
  return events.filter((event) => !event.startsWith(last))
}

test('changes in a team folder reach its members with their ids, those of the owner’s files do not', async () => {
  const { owner, viewer, id } = await teamScene(holdall)
  const client = await subscribedSocket(holdall, viewer)
  await settled(client, viewer.userId)
  await folder(owner, 'private')
  const inside = await folder(owner, 'inside', id)
  expect(await settled(client, viewer.userId)).toEqual([`files.changed {"folderIds":["${id}"]}`])
  await owner.post('/api/share', { id: inside })
  expect(await settled(client, viewer.userId)).toEqual([`shares.changed {"entryIds":["${inside}"]}`])
  const own = await folder(owner, 'own')
  await file(owner, 'a.txt', 'text', { parent_id: own })
  await settled(client, viewer.userId)
  await owner.post('/api/move', { items: [{ id: own }], to_id: inside })
  const moved = await settled(client, viewer.userId)
  expect(moved.every((event) => event.startsWith('files.changed') && !event.includes('null'))).toBe(true)
  expect(moved.join()).toContain(inside)
})

test('members and invitations change what all of them are shown', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  const late = await holdall.signUp()
  const clients = new Map(
    await Promise.all(
      [owner, viewer, late].map(async (user) => [user, await subscribedSocket(holdall, user)] as const),
    ),
  )
  const teams = async () => {
    const told: boolean[] = []
    for (const [user, client] of clients) {
      told.push((await settled(client, user.userId)).some((event) => event.startsWith('teams.changed')))
    }
    return told
  }
  await teams()
  const invitation = await invite(owner, id, late.email)
  expect(await teams()).toEqual([true, true, false])
  await accept(late, invitation)
  expect(await teams()).toEqual([true, true, true])
  await editor.delete(`/api/teams/folders/${id}/leave`)
  expect(await teams()).toEqual([true, true, true])
  await setMembers(owner, id, [{ id: late.userId, permission: 'can_view' }])
  expect(await teams()).toEqual([true, true, true])
  // The viewer is none any more: nothing that follows concerns that account.
  await folder(owner, 'inside', id)
  await owner.patch(`/api/teams/folders/${id}`, { name: 'New' })
  expect(await settled(clients.get(viewer)!, viewer.userId)).toEqual([])
  await owner.delete(`/api/teams/folders/${id}`)
  expect(await teams()).toEqual([true, false, true])
})
