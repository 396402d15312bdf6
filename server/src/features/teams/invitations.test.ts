import { day } from '../../infrastructure/clock.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { settingsTtlMs } from '../../infrastructure/settings/settings.ts'
import { invitationSecret } from '../team-invitations/invitation-secret.ts'
import { accept, invite, join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

const mails: Mail[] = []
let holdall: TestApp
/** Without mail. */
let plain: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => {
  holdall = await testApp({
    mailer: { publicUrl: 'https://files.example', send: (mail) => Promise.resolve(void mails.push(mail)) },
  })
  plain = await testApp()
})
afterAll(async () => {
  await holdall.close()
  await plain.close()
})
beforeEach(async () => {
  mails.length = 0
  ann = await holdall.signUp({ name: 'Ann' })
  bob = await holdall.signUp({ name: 'Bob' })
})

const path = (id: string, secret?: string) =>
  `/api/teams/invitations/${id}${secret === undefined ? '' : `?secret=${secret}`}`
async function secretOf(email: string): Promise<string> {
  await holdall.services.jobs.runDue()
  const mail = mails.findLast(({ to }) => to === email)
  return new URL(mail!.action!.link).searchParams.get('secret')!
}
const members = async (owner: SignedIn, id: string): Promise<string[]> =>
  (await owner.get(`/api/teams/folders/${id}`)).body.meta.teamFolder.data.relationships.members.data.map(
    (one: { id: string }) => one.id,
  )
const notificationsOf = async (user: SignedIn) => (await user.get('/api/notifications')).body.data
/** After a time in which the session has ended. */
const signInAgain = async (user: SignedIn) =>
  expect((await user.post('/login', { email: user.email, password: testPassword })).status).toBe(200)
const account = (email: string) => ({
  name: 'New',
  email,
  password: testPassword,
  password_confirmation: testPassword,
})

test('the id alone proves nothing: it answers as an unknown one does', async () => {
  const id = await invite(ann, await teamFolder(ann), bob.email)
  const carol = await holdall.signUp()
  const unknown = '01890000-0000-7000-8000-000000000000'
  for (const client of [holdall.visitor(), ann, carol]) {
    for (const one of [id, unknown]) {
      const answers = [
        await client.get(path(one)),
        await client.get(path(one, 'guess')),
        await client.delete(path(one)),
      ]
      expect(answers.map(({ body }) => body.code)).toEqual(['not-found', 'not-found', 'not-found'])
    }
  }
  expect((await accept(carol, id)).body.code).toBe('not-found')
  expect((await accept(holdall.visitor(), id, await secretOf(bob.email))).body.code).toBe('unauthenticated')
  expect((await bob.get(path(id))).body.data.attributes.status).toBe('pending')
})

test('invitations that are refused send nothing, and count nothing towards those of a user', async () => {
  const folderId = await teamFolder(ann)
  const invitations = [bob.email, ann.email].map((email) => ({ email, permission: 'can_edit' }))
  const { db, jobs } = holdall.services
  const counted = () => db.selectFrom('throttles').select('failures').where('bucket', '=', 'team-invitation-mail')
  const before = await counted().execute()
  expect((await ann.patch(`/api/teams/folders/${folderId}`, { invitations })).body.code).toBe('validation')
  expect((await ann.post('/api/teams/folders', { name: 'Other', invitations })).body.code).toBe('validation')
  await jobs.runDue()
  expect([await counted().execute(), mails]).toEqual([before, []])
  await invite(ann, folderId, bob.email)
  expect(await counted().execute()).toHaveLength(before.length + 1)
  await jobs.runDue()
})

test.each(['with', 'without'] as const)(
  'nobody is invited again and again: %s mail the owner has to wait',
  async (mail) => {
    const { signUp, services } = mail === 'with' ? holdall : plain
    const [owner, guest] = [await signUp(), await signUp()]
    const folderId = await teamFolder(owner)
    const set = (...emails: string[]) =>
      owner.patch(`/api/teams/folders/${folderId}`, {
        invitations: emails.map((email) => ({ email, permission: 'can_view' })),
      })
    const others = Array.from({ length: 99 }, (_, index) => `guest${index}@guests.example`)
    expect((await set(...others)).status).toBe(200)
    expect((await set(guest.email)).status).toBe(200)
    expect((await set()).status).toBe(200)
    const { status, body, raw } = await set(guest.email)
    expect([status, body.code, Number(raw.headers['retry-after']) > 0]).toEqual([429, 'throttled', true])
    expect(await notificationsOf(guest)).toHaveLength(1)
    // What was refused as a whole has invited nobody.
    expect((await guest.get('/api/teams/invitations')).body.data).toEqual([])
    await services.jobs.runDue()
  },
)

