import argon2 from '@node-rs/argon2'
import { until } from '../../testing/until.ts'
import { workOwner } from '../fair-queue.ts'
import { hashPassword, isPassword, passwordLimits } from './passwords.ts'

const { hash, verify } = argon2
const hashing: (() => void)[] = []
/** Takes until the test ends it. */
const held = <T>(work: () => Promise<T>) => new Promise<void>((resolve) => hashing.push(resolve)).then(work)
beforeAll(() => {
  jest.spyOn(argon2, 'hash').mockImplementation((...given) => held(() => hash(...given)))
  jest.spyOn(argon2, 'verify').mockImplementation((...given) => held(() => verify(...given)))
})
beforeEach(() => void hashing.splice(0))
afterAll(() => jest.restoreAllMocks())

test('four passwords at a time are hashed or compared, and the others wait for their turn', async () => {
  const stored = await hash('right')
  const work = [
    ...[1, 2, 3].map(() => workOwner.run('another account', () => hashPassword('new'))),
    ...['right', 'wrong', 'right'].map((offered) => isPassword(stored, offered)),
  ]
  await until(() => hashing.length === 4)
  await Promise.race([Promise.all(work), new Promise((resolve) => setImmediate(resolve))])
  expect(hashing).toHaveLength(4)
  hashing[0]!()
  await until(() => hashing.length === 5)
  hashing[1]!()
  await until(() => hashing.length === 6)
  for (const end of hashing) end()
  expect(await Promise.all(work)).toEqual([
    ...[1, 2, 3].map(() => expect.stringMatching(/^\$argon2id/)),
    true,
    false,
    true,
  ])
})

test('a sign-in is compared at once, however many passwords one account hashes, and what is too many is refused', async () => {
  const stored = await hash('right')
  const bulk = Array.from({ length: 100 }, () => workOwner.run('account of ann', () => hashPassword('new')))
  const done = Promise.allSettled(bulk)
  await until(() => hashing.length === passwordLimits.perOwner)
  const signIn = workOwner.run('address of ben', () => isPassword(stored, 'right'))
  await until(() => hashing.length === passwordLimits.perOwner + 1)
  hashing.at(-1)!()
  expect(await signIn).toBe(true)
  const admitted = passwordLimits.perOwner + passwordLimits.maxWaiting
  let ended = 0
  while (ended < admitted + 1) {
    await until(() => hashing.length > ended)
    hashing[ended++]!()
  }
  const refused = (await done).filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)
  expect(refused).toEqual(Array.from({ length: 100 - admitted }, () => 'busy'))
})
