import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import { expectCountersToMatchRows, folder, names } from '../../testing/file-requests.ts'
import { createEntrySeeds, nestedEntries, seedEntries } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { killedAt, watchedTransactions } from '../../testing/watched-transactions.ts'
import type { Space } from '../entries/space.store.ts'
import { moveEntries } from '../files/file-service.ts'

let holdall: TestApp
const seed = createEntrySeeds()
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** More than 300 entries, which follow their folder in several transactions. */
const [FILES, FOLDERS] = [150, 40]
const { runJob } = deletionRequests(() => holdall)

const rowsOf = async (ownerId: string) => {
  const { db } = holdall.services
  const rows = await db.selectFrom('entries').select(['id', 'kind']).where('owner_id', '=', ownerId).execute()
  return rows.filter(({ kind }) => kind !== 'root').length
}

test.each(['from', 'to'] as const)(
  'entries that a member moves while an account is deleted are whole: the folder %s that they are moved is given away',
  async (given) => {
    const [owner, heir, editor] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
    const [first, second] = [await teamFolder(owner, 'First'), await teamFolder(owner, 'Second')]
    for (const id of [first, second]) for (const member of [heir, editor]) await join(owner, id, member)
    const big = await folder(owner, 'big', first)
    await seedEntries(holdall, owner.userId, nestedEntries(seed, big, { files: FILES, folders: FOLDERS }))
    const { db, settings } = holdall.services
    const spaceOf = async (rootId: string): Promise<Space> => ({
      ...(await db.selectFrom('spaces').selectAll().where('root_id', '=', rootId).executeTakeFirstOrThrow()),
      memberId: editor.userId,
    })
    const [from, to] = [await spaceOf(first), await spaceOf(second)]
    await settings.set('accounts.deletion_days', 0)
    const choices = [
      { id: first, to: given === 'from' ? heir.userId : null },
      { id: second, to: given === 'to' ? heir.userId : null },
    ]
    expect((await owner.post('/api/user/deletion', { email: owner.email, team_folders: choices })).status).toBe(204)
    let moving: Promise<void> | undefined
    const services = watchedTransactions(holdall, async (transactions) => {
      // Of the home: it waits for this one.
      if (transactions !== 1) return
      const target = { space: to, toId: second, userId: editor.userId }
      const part = { space: from, which: { ids: [big] } }
      moving = expect(moveEntries(killedAt(holdall, 1), [part], target, {})).rejects.toThrow('killed')
    })
    await runJob(services).catch(() => undefined)
    await moving
    await runJob()
    expect(await db.selectFrom('users').select('id').where('id', '=', owner.userId).execute()).toEqual([])
    expect(await db.selectFrom('unfinished_moves').selectAll().execute()).toEqual([])
    expect(await names(heir, given === 'to' ? second : first)).toEqual(given === 'to' ? ['big'] : [])
    if (given === 'to') {
      const { body } = await heir.get(`/api/browse/folders/${big}?per_page=1`)
      expect(body.meta.totals).toEqual({ folders: FOLDERS, files: FILES, filesize: FILES })
      expect(await rowsOf(heir.userId)).toBe(1 + FILES + 4 * FOLDERS)
    }
    await expectCountersToMatchRows(db)
  },
)
