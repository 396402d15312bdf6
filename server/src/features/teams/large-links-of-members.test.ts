import { expectBounded } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows, folder } from '../../testing/file-requests.ts'
import { seededId, seedEntries, seedLinks } from '../../testing/seed-entries.ts'
import { join, setMembers } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

/** So many are one activity, and end in the background. */
const LINKS = 501

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void ([ann, bob] = [await holdall.signUp(), await holdall.signUp()]))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const linksOf = async (userId: string) =>
  (await holdall.services.db.selectFrom('shares').select('creator_id').where('owner_id', '=', userId).execute()).map(
    (share) => (share.creator_id === null ? 'owner' : 'member'),
  )

async function countEnded(): Promise<number> {
  const { n } = await holdall.services.db
    .selectFrom('ended_shares')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('many links of a member end at once, with whatever ends them, in the background', async () => {
  const endedBefore = await countEnded()
  const big = await folder(ann, 'big')
  const files = Array.from({ length: LINKS }, (_, n) => ({
    id: seededId(n),
    parentId: big,
    kind: 'file' as const,
    name: `${n}.txt`,
  }))
  await seedEntries(holdall, ann.userId, files)
  const options = { invitations: [], members_can_share: true }
  await expectBounded('converting', () => ann.post(`/api/teams/folders/${big}/convert`, options))
  const inside = await folder(ann, 'inside', big)
  await expectBounded('moving within', () =>
    ann.post('/api/move', { parent_id: big, all: true, except: [inside], to_id: inside }),
  )
  await join(ann, big, bob)
  const ids = files.map(({ id }) => id)
  await seedLinks(holdall, ann.userId, ids.slice(0, 3))
  const seed = () => seedLinks(holdall, ann.userId, ids, bob.userId)
  const patch = (body: object) => () => ann.patch(`/api/teams/folders/${big}`, body)
  const owners = ['owner', 'owner', 'owner']

  await seed()
  await expectBounded('turning links off', patch({ members_can_share: false }))
  expect(await linksOf(ann.userId)).toEqual(owners)
  await patch({ members_can_share: true })()

  await seed()
  await expectBounded('moving out', () => ann.post('/api/move', { items: [{ id: inside }], to_id: null }))
  expect(await linksOf(ann.userId)).toEqual(owners)
  await ann.post('/api/move', { items: [{ id: inside }], to_id: big })

  await seed()
  await expectBounded('removing the member', () => setMembers(ann, big, []))
  expect(await linksOf(ann.userId)).toEqual(owners)
  expect(await countEnded()).toBe(endedBefore + 3 * LINKS)
  const told = (await ann.get('/api/activity?per_page=100')).body.data as {
    attributes: { kind: string; count: number }
  }[]
  const revoked = told.filter(({ attributes }) => attributes.kind === 'link-revoked')
  expect(revoked.map(({ attributes }) => attributes.count)).toEqual(Array(3).fill(LINKS))
})
