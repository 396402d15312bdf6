import { setupKeyHeader } from '@holdall/api'
import { safeUrl } from './log.ts'
import { testApp, testPassword } from './testing/test-app.ts'

it.each([
  ['/file/0189?for=u.1&signature=abc', '/file/0189?…'],
  ['/api/sharing/TOKENTOKENTOKEN1', '/api/sharing/…'],
  ['/api/sharing/authenticate/TOKENTOKENTOKEN1', '/api/sharing/authenticate/…'],
  ['/api/sharing/folders/all/TOKENTOKENTOKEN1', '/api/sharing/folders/all/…'],
  ['/api/sharing/file/TOKENTOKENTOKEN1', '/api/sharing/file/…'],
  ['/api/sharing/navigation/TOKENTOKENTOKEN1?parent_id=1', '/api/sharing/navigation/…?…'],
  ['/share/TOKENTOKENTOKEN1/files/1', '/share/…/files/1'],
  ['/api/share/TOKENTOKENTOKEN1', '/api/share/…'],
  ['/api/share/revoke', '/api/share/revoke'],
  ['/install?key=SECRET', '/install?…'],
  ['/api/browse/folders/all', '/api/browse/folders/all'],
])('%s is logged as %s', (url, shown) => {
  expect(safeUrl(url)).toBe(shown)
})

it('the log of a day holds no password, no cookie, no token and no key', async () => {
  const holdall = await testApp({ installed: false })
  const { key } = holdall.services.installation
  const client = holdall.visitor()
  const owner = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }
  await client.get(`/install?key=${key}`)
  await client.get('/api/setup/status', { [setupKeyHeader]: key })
  await client.post('/api/setup/admin', owner, { [setupKeyHeader]: key })
  const folder = (await client.post('/api/create-folder', { name: 'Plans' })).body.data
  const share = (await client.post('/api/share', { id: folder.id, isPassword: true, password: 'sesame-open' })).body
    .data
  const { token } = share.attributes
  const guest = holdall.visitor()
  await guest.get(`/share/${token}`)
  await guest.get(`/api/sharing/${token}`)
  await guest.post(`/api/sharing/authenticate/${token}`, { password: 'sesame-open' })
  await guest.get(`/api/sharing/folders/all/${token}`)
  await client.patch(`/api/share/${token}`, { expiration: 1 })
  await client.delete('/api/share/revoke', { tokens: [token] })
  await client.post('/login', { email: owner.email, password: 'a wrong password' })
  const secrets = [
    key,
    testPassword,
    'a wrong password',
    'sesame-open',
    token,
    ...client.cookies.values(),
    ...guest.cookies.values(),
  ]
  const text = holdall.log.join('\n')
  expect(holdall.log.length).toBeGreaterThan(10)
  expect(guest.cookies.size).toBe(1)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  await holdall.close()
})
