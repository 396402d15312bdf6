import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import type { Answer } from '../../testing/client.ts'
import { countedRowsByTransaction } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, file, names, shareLink } from '../../testing/file-requests.ts'
import { uploadRequest } from '../../testing/requested-files.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'

let holdall: TestApp
let owner: SignedIn
let heir: SignedIn
let editor: SignedIn
let team = ''
const seed = createEntrySeeds()
beforeAll(async () => {
  holdall = await testApp()
  await holdall.services.settings.set('accounts.deletion_days', 0)
})
beforeEach(async () => {
  ;[owner, heir, editor] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
  team = await teamFolder(owner, 'Plans')
  for (const member of [heir, editor]) await join(owner, team, member)
  await seedEntries(holdall, owner.userId, nestedEntries(seed, team, { files: FILES, folders: FOLDERS }))
  for (const text of ['first', 'second']) await file(owner, 'a.txt', text, { parent_id: team, replace: 1 })
  const { id } = await file(owner, 'b.txt', 'text', { parent_id: team })
  for (let n = 0; n < LINKS; n++) await shareLink(owner, id)
  await uploadRequest(owner, { folder_id: team })
  const { status } = await owner.post('/api/user/deletion', {
    email: owner.email,
    team_folders: [{ id: team, to: heir.userId }],
  })
  expect(status).toBe(204)
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))
afterAll(() => holdall.close())

const [FILES, FOLDERS, LINKS] = [50, 10, 3]
/** Beside the seeded ones the root and two files. */
const ENTRIES = FILES + 4 * FOLDERS + 3
const PER_TRANSACTION = 20
const { runJob } = deletionRequests(() => holdall)
const inSlices = (services: TestApp['services']) => ({ ...services, entriesPerTransaction: PER_TRANSACTION })

/** What belongs to whom, by table. */
async function owned(userId: string) {
  const { db } = holdall.services
  const count = async (table: 'entries' | 'shares' | 'upload_requests' | 'spaces') =>
    (await db.selectFrom(table).select('id').where('owner_id', '=', userId).execute()).length
  return {
    entries: await count('entries'),
    links: await count('shares'),
    requests: await count('upload_requests'),
    spaces: await count('spaces'),
  }
}
/** With the home and its root. */
const given = { entries: ENTRIES + 1, links: LINKS, requests: 1, spaces: 2 }

test('a large team folder is given to its next owner in transactions of few rows', async () => {
  const counts = await countedRowsByTransaction(() => runJob(inSlices(holdall.services)))
  // Beside what is given: the rows of both accounts and of the space, the notification, its mail.
  expect(Math.max(...counts)).toBeLessThanOrEqual(PER_TRANSACTION + 12)
  expect(counts.length).toBeGreaterThan(ENTRIES / PER_TRANSACTION)
  expect(await owned(heir.userId)).toEqual(given)
  expect(await names(editor, team)).toContain('a.txt')
})

test('between two of them its members read, and nobody changes anything in it', async () => {
  const { db } = holdall.services
  let changes = 0
  /** Each waits for the transaction that it is begun before. */
  let refused: readonly Promise<Answer>[] | undefined
  const deps = watchedTransactions(holdall, async () => {
    await expectCountersToMatchRows(db)
    const space = await db.selectFrom('spaces').selectAll().where('root_id', '=', team).executeTakeFirstOrThrow()
    if (space.next_owner_id === null) return
    for (const member of [heir, editor]) expect(await names(member, team)).toContain('a.txt')
    refused ??= [heir, editor].flatMap((member) => [
      member.post('/api/create-folder', { name: 'New', parent_id: team }),
      member.delete(`/api/teams/folders/${team}/leave`),
    ])
    expect((await editor.post('/api/create-folder', { name: `${changes++}`, parent_id: null })).status).toBe(201)
  })
  await runJob(inSlices(deps))
  for (const { status, body } of await Promise.all(refused!)) expect([status, body.code]).toEqual([503, 'busy'])
  expect(changes).toBeGreaterThan(ENTRIES / PER_TRANSACTION)
  expect(await owned(heir.userId)).toEqual(given)
  expect((await editor.post('/api/create-folder', { name: 'New', parent_id: team })).status).toBe(201)
})

test('what a kill leaves of it is finished by the job', async () => {
  const { db } = holdall.services
  for (let transaction = 1; ; transaction++) {
    const isKilled = await runJob(inSlices(killedAt(holdall, transaction))).then(
      () => false,
      () => true,
    )
    await expectCountersToMatchRows(db)
    if (!isKilled) break
  }
  expect(await owned(heir.userId)).toEqual(given)
  expect(await owned(owner.userId)).toEqual({ entries: 0, links: 0, requests: 0, spaces: 0 })
  const { data } = (await heir.get('/api/notifications')).body
  const titles = data.map((row: { attributes: { title: string } }) => row.attributes.title) as string[]
  expect(titles.filter((title) => title === 'You own a team folder')).toHaveLength(1)
})
