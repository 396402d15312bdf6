import { spawn } from 'node:child_process'
import { join as joinPath } from 'node:path'
import { homeOf } from '../../access/target.store.ts'
import { createUser } from '../users/create-user.store.ts'
import { variablesOf } from '../../testing/command-line.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
afterAll(() => holdall.close())
beforeEach(async () => void ([ann, bob] = [await holdall.signUp(), await holdall.signUp()]))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

let seeded = 5_000_000
/** A folder with two levels below it; returns it and one of the innermost folders. */
async function large(): Promise<{ readonly big: string; readonly inner: string }> {
  const big = await folder(ann, 'big')
  const middle = Array.from({ length: 20 }, () => ({ id: seededId(++seeded), parentId: big, kind: 'folder' as const }))
  const leaves = middle.flatMap(({ id }) =>
    Array.from({ length: 60 }, () => ({ id: seededId(++seeded), parentId: id, kind: 'folder' as const })),
  )
  await seedEntries(
    holdall,
    ann.userId,
    [...middle, ...leaves].map((row) => ({ ...row, name: row.id })),
  )
  return { big, inner: middle[7]!.id }
}
const canSee = async (client: SignedIn, id: string) => (await client.get(`/api/browse/folders/${id}`)).status === 200

test('a large move into a team folder is seen by members whole or not at all, and blocks nobody', async () => {
  const team = await teamFolder(ann)
  await join(ann, team, bob)
  const { big, inner } = await large()
  let isDone = false
  const seen = new Set<string>()
  const moving = unblocked('moving', () => ann.post('/api/move', { items: [{ id: big }], to_id: team })).finally(
    () => (isDone = true),
  )
  while (!isDone) {
    // One after the other: only in this order may the change come between them.
    seen.add(`${await canSee(bob, inner)} ${await canSee(bob, big)}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await moving
  seen.add(`${await canSee(bob, inner)} ${await canSee(bob, big)}`)
  expect([...seen].filter((pair) => !['false false', 'false true', 'true true'].includes(pair))).toEqual([])
  expect(seen).toContain('true true')
  await unblocked('dissolving', () => ann.delete(`/api/teams/folders/${team}`))
  expect([await canSee(bob, inner), await canSee(ann, inner)]).toEqual([false, true])
  await unblocked('converting', () => ann.post(`/api/teams/folders/${big}/convert`, { invitations: [] }))
  expect(await canSee(ann, inner)).toBe(true)
})

test('200 people are invited at once, and a hundred folders of 200 members are listed, and that blocks nobody', async () => {
  const { db, ids, clock } = holdall.services
  const invitations = Array.from({ length: 200 }, (_, n) => ({ email: `p${n}@example.com`, permission: 'can_view' }))
  await unblocked('inviting', () => ann.post('/api/teams/folders', { name: 'Invited', invitations }))
  const { password_hash: passwordHash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow()
  const userIds: string[] = []
  for (let n = 0; n < 200; n++) {
    const email = `${ids.next()}@example.com`
    const user = { name: 'Member', email, passwordHash, role: 'user', verified: true } as const
    userIds.push(await holdall.services.transact((trx) => createUser(holdall.services, trx, user)))
  }
  for (let n = 0; n < 99; n++) await teamFolder(ann, `Team ${n}`)
  const spaces = await db
    .selectFrom('spaces')
    .select('id')
    .where('owner_id', '=', ann.userId)
    .where('kind', '=', 'team')
    .execute()
  for (const { id } of spaces) {
    const rows = userIds.map((userId) => ({
      space_id: id,
      user_id: userId,
      permission: 'can_view' as const,
      created_at: clock.now(),
    }))
    await db.insertInto('team_members').values(rows).execute()
  }
  await unblocked('listing', () => ann.get('/api/teams/folders/all?per_page=100'))
})

test('a process that is killed in the middle of such a move leaves everything as it was', async () => {
  const team = await teamFolder(ann)
  await join(ann, team, bob)
  const { big, inner } = await large()
  const { id: spaceId } = await homeOf(holdall.services.db, ann.userId)
  const script = joinPath(import.meta.dirname, '../../testing/killed-bulk-process.ts')
  const child = spawn(process.execPath, [script, spaceId, big, team], {
    env: { PATH: process.env['PATH'], ...variablesOf(holdall.services.config) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  expect([await canSee(ann, inner), await canSee(bob, inner), await canSee(bob, big)]).toEqual([true, false, false])
  expect((await ann.post('/api/move', { items: [{ id: big }], to_id: team })).status).toBe(200)
  expect(await canSee(bob, inner)).toBe(true)
})