test('a user is invited by mail and notification, and becomes a member by accepting', async () => {
  const folderId = await teamFolder(ann, 'Spring')
  const id = await invite(ann, folderId, bob.email, 'can_view')
  const shown = (await bob.get(path(id))).body.data
  expect(shown).toEqual({
    id,
    type: 'invitation',
    attributes: {
      parent_id: null,
      name: 'Spring',
      email: bob.email,
      color: expect.stringMatching(/^#/),
      permission: 'can_view',
      status: 'pending',
      isExistedUser: true,
      expires_at: expect.any(String),
    },
    relationships: {
      inviter: {
        data: {
          id: ann.userId,
          type: 'user',
          attributes: { name: 'Ann', email: ann.email, avatar: null, color: expect.any(String) },
        },
      },
    },
  })
  expect(await notificationsOf(bob)).toMatchObject([
    {
      attributes: {
        category: 'team-invitation',
        description: 'Ann invited you to “Spring”.',
        action: { type: 'invitation', params: { id } },
      },
    },
  ])
  const secret = await secretOf(bob.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: expect.stringContaining('Ann'), text: expect.stringContaining('“Spring”') })
  expect(mails[0]!.action!.link).toBe(`https://files.example/team-folder-invitation/${id}?secret=${secret}`)
  expect((await bob.get('/api/teams/shared-with-me/all')).body.data).toEqual([])

  expect((await accept(bob, id)).body.data.attributes).toMatchObject({ status: 'accepted', parent_id: folderId })
  expect((await bob.get('/api/teams/shared-with-me/all')).body.data).toMatchObject([
    { id: folderId, attributes: { permission: 'can_view' } },
  ])
  expect((await notificationsOf(bob))[0].attributes.action).toBeNull()
  expect(await notificationsOf(ann)).toMatchObject([
    {
      attributes: {
        description: 'Bob joined “Spring”.',
        action: { type: 'route', params: { route: 'TeamFolders', id: folderId } },
      },
    },
  ])
})

