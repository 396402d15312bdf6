import { generateSync } from 'otplib'
import { minute, second } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { sessionCookie } from '../../infrastructure/sessions/session-cookie.ts'
import type { Client } from '../../testing/client.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())

const STEP = 30 * second
/** The code of an app whose clock is `aheadMs` ahead. */
const codeOf = (secret: string, aheadMs = 0) =>
  generateSync({ secret, epoch: Math.floor((holdall.clock.now() + aheadMs) / 1000) })
/** One that is right at no step near to now. */
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps * STEP))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}
const nextStep = () => {
  holdall.clock.advance(STEP)
}
const rotate = (client: Client, answer: { readonly status: number }, status: number) => {
  expect(answer.status).toBe(status)
  return client.cookies.get(sessionCookie)!
}

interface Protected {
  readonly user: SignedIn
  readonly secret: string
  readonly codes: readonly string[]
}
async function enrolled(user: SignedIn): Promise<string> {
  expect((await user.post('/user/two-factor-authentication')).status).toBe(204)
  return (await user.get('/user/two-factor-qr-code')).body.data.attributes.secret as string
}
/** Its next code is one of a later step than that of the enrolment. */
async function withSecondFactor(): Promise<Protected> {
  const user = await holdall.signUp()
  const secret = await enrolled(user)
  const { status, body } = await user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
  expect(status).toBe(200)
  nextStep()
  return { user, secret, codes: body.data.attributes.codes }
}
async function half({ user }: Pick<Protected, 'user'>): Promise<Client> {
  const client = holdall.visitor()
  const { body } = await client.post('/login', { email: user.email, password: testPassword })
  expect(body).toEqual({ two_factor: true })
  return client
}
const answer = async (client: Client, proof: object) => {
  const { status, body } = await client.post('/two-factor-challenge', proof)
  return (body?.code as string | undefined) ?? status
}
const isSignedIn = async (client: Pick<Client, 'get'>) => (await client.get('/api/user')).status === 200

describe('enrolment', () => {
  test('needs a session, and a password that was given a short time ago', async () => {
    const user = await holdall.signUp()
    expect((await holdall.visitor().post('/user/two-factor-authentication')).body.code).toBe('unauthenticated')
    holdall.clock.advance(15 * minute)
    for (const call of [
      user.post('/user/two-factor-authentication'),
      user.get('/user/two-factor-qr-code'),
      user.post('/user/confirmed-two-factor-authentication', { code: '000000' }),
      user.post('/user/two-factor-recovery-codes', { code: '000000' }),
      user.delete('/user/two-factor-authentication', { code: '000000' }),
    ]) {
      expect((await call).body.code).toBe('confirmation-required')
    }
  })

  test('counts only once a code of the app was given', async () => {
    const user = await holdall.signUp()
    const secret = await enrolled(user)
    const refused = await user.post('/user/confirmed-two-factor-authentication', { code: wrongCode(secret) })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['code']])
    const other = holdall.visitor()
    const signIn = await other.post('/login', { email: user.email, password: testPassword })
    expect(signIn.body).toEqual({ two_factor: false })
    expect((await user.get('/api/user')).body.data.attributes.two_factor_confirmed_at).toBeNull()
  })

  test('shows the secret until then and never again, as a QR code and as text, and stores it encrypted', async () => {
    const user = await holdall.signUp()
    expect((await user.get('/user/two-factor-qr-code')).body.code).toBe('not-found')
    const secret = await enrolled(user)
    const { body, raw } = await user.get('/user/two-factor-qr-code')
    expect(body.data.attributes.svg).toMatch(/^<svg /)
    expect(raw.headers['cache-control']).toBe('no-store')
    const { db } = holdall.services
    const [row] = await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', user.userId).execute()
    expect(JSON.stringify(row)).not.toContain(secret)
    await user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    expect((await user.get('/user/two-factor-qr-code')).body.code).toBe('not-found')
  })

  test('ends all other sessions, replaces this one, and answers ten recovery codes, of which hashes are stored', async () => {
    const user = await holdall.signUp()
    const other = holdall.visitor()
    await other.post('/login', { email: user.email, password: testPassword })
    const before = user.cookies.get(sessionCookie)!
    const secret = await enrolled(user)
    const confirmed = await user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    expect(rotate(user, confirmed, 200)).not.toBe(before)
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false])
    const { codes, left } = confirmed.body.data.attributes as { codes: string[]; left: number }
    expect([new Set(codes).size, left]).toEqual([10, 10])
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const { db } = holdall.services
    const rows = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.userId).execute()
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
    expect((await user.get('/user/two-factor-recovery-codes')).body.data.attributes).toEqual({ codes: null, left: 10 })
  })

  test('is refused while a second factor is on: the old one is needed to replace it', async () => {
    const { user, secret } = await withSecondFactor()
    expect((await user.post('/user/two-factor-authentication')).body.code).toBe('conflict')
    const again = await user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    expect(again.body.code).toBe('conflict')
    expect(await answer(await half({ user }), { code: codeOf(secret) })).toBe(204)
  })

  test('leaves no session of a sign-in that was checked before it', async () => {
    const user = await holdall.signUp()
    const secret = await enrolled(user)
    const confirming = user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const other = holdall.visitor()
        await other.post('/login', { email: user.email, password: testPassword })
        return other
      }),
    )
    expect((await confirming).status).toBe(200)
    expect(await Promise.all(others.map(isSignedIn))).toEqual(others.map(() => false))
  })

  test('of a secret of another account is worth nothing', async () => {
    const [ann, bob] = [await withSecondFactor(), await withSecondFactor()]
    const { db } = holdall.services
    const { secret } = await db
      .selectFrom('totp_secrets')
      .select('secret')
      .where('user_id', '=', bob.user.userId)
      .executeTakeFirstOrThrow()
    await db.updateTable('totp_secrets').set({ secret }).where('user_id', '=', ann.user.userId).execute()
    expect(await answer(await half(ann), { code: codeOf(bob.secret) })).toBe('validation')
    expect(await answer(await half(ann), { recovery_code: ann.codes[0] })).toBe(204)
  })
})

