import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { folder, shareLink } from '../../testing/file-requests.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
})
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const next = 'lake siljan at dawn'
const setUser = (values: { verified_at?: number | null; two_factor_confirmed_at?: number; usable_unconfirmed?: 1 }) =>
  holdall.services.db.updateTable('users').set(values).where('id', '=', ann.userId).execute()
/** As after a start with another configuration. */
const setMailServer = (delivers: boolean) => void Object.assign(holdall.services.mailer, { delivers })

async function linkMailed() {
  await holdall.visitor().post('/api/password/recover', { email: ann.email })
  await holdall.services.jobs.runDue()
  const { text } = mails.findLast(({ to, text: content }) => to === ann.email && content.includes('/create-new-pass'))!
  const fields = new URLSearchParams(new URL(/http\S+/.exec(text)![0]).hash.slice(1))
  return { email: ann.email, token: fields.get('token')! }
}
type Link = Awaited<ReturnType<typeof linkMailed>>
const show = async (link: Link) => (await holdall.visitor().post('/api/password/reset/access', link)).body
const reset = (link: Link, more: object = {}) =>
  holdall.visitor().post('/api/password/reset', { ...link, password: next, password_confirmation: next, ...more })

/** Makes one of each kind, with this in its name. */
async function makeAccess(name: string) {
  const { db, ids, clock } = holdall.services
  expect((await ann.post('/api/user/tokens', { name })).status).toBe(201)
  const made = { id: ids.next(), user_id: ann.userId, created_at: clock.now(), last_used_at: null }
  const key = { credential_id: made.id, public_key: 'k', counter: 0, transports: '[]', name }
  await db
    .insertInto('passkeys')
    .values({ ...made, ...key })
    .execute()
  const identity = {
    provider: 'github',
    issuer: 'https://github.com/login/oauth',
    subject: made.id,
    email: null,
  } as const
  await db
    .insertInto('linked_sign_ins')
    .values({ ...made, ...identity, id: ids.next() })
    .execute()
  await shareLink(ann, await folder(ann, name), { permission: 'editor' })
}
/** Names of what the account has. */
async function left() {
  const { db } = holdall.services
  const ofUser = (table: 'api_tokens' | 'passkeys') =>
    db.selectFrom(table).select('name').where('user_id', '=', ann.userId).orderBy('created_at').execute()
  const signIns = await db.selectFrom('linked_sign_ins').select('id').where('user_id', '=', ann.userId).execute()
  const links = await db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .select('entries.name')
    .where('shares.owner_id', '=', ann.userId)
    .orderBy('shares.created_at')
    .execute()
  const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)
  return [names(await ofUser('api_tokens')), names(await ofUser('passkeys')), signIns.length, names(links)]
}
const mailText = async () => {
  await holdall.services.jobs.runDue()
  return mails.findLast(({ to, subject }) => to === ann.email && subject.includes('was changed'))!.text
}
const kept = (name: string) => ({ names: [name], total: 1 })
const nothing = { names: [], total: 0 }

test('what stays is shown to the holder of a valid link only, and showing it changes nothing', async () => {
  await makeAccess('mine')
  await shareLink(ann, await folder(ann, 'viewed'))
  const link = await linkMailed()
  for (const wrong of [
    { ...link, token: 'x' },
    { ...link, email: 'other@example.com' },
  ])
    expect((await show(wrong)).code).toBe('link-expired')
  const attributes = {
    second_factor: 'off',
    kept: {
      api_tokens: kept('mine'),
      passkeys: kept('mine'),
      linked_sign_ins: kept('GitHub'),
      editing_links: kept('mine'),
    },
  }
  const { data } = await show(link)
  expect(data).toEqual({ id: ann.userId, type: 'recovery-access', attributes })
  expect((await show(link)).data.attributes).toEqual(attributes)
  expect((await reset(link)).status).toBe(200)
  expect((await show(link)).code).toBe('link-expired')
})

test('of many it shows the names of the oldest twenty, and how many there are', async () => {
  const { db, ids } = holdall.services
  for (let i = 0; i < 25; i++) {
    const row = { id: ids.next(), user_id: ann.userId, created_at: holdall.clock.now() + i, last_used_at: null }
    const key = { credential_id: row.id, public_key: 'k', counter: 0, transports: '[]', name: `key ${i}` }
    await db
      .insertInto('passkeys')
      .values({ ...row, ...key })
      .execute()
  }
  const { passkeys } = (await show(await linkMailed())).data.attributes.kept
  expect([passkeys.total, passkeys.names.length, passkeys.names[0]]).toEqual([25, 20, 'key 0'])
})

test.each([{}, { end_access: false }])(
  'a new password with %j leaves what was made after the confirmation',
  async (more) => {
    await makeAccess('mine')
    expect((await reset(await linkMailed(), more)).status).toBe(200)
    expect(await left()).toEqual([['mine'], ['mine'], 1, ['mine']])
    expect(await mailText()).not.toContain('ended too')
  },
)