test('is answered once: a second answer is refused, also two at the same time', async () => {
  const folderId = await teamFolder(ann)
  const id = await invite(ann, folderId, bob.email)
  const answers = await Promise.all([accept(bob, id), accept(bob, id), accept(bob, id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect((await accept(bob, id)).body.code).toBe('invitation-used')
  expect((await bob.delete(path(id))).body.code).toBe('invitation-used')
  expect((await bob.get(path(id))).body.data.attributes.status).toBe('accepted')
  expect(await members(ann, folderId)).toEqual([ann.userId, bob.userId])
})

test('is declined by the session, or by the secret without one, and can be sent again', async () => {
  const folderId = await teamFolder(ann)
  const id = await invite(ann, folderId, bob.email)
  expect((await bob.delete(path(id))).body.data.attributes.status).toBe('declined')
  expect((await bob.get(path(id))).body.data.attributes.status).toBe('declined')
  expect((await accept(bob, id)).body.code).toBe('invitation-used')
  expect((await notificationsOf(bob))[0].attributes.action).toBeNull()
  const next = await invite(ann, folderId, bob.email)
  expect(next).not.toBe(id)
  const visitor = holdall.visitor()
  const secret = await secretOf(bob.email)
  expect((await visitor.get(path(next, secret))).body.data.attributes.status).toBe('pending')
  expect((await visitor.delete(path(next), { secret })).status).toBe(200)
  expect(await members(ann, folderId)).toEqual([ann.userId])
})

test('is not accepted by another account, even with the secret', async () => {
  const folderId = await teamFolder(ann)
  const id = await invite(ann, folderId, bob.email)
  const secret = await secretOf(bob.email)
  const carol = await holdall.signUp()
  expect((await carol.get(path(id, secret))).body.data.id).toBe(id)
  expect((await accept(carol, id, secret)).body.code).toBe('wrong-account')
  // That of another invitation is none for this one.
  const other = await invite(ann, folderId, carol.email)
  expect((await holdall.visitor().get(path(other, secret))).body.code).toBe('not-found')
  expect(await members(ann, folderId)).toEqual([ann.userId])
})

test('ends when it is withdrawn, when it expires, and with the folder', async () => {
  const folderId = await teamFolder(ann)
  const withdrawn = await invite(ann, folderId, bob.email)
  await ann.patch(`/api/teams/folders/${folderId}`, { invitations: [] })
  expect((await notificationsOf(bob))[0].attributes.action).toBeNull()
  const gone = await invite(ann, folderId, bob.email)
  await ann.delete(`/api/teams/folders/${folderId}`)
  for (const id of [withdrawn, gone]) {
    expect(
      [await bob.get(path(id)), await accept(bob, id), await bob.delete(path(id))].map(({ status }) => status),
    ).toEqual([410, 410, 410])
  }
  const later = await invite(ann, await teamFolder(ann), bob.email)
  holdall.clock.advance(29 * day)
  expect((await bob.get(path(later))).status).toBe(200)
  holdall.clock.advance(2 * day)
  const secret = invitationSecret(holdall.services, { id: later, email: bob.email })
  expect((await holdall.visitor().get(path(later, secret))).body.code).toBe('invitation-ended')
})

test('one that has expired is new where inviting was taken from its owner', async () => {
  const folderId = await teamFolder(ann)
  await invite(ann, folderId, bob.email)
  const { db } = holdall.services
  await db.updateTable('users').set({ invitation_restricted: 1 }).where('id', '=', ann.userId).execute()
  const again = () =>
    ann.patch(`/api/teams/folders/${folderId}`, { invitations: [{ email: bob.email, permission: 'can_edit' }] })
  expect((await again()).status).toBe(200)
  holdall.clock.advance(31 * day)
  await signInAgain(ann)
  expect((await again()).status).toBe(403)
})

test('the notification of one that has ended offers it until somebody tries to answer it', async () => {
  const folderId = await teamFolder(ann)
  const [expired, other] = [await invite(ann, folderId, bob.email), await invite(ann, await teamFolder(ann), bob.email)]
  const offered = async () =>
    (await notificationsOf(bob)).map(
      ({ attributes }: { attributes: { action: unknown } }) => attributes.action !== null,
    )
  holdall.clock.advance(31 * day)
  await signInAgain(bob)
  expect(await offered()).toEqual([true, true])
  expect((await accept(bob, expired)).body.code).toBe('invitation-ended')
  expect(await offered()).toEqual([true, false])
  expect((await bob.delete(path(other))).body.code).toBe('invitation-ended')
  expect(await offered()).toEqual([false, false])
})

describe('the list of the own', () => {
  const own = async (user: SignedIn) => (await user.get('/api/teams/invitations')).body

  test('has nothing of others, and nothing that was answered, withdrawn or has expired', async () => {
    expect((await holdall.visitor().get('/api/teams/invitations')).body.code).toBe('unauthenticated')
    const folders = [await teamFolder(ann, 'A'), await teamFolder(ann, 'B'), await teamFolder(ann, 'C')]
    const [accepted, declined] = [await invite(ann, folders[0]!, bob.email), await invite(ann, folders[1]!, bob.email)]
    await invite(ann, folders[2]!, bob.email)
    expect((await own(bob)).data).toHaveLength(3)
    for (const other of [ann, await holdall.signUp()]) expect((await own(other)).data).toEqual([])
    await accept(bob, accepted)
    await bob.delete(path(declined))
    await ann.patch(`/api/teams/folders/${folders[2]!}`, { invitations: [] })
    expect((await own(bob)).data).toEqual([])
    await invite(ann, folders[2]!, bob.email)
    holdall.clock.advance(31 * day)
    await signInAgain(bob)
    expect((await own(bob)).data).toEqual([])
  })

  test('is of the oldest first, and shows each as its page does', async () => {
    const carol = await holdall.signUp({ name: 'Carol' })
    const first = await invite(ann, await teamFolder(ann, 'Spring'), bob.email, 'can_view')
    holdall.clock.advance(1000)
    const second = await invite(carol, await teamFolder(carol, 'Autumn'), bob.email)
    const { data } = await own(bob)
    expect(data.map(({ id }: { id: string }) => id)).toEqual([first, second])
    expect(data[0]).toEqual((await bob.get(path(first))).body.data)
    expect(data[1].relationships.inviter.data.attributes.name).toBe('Carol')
  })
})

describe('somebody without an account', () => {
  test('signs up with the secret, which confirms the address, and accepts', async () => {
    const folderId = await teamFolder(ann)
    const email = 'invited@example.com'
    const id = await invite(ann, folderId, email)
    const secret = await secretOf(email)
    const visitor = holdall.visitor()
    expect((await visitor.get(path(id, secret))).body.data.attributes).toMatchObject({ isExistedUser: false, email })
    const { status, body } = await visitor.post('/api/register', { ...account(email), invitation: { id, secret } })
    expect([status, body]).toEqual([201, { verification: 'none' }])
    expect((await accept(visitor, id)).status).toBe(200)
    expect((await visitor.get('/api/teams/shared-with-me/all')).body.data).toHaveLength(1)
    expect((await visitor.get('/api/user')).body.data.attributes.verified).toBe(true)
  })

  test('does not confirm another address with it, or with a wrong one', async () => {
    const folderId = await teamFolder(ann)
    const id = await invite(ann, folderId, 'target@example.com')
    const secret = await secretOf('target@example.com')
    for (const [email, invitation] of [
      ['else@example.com', { id, secret }],
      ['target@example.com', { id, secret: 'guess' }],
    ] as const) {
      const { body } = await holdall.visitor().post('/api/register', { ...account(email), invitation })
      expect(body).toEqual({ verification: 'mailed' })
    }
    // An earlier, unconfirmed sign-up with the address is replaced by the one that has the secret.
    const visitor = holdall.visitor()
    expect((await visitor.get(path(id, secret))).body.data.attributes.isExistedUser).toBe(false)
    const right = { ...account('target@example.com'), invitation: { id, secret } }
    expect((await visitor.post('/api/register', right)).body).toEqual({ verification: 'none' })
    expect((await accept(visitor, id)).status).toBe(200)
    // Who has a confirmed account signs in.
    expect((await holdall.visitor().post('/api/register', right)).body).toEqual({ verification: 'mailed' })
  })
})

test('without mail an address counts as it is', async () => {
  const owner = await plain.signUp()
  const folderId = await teamFolder(owner)
  const id = await invite(owner, folderId, 'late@example.com')
  const late = plain.visitor()
  await late.post('/api/register', account('late@example.com'))
  expect((await late.get(path(id))).body.data.attributes.status).toBe('pending')
  // The new account is told of what its address got before.
  expect((await late.get('/api/notifications')).body.data).toMatchObject([
    { attributes: { action: { type: 'invitation', params: { id } } } },
  ])
  expect((await accept(late, id)).status).toBe(200)
})

test('an address that is confirmed later is told of its invitations then, and not before', async () => {
  const email = 'later@example.com'
  await holdall.visitor().post('/api/register', account(email))
  const id = await invite(ann, await teamFolder(ann), email)
  const { db } = holdall.services
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const told = () => db.selectFrom('notifications').select('action').where('user_id', '=', user.id).execute()
  expect(await told()).toEqual([])
  await holdall.services.jobs.runDue()
  const link = mails.find(({ to, action }) => to === email && action?.link.includes('verify'))!.action!.link
  const { pathname, searchParams } = new URL(link)
  const confirmed = await holdall
    .visitor()
    .post(`/api/user/verify/${pathname.split('/').at(-1)!}`, Object.fromEntries(searchParams))
  expect(confirmed.status).toBe(204)
  expect(await told()).toEqual([{ action: JSON.stringify({ type: 'invitation', params: { id } }) }])
})

test('an address that is confirmed by a link for a new password is told of its invitations', async () => {
  const email = 'recovered@example.com'
  const visitor = holdall.visitor()
  await visitor.post('/api/register', account(email))
  await invite(ann, await teamFolder(ann), email)
  await visitor.post('/api/password/recover', { email })
  await holdall.services.jobs.runDue()
  const link = mails.find(({ to, action }) => to === email && action?.link.includes('create-new-password'))!.action!
    .link
  const given = Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)))
  const password = 'lake siljan at dawn'
  const answer = await visitor.post('/api/password/reset', { ...given, password, password_confirmation: password })
  expect(answer.status).toBe(200)
  await visitor.post('/login', { email, password })
  const { data } = (await visitor.get('/api/notifications')).body as { data: { attributes: { category: string } }[] }
  expect(data.filter(({ attributes }) => attributes.category === 'team-invitation')).toHaveLength(1)
})

test('an address that is a member, or invited, already is not invited again', async () => {
  const folderId = await teamFolder(ann)
  await join(ann, folderId, bob)
  const first = await invite(ann, folderId, 'new@example.com', 'can_view')
  const twice = [
    { email: 'NEW@example.com', permission: 'can_edit' },
    { email: bob.email, permission: 'can_view' },
  ]
  const { body } = await ann.patch(`/api/teams/folders/${folderId}`, { invitations: twice })
  expect(body.data.relationships.invitations.data).toMatchObject([
    { id: first, attributes: { permission: 'can_edit' } },
  ])
  await secretOf('new@example.com')
  expect(mails.filter(({ to }) => to === 'new@example.com')).toHaveLength(1)
  expect(await members(ann, folderId)).toEqual([ann.userId, bob.userId])
})

test('more accounts than there are database connections invite at once, after the cached settings have expired', async () => {
  const owners: SignedIn[] = []
  for (let n = 0; n < 12; n++) owners.push(await plain.signUp())
  plain.clock.advance(settingsTtlMs)
  const invitations = [{ email: 'guest@guests.example', permission: 'can_view' }]
  const answers = owners.map((owner) => owner.post('/api/teams/folders', { name: 'Team', invitations }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(owners.map(() => 201))
})
