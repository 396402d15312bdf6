import { actingParty } from '../../infrastructure/db/recorded-activity.ts'
import { expectCountersToMatchRows, file } from '../../testing/file-requests.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { inSpace } from '../entries/space.store.ts'
import { replaceByCopy } from '../files/replace-by-copy.ts'
import { shift } from '../storage/quota.store.ts'

let holdall: TestApp
let scene: Awaited<ReturnType<typeof teamScene>>
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (scene = await teamScene(holdall)))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const versionsOf = async (id: string) =>
  (
    await holdall.services.db
      .selectFrom('file_versions')
      .select('version')
      .where('entry_id', '=', id)
      .orderBy('version')
      .execute()
  ).map(({ version }) => version)
const restore = (by: SignedIn, id: string, version: number) =>
  by.post('/api/versions/restore', { items: [{ id, version }] })

test('a member who has a copy of a file elsewhere cannot end its earlier content', async () => {
  const { owner, editor, id: team } = scene
  const { id } = await file(owner, 'plan.txt', 'the plan', { parent_id: team })
  await editor.post('/api/copy', { items: [{ id }], to_id: null })
  await file(editor, 'plan.txt', 'nothing', { parent_id: team, replace: 1 })
  expect((await restore(editor, id, 1)).status).toBe(200)
  expect((await restore(editor, id, 2)).status).toBe(200)
  expect(await versionsOf(id)).toContain(3)
  expect((await restore(owner, id, 3)).status).toBe(200)
  const { body } = await owner.get(`/api/browse/folders/${team}`)
  expect((await owner.get(body.data[0].attributes.file_url)).raw.body).toBe('the plan')
})

test('undoing a copy within one account leaves no bytes behind', async () => {
  const { owner } = scene
  const { id } = await file(owner, 'a.txt', 'one')
  await owner.post('/api/copy', { items: [{ id }], to_id: null })
  await file(owner, 'a.txt', 'two', { replace: 1 })
  await restore(owner, id, 1)
  await restore(owner, id, 2)
  expect(await versionsOf(id)).toEqual([])
})

test('of a file in a team folder, members replace no content beyond 1,000 versions, and its owner the oldest one', async () => {
  const { owner, editor, id: team } = scene
  const { db, transact, clock } = holdall.services
  const { id } = await file(owner, 'plan.txt', '0', { parent_id: team })
  const source = await file(owner, 'source.txt', '1', { parent_id: team })
  const space = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  await inSpace(transact, space, async (trx) => {
    const placed = (of: string) => ({ space, id: of })
    const replace = () => replaceByCopy(trx, placed(source.id), placed(id), clock.now())
    await actingParty.run({ kind: 'user', id: editor.userId }, async () => {
      for (let n = 0; n < 1000; n++) await replace()
    })
    await shift(trx, space.owner_id, { bytes: 1000, items: 1000 })
  })
  expect((await versionsOf(id)).slice(0, 2)).toEqual([1, 2])
  const byMember = await editor.raw(
    '/api/upload/chunks',
    { name: 'plan.txt', upload_id: 'a'.repeat(32), offset: 0, size: 1, parent_id: team, replace: 1 },
    Buffer.from('2'),
  )
  expect([byMember.status, byMember.body.code]).toEqual([423, 'quota-exceeded'])
  expect(byMember.body.message).toBe('This file was replaced too many times. Save it under another name.')
  expect((await versionsOf(id)).slice(0, 2)).toEqual([1, 2])
  await file(owner, 'plan.txt', '3', { parent_id: team, replace: 1 })
  expect((await versionsOf(id)).slice(0, 2)).toEqual([2, 3])
})
