import type { HumanCheckPurpose } from '@holdall/api'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Refusal } from '../../infrastructure/errors/refusal.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { CHALLENGE_TTL_MS, issueChallenge } from './proof-of-work.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
  await holdall.services.settings.set('protection.proof_of_work', true)
})
afterAll(() => holdall.close())

const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
type Issued = Awaited<ReturnType<typeof issueChallenge>>
async function solve({ attributes: challenge }: Issued) {
  return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! }
}
/** The solution of a challenge that takes less work than those of visitors. */
const solved = async (purpose: HumanCheckPurpose) =>
  solve(await issueChallenge(holdall.services, purpose, { from: 50, below: 250 }))
/** The code of the refusal; `passed` without one. */
const offer = (altcha: string | undefined, purpose: 'sign-up' | 'contact' = 'sign-up') =>
  holdall.services.humanCheck.requireHuman(purpose, { altcha }).then(
    () => 'passed',
    (error: unknown) => (error as Refusal).code,
  )

test('a solved challenge passes once', async () => {
  const { body } = await holdall.visitor().get('/api/challenge?purpose=sign-up')
  const altcha = encoded(await solve(body.data))
  expect(await offer(altcha)).toBe('passed')
  expect(await offer(altcha)).toBe('human-check-failed')
})

test('of several calls at once with one solution, one passes', async () => {
  const altcha = encoded(await solved('sign-up'))
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => offer(altcha)))
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
})

test('a solution is for one purpose', async () => {
  const altcha = encoded(await solved('sign-up'))
  expect(await offer(altcha, 'contact')).toBe('human-check-failed')
  expect(await offer(altcha)).toBe('passed')
})

test('nothing, another text, a wrong counter and changed parameters are refused', async () => {
  const { challenge, solution } = await solved('sign-up')
  const { parameters } = challenge
  const refused = [
    undefined,
    '',
    'not base64 {',
    encoded(null),
    encoded({ challenge }),
    encoded({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encoded({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
    encoded({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
    encoded({
      challenge: { ...challenge, parameters: { ...parameters, data: { ...parameters.data, expires: 9e15 } } },
      solution,
    }),
  ]
  for (const altcha of refused) expect(await offer(altcha)).toBe('human-check-failed')
  expect(await offer(encoded({ challenge, solution }))).toBe('passed')
})

test('a challenge is valid for ten minutes, and used ones are stored by hash no longer than that', async () => {
  const { clock, services } = holdall
  const [used, old] = [await solved('sign-up'), await solved('sign-up')]
  expect(await offer(encoded(used))).toBe('passed')
  const stored = () => services.db.selectFrom('used_challenges').selectAll().execute()
  expect((await stored()).map(({ id }) => id)).not.toContain(used.challenge.signature)
  clock.advance(CHALLENGE_TTL_MS)
  expect(await offer(encoded(old))).toBe('human-check-failed')
  await services.jobs.runDue()
  expect(await stored()).toEqual([])
})

test('without the setting nothing is needed, and there is no challenge', async () => {
  const plain = await testApp()
  await plain.services.humanCheck.requireHuman('sign-up', {})
  expect((await plain.visitor().get('/api/challenge?purpose=sign-up')).status).toBe(404)
  await plain.close()
})
