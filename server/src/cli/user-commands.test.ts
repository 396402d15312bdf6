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

test('says when the database is of another version', async () => {
  await holdall.services.db.deleteFrom('kysely_migration' as 'settings').execute()
  const { code, err } = await users('restricted')
  expect([code, err]).toEqual([1, expect.stringContaining('Start this version of Holdall once')])
})
