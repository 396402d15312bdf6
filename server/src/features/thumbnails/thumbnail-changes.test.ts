import { file, folder } from '../../testing/file-requests.ts'
import { picture } from '../../testing/pictures.ts'
import { settledEvents, subscribedSocket } from '../../testing/socket-client.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** Files in as many folders, which share a content without thumbnails. */
async function copiesIn(ann: SignedIn, parent: string | null, count: number): Promise<string[]> {
  const { id } = await file(
    ann,
    `${count}.png`,
    await picture(40, 30).png().toBuffer(),
    parent === null ? {} : { parent_id: parent },
  )
  const folders = await Promise.all(Array.from({ length: count - 1 }, (_, n) => folder(ann, `f${n}`, parent)))
  for (const to of folders) await ann.post('/api/copy', { items: [{ id }], to_id: to })
  return folders
}
/** The lists that each of these users is told of. */
async function told(users: readonly SignedIn[]): Promise<unknown[]> {
  const clients = await Promise.all(users.map((user) => subscribedSocket(holdall, user)))
  const events = async () => {
    const settled = await Promise.all(clients.map((client, n) => settledEvents(holdall, client, users[n]!.userId)))
    return settled.map((some) =>
      some.filter(({ event }) => event === 'files.changed').map(({ data }) => data.folderIds),
    )
  }
  await events()
  await holdall.services.jobs.runDue()
  const folderIds = await events()
  for (const { socket } of clients) socket.terminate()
  return folderIds
}

test('when a thumbnail is made, each member of a team folder is told each list that shows it', async () => {
  const { owner, editor, viewer, id } = await teamScene(holdall)
  const folders = await copiesIn(owner, id, 20)
  const all = [id, ...folders].toSorted()
  const sorted = (await told([owner, editor, viewer])).map((lists) => (lists as string[][]).flat().toSorted())
  expect(sorted).toEqual([all, all, all])
})

test('with more than 50 lists, users are told that all of them may have changed', async () => {
  const ann = await holdall.signUp()
  await copiesIn(ann, null, 51)
  expect(await told([ann])).toEqual([['all']])
})