describe('a session that awaits its second factor', () => {
  test('answers the challenge and signs out, and does nothing else', async () => {
    const account = await withSecondFactor()
    const client = await half(account)
    expect((await client.get('/api/user')).body.code).toBe('unauthenticated')
    expect((await client.post('/user/confirm-password', { password: testPassword })).body.code).toBe('unauthenticated')
    expect((await client.delete('/user/two-factor-authentication', {})).body.code).toBe('unauthenticated')
    const before = client.cookies.get(sessionCookie)!
    expect(await answer(client, { code: codeOf(account.secret) })).toBe(204)
    expect(client.cookies.get(sessionCookie)).not.toBe(before)
    expect(await isSignedIn(client)).toBe(true)
    const earlier = holdall.visitor()
    earlier.cookies.set(sessionCookie, before)
    expect(await isSignedIn(earlier)).toBe(false)
    const leaving = await half(account)
    expect((await leaving.post('/logout')).status).toBe(204)
    expect(await answer(leaving, { recovery_code: account.codes[0] })).toBe('unauthenticated')
  })

  test('is no bearer token, and marks no browser as known', async () => {
    const client = await half(await withSecondFactor())
    const secret = client.cookies.get(sessionCookie)!
    expect((await holdall.visitor().get('/api/user', { authorization: `Bearer ${secret}` })).status).toBe(401)
    expect(client.cookies.has('holdall_known')).toBe(false)
  })

  test('ends after ten minutes', async () => {
    const account = await withSecondFactor()
    const client = await half(account)
    holdall.clock.advance(10 * minute - second)
    const late = await half(account)
    expect(await answer(client, { code: wrongCode(account.secret) })).toBe('validation')
    holdall.clock.advance(second)
    expect(await answer(client, { code: codeOf(account.secret) })).toBe('unauthenticated')
    expect(await answer(late, { code: codeOf(account.secret) })).toBe(204)
  })

  test('ends with a change of the password, which keeps the second factor', async () => {
    const account = await withSecondFactor()
    const client = await half(account)
    const password = 'lake siljan at dawn'
    const change = { current: testPassword, password, password_confirmation: password }
    expect((await account.user.post('/api/user/password', change)).status).toBe(204)
    expect(await answer(client, { code: codeOf(account.secret) })).toBe('unauthenticated')
    const again = await holdall.visitor().post('/login', { email: account.user.email, password })
    expect(again.body).toEqual({ two_factor: true })
  })

  test('is not completed by a session that is signed in, or by none', async () => {
    const { user, secret } = await withSecondFactor()
    expect(await answer(user, { code: codeOf(secret) })).toBe('forbidden')
    expect(await answer(holdall.visitor(), { code: codeOf(secret) })).toBe('unauthenticated')
  })
})

