import type * as argon2 from '@node-rs/argon2'
import type { Mail } from '../../infrastructure/mail/mailer.ts'

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

test('does the same work where a sign-up was not confirmed and where it was one with the address of an account', async () => {
  const mails: Mail[] = []
  const send = (mail: Mail) => Promise.resolve(void mails.push(mail))
  const holdall = await testApp({ mailer: { publicUrl: 'https://files.example', send } })
  const signUp = async (email: string, password: string) => {
    const account = { name: 'Ann', email, password, password_confirmation: password }
    expect((await holdall.visitor().post('/api/register', account)).status).toBe(201)
  }
  const [known, unconfirmed] = ['ann@example.com', 'ben@example.com']
  await signUp(known, testPassword)
  await holdall.services.jobs.runDue()
  const { pathname, searchParams } = new URL(/http\S+/.exec(mails[0]!.text)![0])
  const proof = Object.fromEntries(searchParams.entries())
  const confirmed = await holdall.visitor().post(pathname.replace('/verify-email/', '/api/user/verify/'), proof)
  expect(confirmed.status).toBe(204)
  for (const email of [known, unconfirmed]) await signUp(email, 'chosen by mallory')
  const work = async (email: string, password: string) => {
    compared.length = 0
    const { body } = await holdall.visitor().post('/login', { email, password })
    return [body.code, ...compared]
  }
  const cost = expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/)
  for (const email of [known, unconfirmed]) {
    expect(await work(email, 'chosen by mallory')).toEqual(['not-verified', cost, cost])
    expect(await work(email, 'not this one')).toEqual(['bad-credentials', cost, cost])
  }
  expect(await work('nobody@example.com', 'not this one')).toEqual(['bad-credentials', cost, cost])
  await holdall.close()
})