test('everything that is listed ends on request, as the mail and a notification say; links that only show stay', async () => {
  await makeAccess('mine')
  await shareLink(ann, await folder(ann, 'viewed'))
  expect((await reset(await linkMailed(), { end_access: true })).status).toBe(200)
  expect(await left()).toEqual([[], [], 0, ['viewed']])
  expect(await mailText()).toContain(
    'This was ended too: 1 API token, 1 passkey, 1 linked sign-in, and 1 link that allowed editing.',
  )
  const again = holdall.visitor()
  expect((await again.post('/login', { email: ann.email, password: next })).status).toBe(200)
  const titles = (await again.get('/api/notifications')).body.data.map(
    ({ attributes }: { attributes: { title: string } }) => attributes.title,
  )
  expect(titles).toEqual(expect.arrayContaining(['Other access was ended', 'Your password was changed']))
  const activities = (await again.get('/api/activity')).body.data as { attributes: { kind?: string; type?: string } }[]
  expect(JSON.stringify(activities)).toContain('link-revoked')
})

test('in a team folder, links of the account end, and those of others stay', async () => {
  const bob = await holdall.signUp()
  const carol = await holdall.signUp()
  const team = await teamFolder(bob, 'Team', { members_can_share: true })
  for (const member of [ann, carol]) await join(bob, team, member)
  for (const member of [ann, bob, carol]) await shareLink(member, team, { permission: 'editor' })
  const link = await linkMailed()
  expect((await show(link)).data.attributes.kept.editing_links).toEqual(kept('Team'))
  await reset(link, { end_access: true })
  const { db } = holdall.services
  const links = await db.selectFrom('shares').select('creator_id').where('owner_id', '=', bob.userId).execute()
  expect(new Set(links.map(({ creator_id }) => creator_id))).toEqual(new Set([null, carol.userId]))
})

test('a second factor that stays hides everything, and nothing ends without it', async () => {
  await makeAccess('mine')
  await setUser({ two_factor_confirmed_at: holdall.clock.now() + 1 })
  const link = await linkMailed()
  expect((await show(link)).data.attributes).toEqual({ second_factor: 'stays', kept: null })
  const refused = await reset(link, { end_access: true })
  expect([refused.status, refused.body.code]).toEqual([403, 'two-factor-required'])
  expect((await holdall.visitor().post('/login', { email: ann.email, password: next })).body.code).toBe(
    'bad-credentials',
  )
  expect((await reset(link)).status).toBe(200)
  expect(await left()).toEqual([['mine'], ['mine'], 1, ['mine']])
  expect((await holdall.visitor().post('/login', { email: ann.email, password: next })).body).toEqual({
    two_factor: true,
  })
})

describe('made before the address was first confirmed', () => {
  test('all ends in any case, the second factor too, and what was made afterwards stays', async () => {
    await makeAccess('earlier')
    await setUser({ two_factor_confirmed_at: holdall.clock.now() })
    holdall.clock.advance(1000)
    await setUser({ verified_at: holdall.clock.now() })
    holdall.clock.advance(1000)
    await makeAccess('later')
    const link = await linkMailed()
    const { second_factor, kept: listed } = (await show(link)).data.attributes
    expect([second_factor, listed.api_tokens, listed.editing_links]).toEqual(['ends', kept('later'), kept('later')])
    expect((await reset(link)).status).toBe(200)
    expect(await left()).toEqual([['later'], ['later'], 1, ['later']])
    expect(await mailText()).toContain('1 link that allowed editing, and two-factor authentication.')
    expect((await holdall.visitor().post('/login', { email: ann.email, password: next })).body).toEqual({
      two_factor: false,
    })
  })

  test('is everything where it was never confirmed: the owner of the address takes the account over', async () => {
    await makeAccess('of the attacker')
    await setUser({ verified_at: null, usable_unconfirmed: 1, two_factor_confirmed_at: holdall.clock.now() })
    const link = await linkMailed()
    expect((await show(link)).data.attributes).toEqual({
      second_factor: 'ends',
      kept: { api_tokens: nothing, passkeys: nothing, linked_sign_ins: nothing, editing_links: nothing },
    })
    expect((await reset(link)).status).toBe(200)
    expect(await left()).toEqual([[], [], 0, []])
    const { db } = holdall.services
    for (const table of ['totp_secrets', 'recovery_codes'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', ann.userId).execute()).toEqual([])
    const owner = holdall.visitor()
    expect((await owner.post('/login', { email: ann.email, password: next })).body).toEqual({ two_factor: false })
    expect((await owner.get('/api/user')).body.data.attributes.verified).toBe(true)
  })

  test('is nothing without a mail server, where no address is confirmed', async () => {
    await makeAccess('mine')
    await setUser({ verified_at: null, usable_unconfirmed: 1, two_factor_confirmed_at: holdall.clock.now() })
    const link = await linkMailed()
    setMailServer(false)
    expect((await reset(link)).status).toBe(200)
    setMailServer(true)
    expect(await left()).toEqual([['mine'], ['mine'], 1, ['mine']])
    expect((await holdall.visitor().post('/login', { email: ann.email, password: next })).body).toEqual({
      two_factor: true,
    })
  })
})

test('of two calls at once one ends everything, and the other nothing', async () => {
  await makeAccess('mine')
  const link = await linkMailed()
  const answers = await Promise.all([reset(link, { end_access: true }), reset(link)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  const isEnded = answers[0].status === 200
  expect((await left())[0]).toEqual(isEnded ? [] : ['mine'])
  expect((await holdall.visitor().post('/login', { email: ann.email, password: testPassword })).body.code).toBe(
    'bad-credentials',
  )
})
