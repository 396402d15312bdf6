import { runCommand, variablesOf } from '../testing/command-line.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
let ada: SignedIn
beforeAll(async () => {
  holdall = await testApp()
  ada = await holdall.signUp({ email: 'ada@example.com' })
})
afterAll(() => holdall.close())

const users = (...args: string[]) => runCommand(['users', ...args], { env: variablesOf(holdall.services.config) })
const restrictions = async (user: SignedIn) => (await user.get('/api/user')).body.data.meta.restrictions

test.each([
  [['nonsense']],
  [[]],
  [['restrict']],
  [['restrict', 'a@example.com', 'more']],
  [['restricted', 'a@example.com']],
  [['unrestrict', 'a@example.com', '--reason', 'x']],
  [['role', 'a@example.com']],
  [['role', 'a@example.com', 'admin', 'more']],
  [['reset-password']],
  [['reset-password', 'a@example.com', '--only', 'upload']],
])('%j is not understood, and the help is shown', async (args) => {
  const { code, err } = await users(...args)
  expect(code).toBe(2)
  expect(err).toContain('holdall users restrict EMAIL')
})

test.each([
  ['nobody', ['restrict', 'nobody@example.com'], 'There is no account with the address nobody@example.com.'],
  ['what is no address', ['restrict', 'ada'], '"ada" is no e-mail address.'],
  ['an unknown part', ['restrict', 'ada@example.com', '--only', 'upload,all'], '--only has no "all"'],
  ['an empty list', ['restrict', 'ada@example.com', '--only', ''], '--only has no ""'],
  ['an empty reason', ['restrict', 'ada@example.com', '--reason', ' '], '--reason: Enter a reason.'],
  ['two lines', ['restrict', 'ada@example.com', '--reason', 'a\nb'], '--reason: Use one line'],
  ['a long reason', ['restrict', 'ada@example.com', '--reason', 'x'.repeat(301)], 'Use at most 300 characters.'],
  ['a reversed reason', ['restrict', 'ada@example.com', '--reason', 'a\u202eb'], '--reason: Use no invisible'],
])('refuses %s, and restricts nobody', async (_what, args, words) => {
  const { code, err } = await users(...args)
  expect([code, err]).toEqual([1, expect.stringContaining(words)])
  expect(await restrictions(ada)).toMatchObject({ canUpload: true, cause: null, reason: null })
})

test('an account is restricted, listed and unrestricted beside a running server', async () => {
  const bob = await holdall.signUp()
  expect((await users('restricted')).out).toBe('No account is restricted.')
  expect(await users('restrict', 'ADA@example.com', '--reason', ' An invoice is unpaid. ')).toMatchObject({ code: 0 })
  expect(await restrictions(ada)).toEqual({
    canUpload: false,
    canDownload: false,
    canCreateFolder: false,
    canCreateTeamFolder: false,
    canInviteTeamMembers: false,
    cause: 'administrator',
    reason: 'An invoice is unpaid.',
  })
  expect(await restrictions(bob)).toMatchObject({ canUpload: true, cause: null })

  // The last command replaces what was decided before.
  expect((await users('restrict', 'ada@example.com', '--only', 'download, folders')).out).toContain(
    'ada@example.com may not use: download, folders.',
  )
  expect(await restrictions(ada)).toEqual({
    canUpload: true,
    canDownload: false,
    canCreateFolder: false,
    canCreateTeamFolder: true,
    canInviteTeamMembers: true,
    cause: 'administrator',
    reason: 'Your account is limited. Contact your administrator.',
  })
  expect((await users('restricted')).out).toBe('ada@example.com  download,folders')

  expect(await users('unrestrict', 'ada@example.com')).toMatchObject({ code: 0 })
  expect(await restrictions(ada)).toMatchObject({ canDownload: true, canCreateFolder: true, cause: null, reason: null })
  expect((await users('restricted')).out).toBe('No account is restricted.')
})

test('an account becomes an administrator beside a running server, and the last one stays one', async () => {
  const role = async (user: SignedIn) => (await user.get('/api/user')).body.data.attributes.role
  const owner = await holdall.signUp({ email: 'owner@example.com' })
  const dashboard = () => owner.get('/api/admin/dashboard')
  expect((await dashboard()).status).toBe(403)
  expect(await users('role', 'owner@example.com', 'owner')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"owner" is no role; use admin or user.'),
  })
  expect(await users('role', 'nobody@example.com', 'admin')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no account with the address nobody@example.com.'),
  })

  expect(await users('role', 'OWNER@example.com', 'admin')).toMatchObject({ code: 0 })
  expect([await role(owner), (await dashboard()).status]).toEqual(['admin', 200])
  expect(await users('role', 'owner@example.com', 'user')).toMatchObject({
    code: 1,
    err: expect.stringContaining('owner@example.com is the only administrator.'),
  })
  expect(await role(owner)).toBe('admin')

  expect(await users('role', 'ada@example.com', 'admin')).toMatchObject({ code: 0 })
  expect(await users('role', 'owner@example.com', 'user')).toMatchObject({ code: 0 })
  expect([await role(ada), await role(owner), (await dashboard()).status]).toEqual(['admin', 'user', 403])
})

test('a printed link sets a new password once, and replaces the link before', async () => {
  const linkFor = async (email: string) => {
    const { code, out } = await users('reset-password', email)
    expect(code).toBe(0)
    const page = new URL(/http\S+/.exec(out)![0])
    expect(page.pathname).toBe('/create-new-password')
    return Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
  }
  await holdall.signUp({ email: 'carl@example.com' })
  const password = 'quiet rivers run deep'
  const reset = async (link: object) =>
    (await holdall.visitor().post('/api/password/reset', { ...link, password, password_confirmation: password })).status
  const [replaced, link] = [await linkFor('carl@example.com'), await linkFor('carl@example.com')]
  expect([await reset(replaced), await reset(link), await reset(link)]).toEqual([410, 200, 410])
  expect((await holdall.visitor().post('/login', { email: 'carl@example.com', password })).status).toBe(200)

  expect(await users('reset-password', 'nobody@example.com')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no account with the address nobody@example.com.'),
  })
})

test('says when the database is of another version', async () => {
  await holdall.services.db.deleteFrom('kysely_migration' as 'settings').execute()
  const { code, err } = await users('restricted')
  expect([code, err]).toEqual([1, expect.stringContaining('Start this version of Holdall once')])
})
