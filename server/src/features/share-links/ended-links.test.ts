import { file, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { endedLinkLimits } from './ending-links.store.ts'

let holdall: TestApp
const { perOwner } = endedLinkLimits
beforeAll(async () => {
  holdall = await testApp()
  endedLinkLimits.perOwner = 3
})
afterAll(async () => {
  endedLinkLimits.perOwner = perOwner
  await holdall.close()
})

/** Creates links of a file and revokes them, one after the other. */
async function endedLinks(user: SignedIn, count: number): Promise<readonly string[]> {
  const { id } = await file(user, 'a.txt')
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const token = await shareLink(user, id)
    expect((await user.delete('/api/share/revoke', { tokens: [token] })).status).toBe(200)
    holdall.clock.advance(1000)
    tokens.push(token)
  }
  return tokens
}
const codesOf = (tokens: readonly string[]) =>
  Promise.all(tokens.map(async (token) => (await holdall.visitor().get(`/api/sharing/${token}`)).body.code as string))

test('of links that are created and revoked again and again the newest of each account are remembered', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const others = await endedLinks(bob, 2)
  const own = await endedLinks(ann, 5)
  const gone = 'not-found'
  expect(await codesOf(own)).toEqual([gone, gone, 'share-revoked', 'share-revoked', 'share-revoked'])
  expect(await codesOf(others)).toEqual(['share-revoked', 'share-revoked'])
  expect(await holdall.services.db.selectFrom('ended_shares').select('token').execute()).toHaveLength(5)
})

test('more than that which end at once are remembered up to the limit, and all of them end', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'a.txt')
  const tokens: string[] = []
  for (let n = 0; n < 5; n++) tokens.push(await shareLink(ann, id))
  expect((await ann.delete('/api/share/revoke-all', { ids: [id] })).status).toBe(200)
  const codes = await codesOf(tokens)
  expect(codes.toSorted()).toEqual(['not-found', 'not-found', 'share-revoked', 'share-revoked', 'share-revoked'])
})
