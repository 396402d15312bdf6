import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { setMembers, teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

interface Shown {
  readonly id: string
  readonly meta?: { readonly team?: unknown }
}
const found = async (client: SignedIn, text: string): Promise<Shown[]> =>
  (await client.get(`/api/browse/search?query=${text}`)).body.data

test('visitors of a link are not told the team folder, and nobody is told one of the own files', async () => {
  const { owner, id } = await teamScene(holdall)
  const inside = await folder(owner, 'inside', id)
  await file(owner, 'shared.txt', 'text', { parent_id: inside })
  const token = await shareLink(owner, inside)
  const listing = (await holdall.visitor().get(`/api/sharing/folders/all/${token}`)).body
  expect(listing.data.map((one: Shown) => [typeof one.id, one.meta])).toEqual([['string', undefined]])
  await folder(owner, 'own', await folder(owner, 'outer'))
  expect((await found(owner, 'own')).map(({ meta }) => meta?.team)).toEqual([undefined])
})

test('entries name their team folder and what the caller may do there, in every list and answer', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall, { members_can_share: true })
  const inside = await folder(owner, 'inside', id)
  const { id: fileId, meta } = await file(owner, 'report.txt', 'text', { parent_id: inside })
  const team = (permission: string) => ({ id, permission, members_can_share: true })
  expect(meta).toMatchObject({ team: team('owner') })
  for (const [client, permission] of [
    [owner, 'owner'],
    [editor, 'can_edit'],
    [viewer, 'can_view'],
  ] as const) {
    expect(await found(client, 'report')).toMatchObject([{ id: fileId, meta: { team: team(permission) } }])
    expect((await client.get(`/api/browse/folders/${id}`)).body.meta.root.data.meta).toEqual({ team: team(permission) })
    const listing = (await client.get(`/api/browse/folders/${inside}`)).body
    expect(listing.data).toMatchObject([{ id: fileId, meta: { team: team(permission) } }])
    expect(listing.meta.root.data.meta).toEqual({ team: team(permission) })
    await client.post('/api/favourites', { ids: [inside] })
    const { favourites } = (await client.get('/api/user')).body.data.relationships
    expect(favourites.data).toMatchObject([{ id: inside, meta: { team: team(permission) } }])
  }
  const renamed = await editor.patch(`/api/rename/${fileId}`, { name: 'new.txt' })
  expect(renamed.body.data.meta).toEqual({ team: team('can_edit') })
  await setMembers(owner, id, [{ id: editor.userId, permission: 'can_view' }])
  expect(await found(editor, 'new')).toMatchObject([{ id: fileId, meta: { team: team('can_view') } }])
  await owner.delete(`/api/teams/folders/${id}`)
  expect((await found(owner, 'new')).map((one) => one.meta?.team)).toEqual([undefined])
})
