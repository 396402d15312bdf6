import { homeOf } from '../../access/target.store.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { watchedTransactions } from '../../testing/watched-transactions.ts'
import { finishDeletions } from '../trash/trash-service.ts'
import { beginDeletion } from '../trash/deletion.store.ts'
import { inSpace } from '../entries/space.store.ts'
import { dissolveTeamFolder } from './team-service.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('a team folder is dissolved while a folder in its trash, with a file that was trashed earlier, is deleted', async () => {
  const { services } = holdall
  const { db, ids, clock } = services
  const ann = await holdall.signUp()
  const team = await teamFolder(ann, 'Team')
  const seeds = createEntrySeeds()
  await seedEntries(holdall, ann.userId, nestedEntries(seeds, team, { files: 150, folders: 40 }))
  const outer = await folder(ann, 'outer', team)
  const inner = await folder(ann, 'inner', outer)
  const { id } = await file(ann, 'kept', 'x', { parent_id: inner })
  const trash = (one: string) => ann.post('/api/remove', { items: [{ id: one }] })
  expect((await trash(id)).status).toBe(200)
  expect((await trash(outer)).status).toBe(200)
  const space = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
  // As a process that empties the trash has left it.
  await inSpace(services.transactBulk, space, (trx) =>
    beginDeletion(trx, space, { batchId: ids.next(), ids: [outer], limit: 1, now: clock.now() }),
  )
  let deleting: Promise<unknown> | undefined
  const deps = watchedTransactions(holdall, async (transactions) => {
    // What is in the team folder itself has followed, but not what is below.
    if (transactions === 2) deleting = finishDeletions(services)
  })
  await dissolveTeamFolder(deps, { home: await homeOf(db, ann.userId), space })
  await deleting
  expect(await db.selectFrom('unfinished_moves').selectAll().execute()).toEqual([])
  expect((await ann.post('/api/trash/restore', { items: [{ id }] })).status).toBe(200)
  expect(await names(ann, team)).toContain('kept')
  expect(await db.selectFrom('spaces').select('kind').where('owner_id', '=', ann.userId).execute()).toEqual([
    { kind: 'home' },
  ])
  await expectCountersToMatchRows(db)
})
