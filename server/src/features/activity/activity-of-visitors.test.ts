import { trimActivities } from '../../infrastructure/activity/activity-writer.store.ts'
import type { ActivitiesTable } from '../../infrastructure/db/activity-tables.ts'
import { folder, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ name: 'Ann' })))

/** A folder with a link for editing; `create` is done by its visitor. */
async function sharedFolder(name: string) {
  const id = await folder(ann, name)
  const token = await shareLink(ann, id, { permission: 'editor' })
  const { services } = holdall
  const share = await services.db.selectFrom('shares').select('id').where('token', '=', token).executeTakeFirstOrThrow()
  const visitor = holdall.visitor()
  const create = async (child: string) => {
    const body = { name: child, parent_id: id }
    expect((await visitor.post(`/api/sharing/create-folder/${token}`, body)).status).toBe(201)
  }
  return { id, shareId: share.id, create }
}

/** What so many calls of a visitor leave. */
async function seedByVisitor(shareId: string, folderId: string, count: number): Promise<void> {
  const { db, ids, clock } = holdall.services
  const { space_id: spaceId } = await db
    .selectFrom('entries')
    .select('space_id')
    .where('id', '=', folderId)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (): ActivitiesTable => ({
    id: ids.next(),
    owner_id: ann.userId,
    actor_kind: 'link',
    actor_id: shareId,
    kind: 'created',
    space_id: spaceId,
    from_space_id: null,
    entry_id: null,
    count: 1,
    folder_id: folderId,
    from_folder_id: null,
    details: '{}',
    is_for_owner: 0,
    created_at: clock.now(),
  }))
  for (let at = 0; at < rows.length; at += 1000) {
    await db
      .insertInto('activities')
      .values(rows.slice(at, at + 1000))
      .execute()
  }
}

const actorsOf = async (path: string, pages: number) => {
  const actors: string[] = []
  for (let page = 1; page <= pages; page++) {
    const { body } = await ann.get(`${path}?per_page=100&page=${page}`)
    const told = body.data as { relationships: { actor: { data: { type: string } } } }[]
    actors.push(...told.map(({ relationships: { actor } }) => actor.data.type))
  }
  return actors
}

test('a visitor who does very much does not push out what the owner did, in the account and in the folder', async () => {
  const { id, shareId, create } = await sharedFolder('shared')
  for (let n = 0; n < 20; n++) await folder(ann, `own ${n}`, id)
  await seedByVisitor(shareId, id, 9_900)
  for (let n = 0; n < 200; n++) await create(`by visitor ${n}`)
  const byOwner = (actors: readonly string[]) => actors.filter((actor) => actor === 'user').length
  // The folder, its link, and what is in it.
  expect(byOwner(await actorsOf('/api/activity', 100))).toBe(22)
  // Rows beyond the bound are deleted a part at a time.
  for (let n = 0; n < 10; n++) await trimActivities(holdall.services.db, ann.userId)
  const inFolder = await actorsOf(`/api/activity/${id}`, 10)
  expect([byOwner(inFolder), inFolder.length]).toEqual([22, 522])
})

test('visitors of all links together have a part of the list, and one link a part of that; the newest stay', async () => {
  const [one, two] = [await sharedFolder('one'), await sharedFolder('two')]
  for (const child of ['a', 'b', 'c']) await one.create(child)
  for (const child of ['d', 'e']) await two.create(child)
  const names = async () => {
    const { data } = (await ann.get('/api/activity')).body
    return (data as { attributes: { kind: string; item: { name: string } } }[])
      .map(({ attributes: { kind, item } }) => `${kind} ${item.name}`)
      .toReversed()
  }
  const own = ['created one', 'link-created one', 'created two', 'link-created two']
  expect(await names()).toEqual([...own, ...['a', 'b', 'c', 'd', 'e'].map((child) => `created ${child}`)])
  const { db } = holdall.services
  await trimActivities(db, ann.userId, { all: 8, byVisitors: 4, byLink: 2 })
  expect(await names()).toEqual([...own, ...['b', 'c', 'd', 'e'].map((child) => `created ${child}`)])
  await trimActivities(db, ann.userId, { all: 6, byVisitors: 3, byLink: 2 })
  expect(await names()).toEqual([...own.slice(1), ...['c', 'd', 'e'].map((child) => `created ${child}`)])
})
