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

describe('with the library itself', () => {
  beforeAll(() => jest.restoreAllMocks())

  test('a password is the same however the system writes its letters, and an earlier hash keeps working', async () => {
    const [typed, decomposed, wide] = ['Gr\u00fc\u00dfe 1', 'Gru\u0308\u00dfe 1', 'Gr\u00fc\u00dfe\u3000\uff11']
    const forms = [typed, decomposed, wide]
    for (const stored of [await hashPassword(typed), await hashPassword(decomposed), await hashPassword(wide)]) {
      for (const offered of forms) expect([offered, await isPassword(stored, offered)]).toEqual([offered, true])
      expect(await isPassword(stored, 'Gru\u00dfe 1')).toBe(false)
    }
    for (const form of forms) expect(await isPassword(await hash(form), form)).toBe(true)
    expect([await isPassword(await hash(decomposed), typed), await isPassword(await hash(typed), decomposed)]).toEqual([
      true,
      true,
    ])
  })

  test.each([
    ['plain', 1],
    ['Gr\u00fc\u00dfe', 2],
    ['\uff11u\u0308', 3],
  ])('a wrong password %j is compared as often for an unknown account as for a known one', async (offered, times) => {
    const stored = await hash('right')
    await isPassword(null, 'right')
    const verify = jest.spyOn(argon2, 'verify')
    for (const known of [stored, undefined, '']) {
      verify.mockClear()
      expect(await isPassword(known, offered)).toBe(false)
      expect(verify).toHaveBeenCalledTimes(times)
    }
  })

  test('a missing hash has no password, not even that of the hash which is compared instead', async () => {
    expect(await isPassword(undefined, 'nobody has this password')).toBe(false)
  })
})
