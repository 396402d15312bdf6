import { file } from '../file-requests.ts'
import { png } from '../pictures.ts'
import { readZip } from '../read-zip.ts'
import { join, teamFolder } from '../team-requests.ts'
import { type SignedIn, testPassword } from '../test-app.ts'
import { accepted, type SmokeApp, smokeApp, smokeFeatures } from './smoke-app.ts'

let holdall: SmokeApp
let ann: SignedIn
beforeAll(async () => void (holdall = await smokeApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp()))

const next = 'lake siljan at dawn'
const passwords = (password: string) => ({ password, password_confirmation: password })

test('somebody signs up, confirms the address, signs in and out', async () => {
  const email = 'new@example.com'
  const browser = holdall.visitor()
  await accepted(browser.post('/api/register', { name: 'New', email, ...passwords(testPassword) }))
  await accepted(browser.post('/api/user/verify', { email }))
  const { pathname, searchParams, search } = await holdall.linkMailedTo(email)
  const address = pathname.replace('/verify-email/', '/api/user/verify/')
  expect((await browser.get(address + search)).status).toBeLessThan(400)
  await accepted(browser.post(address, Object.fromEntries(searchParams)))
  for (const [signIn, signOut] of [
    ['/login', '/logout'],
    ['/api/login', '/api/logout'],
  ] as const) {
    const client = holdall.visitor()
    const { data } = await accepted(client.post(signIn, { email, password: testPassword }))
    const token = data?.attributes?.token as string | undefined
    await accepted(client.post(signOut, {}, { ...(token && { authorization: `Bearer ${token}` }) }))
  }
})

test('a forgotten password is replaced, and a known one is changed', async () => {
  await accepted(holdall.visitor().post('/api/password/recover', { email: ann.email }))
  const given = new URLSearchParams((await holdall.linkMailedTo(ann.email)).hash.slice(1))
  const link = { email: ann.email, token: given.get('token') }
  await accepted(holdall.visitor().post('/api/password/reset/access', link))
  await accepted(holdall.visitor().post('/api/password/reset', { ...link, ...passwords(next), end_access: true }))
  const client = holdall.visitor()
  await accepted(client.post('/login', { email: ann.email, password: next }))
  await accepted(client.post('/user/confirm-password', { password: next }))
  await accepted(client.post('/api/user/password', { current: next, ...passwords(testPassword) }))
})

test('the address of an account is changed by the link that is mailed to it', async () => {
  const email = `changed-${ann.email}`
  await accepted(ann.post('/api/user/email/verify'))
  await accepted(ann.post('/api/user/email', { email }))
  await accepted(ann.delete('/api/user/email'))
  await accepted(ann.post('/api/user/email', { email }))
  expect((await accepted(ann.get('/api/user/email'))).data.attributes.email).toBe(email)
  const token = new URLSearchParams((await holdall.linkMailedTo(email)).hash.slice(1)).get('token')
  await accepted(ann.post('/api/user/email/confirm', { token }))
  expect((await accepted(ann.get('/api/user'))).data.attributes.email).toBe(email)
})

test('sessions are listed and ended', async () => {
  const other = holdall.visitor()
  await accepted(other.post('/login', { email: ann.email, password: testPassword }))
  const { data } = await accepted(ann.get('/api/user/sessions'))
  const { id } = data.find((one: { attributes: { current: boolean } }) => !one.attributes.current)
  await accepted(ann.delete(`/api/user/sessions/${id}`))
  expect((await other.get('/api/user')).status).toBe(401)
  await accepted(ann.delete('/api/user/sessions'))
})

test('settings, storage and the avatar belong to the account', async () => {
  await accepted(ann.patch('/api/user/settings', { name: 'first_name', value: 'Anna' }))
  await file(ann, 'a.txt', 'text')
  await accepted(ann.get('/api/user/storage'))
  await accepted(ann.form('/api/user/avatar', [['avatar', await png(20, 20)]]))
  const { data } = await accepted(ann.get('/api/user'))
  const avatar = /\/avatars\/[^"]+/.exec(JSON.stringify(data))![0]
  expect((await ann.get(avatar)).status).toBe(200)
  await accepted(ann.delete('/api/user/avatar'))
})

test('an API token is made, used, listed and removed', async () => {
  const made = await accepted(ann.post('/api/user/tokens', { name: 'Backup', scopes: ['files:read'] }))
  const { data } = await accepted(ann.get('/api/user/tokens'))
  expect(data).toHaveLength(1)
  const authorization = `Bearer ${made.plainTextToken}`
  await accepted(holdall.visitor().get('/api/browse/folders/all', { authorization }))
  await accepted(ann.delete(`/api/user/tokens/${data[0].id}`))
})

test('notifications are read, removed and cleared', async () => {
  for (let count = 0; count < 2; count++) {
    await holdall.services.transact((trx) =>
      holdall.services.notifications.notify(trx, ann.userId, {
        category: 'security',
        title: 'notification.sign_in.title',
        description: 'notification.sign_in.description',
        values: { device: 'browser', browser: 'Safari', system: '', address: '192.0.2.7' },
      }),
    )
  }
  await accepted(ann.post('/api/notifications/read', {}))
  const { data } = await accepted(ann.get('/api/notifications'))
  expect(data).toHaveLength(2)
  await accepted(ann.delete(`/api/notifications/${data[0].id}`))
  await accepted(ann.delete('/api/notifications'))
  expect((await accepted(ann.get('/api/notifications'))).data).toEqual([])
})

test('the data of an account are exported', async () => {
  await file(ann, 'a.txt', 'text')
  await accepted(ann.post('/api/user/data-export'))
  await holdall.services.jobs.runDue()
  await accepted(ann.get('/api/user/data-export'))
  const { raw } = await ann.get('/api/user/data-export/content')
  expect((await readZip(raw.rawPayload)).length).toBeGreaterThan(1)
  await accepted(ann.delete('/api/user/data-export'))
})

test('the deletion of an account is requested, canceled and done', async () => {
  await file(ann, 'a.txt', 'text')
  const [ben, id] = [await holdall.signUp(), await teamFolder(ann)]
  await join(ann, id, ben)
  const request = () => ann.post('/api/user/deletion', { email: ann.email, team_folders: [{ id, to: ben.userId }] })
  expect(JSON.stringify(await accepted(ann.get('/api/user/deletion')))).toContain(ben.userId)
  await accepted(request())
  await accepted(ann.delete('/api/user/deletion'))
  await holdall.services.settings.set('accounts.deletion_days', 0)
  await accepted(request())
  await holdall.services.jobs.runDue()
  const { db } = holdall.services
  expect(await db.selectFrom('users').where('id', '=', ann.userId).select('id').execute()).toEqual([])
})

test('forms offer a challenge, and sockets are authorised', async () => {
  await holdall.services.settings.set('protection.proof_of_work', true)
  await accepted(holdall.visitor().get('/api/challenge?purpose=sign-up'))
  const channel_name = `private-user.${ann.userId}`
  await accepted(ann.post('/broadcasting/auth', { socket_id: '1.2', channel_name }))
})

test('every endpoint of these features has answered', () => {
  expect(holdall.unanswered(smokeFeatures.accounts)).toEqual([])
})
