import type * as argon2 from '@node-rs/argon2'

/** The parameters of each hash that was compared with: `$argon2id$v=19$m=…,t=…,p=…`. */
const compared: string[] = []
const real: typeof argon2 = await import('@node-rs/argon2')
import.meta.jest.unstable_mockModule('@node-rs/argon2', (): Partial<typeof argon2> => ({
  ...real,
  verify(hash, password) {
    compared.push(String(hash).split('$').slice(0, 4).join('$'))
    return real.verify(hash, password)
  },
}))
const { testApp, testPassword } = await import('../../testing/test-app.ts')

test('does the same work for an unknown address as for a wrong password', async () => {
  const holdall = await testApp()
  const email = 'ann@example.com'
  // Registered by the product, which chooses the parameters.
  const account = { name: 'Ann', email, password: testPassword, password_confirmation: testPassword }
  expect((await holdall.visitor().post('/api/register', account)).status).toBe(201)
  const work = async (address: string) => {
    compared.length = 0
    await holdall.visitor().post('/login', { email: address, password: 'not this one' })
    return [...compared]
  }
  const [known, unknown] = [await work(email), await work('nobody@example.com')]
  expect(known).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/)])
  expect(unknown).toEqual(known)
  await holdall.close()
})