describe('a code of the app', () => {
  test.each([
    ['29 s behind', -29 * second],
    ['right', 0],
    ['29 s ahead', 29 * second],
  ])('is accepted from a clock that is %s', async (_, aheadMs) => {
    const account = await withSecondFactor()
    nextStep()
    expect(await answer(await half(account), { code: codeOf(account.secret, aheadMs) })).toBe(204)
  })

  test.each([-3 * STEP, -2 * STEP, 2 * STEP, 3 * STEP])(
    'is refused from a clock that differs by %d ms',
    async (aheadMs) => {
      const account = await withSecondFactor()
      nextStep()
      nextStep()
      const code = codeOf(account.secret, aheadMs)
      if ([-1, 0, 1].some((steps) => codeOf(account.secret, steps * STEP) === code)) return
      expect(await answer(await half(account), { code })).toBe('validation')
    },
  )

  test('is used once: not twice, not after a later one, and not twice at the same time', async () => {
    const account = await withSecondFactor()
    const { secret } = account
    const code = codeOf(secret)
    expect(await answer(await half(account), { code })).toBe(204)
    expect(await answer(await half(account), { code })).toBe('validation')
    nextStep()
    const [earlier, later] = [codeOf(secret), codeOf(secret, STEP)]
    expect(await answer(await half(account), { code: later })).toBe(204)
    expect(await answer(await half(account), { code: earlier })).toBe('validation')
    nextStep()
    nextStep()
    const clients = [await half(account), await half(account), await half(account)]
    const codes = await Promise.all(clients.map((client) => answer(client, { code: codeOf(secret) })))
    expect(codes.filter((one) => one === 204)).toHaveLength(1)
  })

  test('that turned the second factor on does not sign in', async () => {
    const user = await holdall.signUp()
    const secret = await enrolled(user)
    const code = codeOf(secret)
    await user.post('/user/confirmed-two-factor-authentication', { code })
    expect(await answer(await half({ user }), { code })).toBe('validation')
  })

  test('may be pasted with spaces', async () => {
    const account = await withSecondFactor()
    const code = codeOf(account.secret)
    expect(await answer(await half(account), { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).toBe(204)
  })

  test('is refused when it is malformed, or given together with a recovery code', async () => {
    const account = await withSecondFactor()
    const client = await half(account)
    for (const proof of [
      {},
      { code: '' },
      { code: 'abcdef' },
      { code: '１２３４５６' },
      { code: '12345678' },
      { code: '0'.repeat(40) },
      { code: codeOf(account.secret), recovery_code: account.codes[0] },
    ]) {
      expect(await answer(client, proof)).toBe('validation')
    }
  })

  test('can be guessed for a few times only, from however many addresses and sessions', async () => {
    const account = await withSecondFactor()
    const guess = async (code: string, address: string) => {
      const client = await half(account)
      const call = { method: 'POST', url: '/two-factor-challenge', remoteAddress: address, payload: { code } } as const
      return (await client.request(call)).body?.code as string | undefined
    }
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 9; n++) codes.push(await guess(wrongCode(account.secret), `10.9.8.${n}`))
    expect(codes.slice(0, 8)).toEqual(Array(8).fill('validation'))
    expect(codes[8]).toBe('throttled')
    expect(await guess(codeOf(account.secret), '10.9.9.1')).toBe('throttled')
  })
})

describe('a recovery code', () => {
  test('is used once, however it is typed', async () => {
    const account = await withSecondFactor()
    const [code] = account.codes
    const typed = code!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect(await answer(await half(account), { recovery_code: typed })).toBe(204)
    expect(await answer(await half(account), { recovery_code: code })).toBe('validation')
    const left = (await account.user.get('/user/two-factor-recovery-codes')).body.data.attributes
    expect(left).toEqual({ codes: null, left: 9 })
  })

  test('signs in one of several that use it at the same time', async () => {
    const account = await withSecondFactor()
    const clients = [await half(account), await half(account), await half(account), await half(account)]
    const codes = await Promise.all(clients.map((client) => answer(client, { recovery_code: account.codes[0] })))
    expect(codes.filter((one) => one === 204)).toHaveLength(1)
    const signedIn = await Promise.all(clients.map(isSignedIn))
    expect(signedIn.filter(Boolean)).toHaveLength(1)
  })

  test('of another account is refused', async () => {
    const [ann, bob] = [await withSecondFactor(), await withSecondFactor()]
    expect(await answer(await half(ann), { recovery_code: bob.codes[0] })).toBe('validation')
    expect(await answer(await half(bob), { recovery_code: bob.codes[0] })).toBe(204)
  })

  test('is replaced by new ones, for which a code is needed too', async () => {
    const { user, secret, codes } = await withSecondFactor()
    const other = holdall.visitor()
    await other.post('/login', { email: user.email, password: testPassword })
    expect(await answer(other, { recovery_code: codes[1] })).toBe(204)
    const url = '/user/two-factor-recovery-codes'
    expect((await user.post(url, { code: wrongCode(secret) })).body.code).toBe('validation')
    const renewed = await user.post(url, { code: codeOf(secret) })
    expect(renewed.status).toBe(200)
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false])
    expect(await answer(await half({ user }), { recovery_code: codes[0] })).toBe('validation')
    expect(await answer(await half({ user }), { recovery_code: renewed.body.data.attributes.codes[0] })).toBe(204)
  })
})

