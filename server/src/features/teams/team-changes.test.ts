import { file, folder } from '../../testing/file-requests.ts'
import { settledEvents, type SocketClient, subscribedSocket } from '../../testing/socket-client.ts'
import { accept, invite, setMembers, teamScene } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** The events since the last call. */
async function settled(client: SocketClient, userId: string): Promise<string[]> {
  const events = await settledEvents(holdall, client, userId)
  return events.map(({ event, data }) => `${event} ${JSON.stringify(data)}`)
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

test('an invitation that is withdrawn, or answered elsewhere, takes its action from the open notifications', async () => {
  const { owner, id } = await teamScene(holdall)
  const late = await holdall.signUp()
  const client = await subscribedSocket(holdall, late)
  const isTold = async () => (await settled(client, late.userId)).includes('notifications.changed {}')
  const withdraw = () => owner.patch(`/api/teams/folders/${id}`, { invitations: [] })
  await invite(owner, id, late.email)
  expect(await isTold()).toBe(false)
  await withdraw()
  expect(await isTold()).toBe(true)
  await accept(late, await invite(owner, id, late.email))
  expect(await isTold()).toBe(true)
  // Without a notification of it there is nothing to tell.
  await setMembers(owner, id, [])
  await settled(client, late.userId)
  await invite(owner, id, late.email)
  await late.delete('/api/notifications')
  await withdraw()
  expect(await isTold()).toBe(false)
})

test('dissolving takes the actions of pending invitations from the open notifications', async () => {
  const { owner, id } = await teamScene(holdall)
  const late = await holdall.signUp()
  const actions = async () => (await late.get('/api/notifications')).body.data[0].attributes.action
  await invite(owner, id, late.email)
  const client = await subscribedSocket(holdall, late)
  expect(await actions()).not.toBeNull()
  expect((await owner.delete(`/api/teams/folders/${id}`)).status).toBe(200)
  expect(await settled(client, late.userId)).toContain('notifications.changed {}')
  expect(await actions()).toBeNull()
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

test('a member who is removed gets no id of the folder any more, not even of changes before that', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  const inside = await folder(owner, 'inside', id)
  const client = await subscribedSocket(holdall, viewer)
  await settled(client, viewer.userId)
  const tab = { 'x-socket-id': '1.2' }
  const change = (name: string) => editor.post('/api/create-folder', { name, parent_id: inside }, tab)
  // The first is published at once; the second waits, because it comes soon after.
  expect((await change('a')).status).toBe(201)
  expect((await change('b')).status).toBe(201)
  await client.next(({ event }) => event === 'files.changed')
  expect((await setMembers(owner, id, [{ id: editor.userId, permission: 'can_edit' }])).status).toBe(200)
  // What was sent before that arrives before this.
  holdall.services.realtime.publish([viewer.userId], 'removed', {})
  await client.next(({ event }) => event === 'removed')
  client.clear()
  await change('c')
  expect((await settled(client, viewer.userId)).join()).not.toContain(inside)
  client.socket.terminate()
})

test('members are not told which tab caused a change, and cannot keep theirs from the page of another', async () => {
  const { owner, editor, id } = await teamScene(holdall)
  const [own, others] = [await subscribedSocket(holdall, owner), await subscribedSocket(holdall, editor)]
  const change = (user: typeof owner) =>
    user.post('/api/create-folder', { name: 'a', parent_id: id }, { 'x-socket-id': own.id })
  await settled(own, owner.userId)
  await settled(others, editor.userId)
  await change(owner)
  expect(await settled(own, owner.userId)).toEqual([])
  expect(await settled(others, editor.userId)).toEqual([`files.changed {"folderIds":["${id}"]}`])
  // The id of the owner's socket, as if the editor had learnt it.
  await change(editor)
  expect(await settled(own, owner.userId)).toEqual([`files.changed {"folderIds":["${id}"]}`])
  own.socket.terminate()
  others.socket.terminate()
})
