import { spawn } from 'node:child_process'
import { join as joinPath } from 'node:path'
import { homeOf } from '../../access/target.store.ts'
import { variablesOf } from '../../testing/command-line.ts'
import type { Answer } from '../../testing/client.ts'
import { countedStatements, expectBounded } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ([ann, bob] = [await holdall.signUp(), await holdall.signUp()]))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

let seeded = 5_000_000
/** A folder with two levels below it, more than 300 folders in all; returns it and one of the inner folders. */
async function large(): Promise<{ readonly big: string; readonly inner: string }> {
  const big = await folder(ann, 'big')
  const middle = Array.from({ length: 20 }, () => ({ id: seededId(++seeded), parentId: big, kind: 'folder' as const }))
  const leaves = middle.flatMap(({ id }) =>
    Array.from({ length: 16 }, () => ({ id: seededId(++seeded), parentId: id, kind: 'folder' as const })),
  )
  await seedEntries(
    holdall,
    ann.userId,
    [...middle, ...leaves].map((row) => ({ ...row, name: row.id })),
  )
  return { big, inner: middle[7]!.id }
}
const canSee = async (client: SignedIn, id: string) => (await client.get(`/api/browse/folders/${id}`)).status === 200

test('members see the folder of a large move before what is in it, and it is made in the background', async () => {
  const team = await teamFolder(ann)
  await join(ann, team, bob)
  const { big, inner } = await large()
  let isDone = false
  const seen = new Set<string>()
  const moving = expectBounded('moving', () => ann.post('/api/move', { items: [{ id: big }], to_id: team })).finally(
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
  await expectBounded('dissolving', () => ann.delete(`/api/teams/folders/${team}`))
  expect([await canSee(bob, inner), await canSee(ann, inner)]).toEqual([false, true])
  await expectBounded('converting', () => ann.post(`/api/teams/folders/${big}/convert`, { invitations: [] }))
  expect(await canSee(ann, inner)).toBe(true)
})

test('the people of many team folders are read for ten folders at a time', async () => {
  const { clock, db } = holdall.services
  for (let n = 0; n < 21; n++) await teamFolder(ann, `Team ${n}`)
  const carl = await holdall.signUp()
  const spaces = await db
    .selectFrom('spaces')
    .select('id')
    .where('owner_id', '=', ann.userId)
    .where('kind', '=', 'team')
    .execute()
  const members = spaces.flatMap(({ id }) =>
    [bob.userId, carl.userId].map((userId) => ({
      space_id: id,
      user_id: userId,
      permission: 'can_view' as const,
      created_at: clock.now(),
    })),
  )
  await db.insertInto('team_members').values(members).execute()
  const statements = await countedStatements(async () => {
    const { body } = await ann.get('/api/teams/folders/all?per_page=100')
    const totals = body.data.map((entry: Answer['body']) => entry.relationships.members.meta.total)
    expect(totals).toEqual(Array(21).fill(3))
  })
  const reads = statements.filter(({ text }) => text.includes('from "team_members"') && text.includes('"place"'))
  expect(reads.map(({ returned }) => returned)).toEqual([20, 20, 2])
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