describe('turning it off', () => {
  test('is refused without a right code, and changes nothing', async () => {
    const account = await withSecondFactor()
    for (const proof of [{}, { code: wrongCode(account.secret) }, { recovery_code: 'guess' }]) {
      expect((await account.user.delete('/user/two-factor-authentication', proof)).body.code).toBe('validation')
    }
    await half(account)
  })

  test.each(['code', 'recovery_code'] as const)('works by a %s, and ends all other sessions', async (kind) => {
    const account = await withSecondFactor()
    const { user, secret, codes } = account
    const other = await half(account)
    await answer(other, { recovery_code: codes[1] })
    const proof = { [kind]: kind === 'code' ? codeOf(secret) : codes[0] }
    expect((await user.delete('/user/two-factor-authentication', proof)).status).toBe(204)
    expect([await isSignedIn(user), await isSignedIn(other)]).toEqual([true, false])
    const again = await holdall.visitor().post('/login', { email: user.email, password: testPassword })
    expect(again.body).toEqual({ two_factor: false })
    const { db } = holdall.services
    for (const table of ['totp_secrets', 'recovery_codes'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', user.userId).execute()).toEqual([])
    }
  })

  test('discards a secret that was not confirmed, and keeps the session', async () => {
    const user = await holdall.signUp()
    const secret = await enrolled(user)
    const before = user.cookies.get(sessionCookie)
    expect((await user.delete('/user/two-factor-authentication', {})).status).toBe(204)
    expect(user.cookies.get(sessionCookie)).toBe(before)
    const late = await user.post('/user/confirmed-two-factor-authentication', { code: codeOf(secret) })
    expect(late.body.code).toBe('conflict')
  })
})

test('the owner is told of both by mail, in their language, and of new recovery codes by a notification', async () => {
  const { user, secret, codes } = await withSecondFactor()
  await user.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await user.post('/user/two-factor-recovery-codes', { recovery_code: codes[0] })
  await user.delete('/user/two-factor-authentication', { code: codeOf(secret) })
  await holdall.services.jobs.runDue()
  const sent = mails.filter(({ to }) => to === user.email)
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Zwei-Faktor-Authentifizierung für Holdall wurde ausgeschaltet',
    'Zwei-Faktor-Authentifizierung für Holdall wurde eingeschaltet',
  ])
  const { body } = await user.get('/api/notifications')
  const titles = (body.data as { attributes: { title: string } }[]).map(({ attributes }) => attributes.title)
  expect(titles.sort()).toEqual([
    'Neue Wiederherstellungscodes wurden erstellt',
    'Zwei-Faktor-Authentifizierung wurde ausgeschaltet',
    'Zwei-Faktor-Authentifizierung wurde eingeschaltet',
  ])
})
