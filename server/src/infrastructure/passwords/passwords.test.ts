import argon2 from '@node-rs/argon2'
import { until } from '../../testing/until.ts'
import { hashPassword, isPassword } from './passwords.ts'

const { hash, verify } = argon2
const hashing: (() => void)[] = []
/** Takes until the test ends it. */
const held = <T>(work: () => Promise<T>) => new Promise<void>((resolve) => hashing.push(resolve)).then(work)
beforeAll(() => {
  jest.spyOn(argon2, 'hash').mockImplementation((...given) => held(() => hash(...given)))
  jest.spyOn(argon2, 'verify').mockImplementation((...given) => held(() => verify(...given)))
})
afterAll(() => jest.restoreAllMocks())

test('four passwords at a time are hashed or compared, and the others wait for their turn', async () => {
  const stored = await hash('right')
  const work = [
    ...[1, 2, 3].map(() => hashPassword('new')),
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
