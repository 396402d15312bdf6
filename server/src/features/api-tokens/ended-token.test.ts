import { randomBytes } from 'node:crypto'
import { expectCountersToMatchRows, file } from '../../testing/file-requests.ts'
import { listen, pausedConnection, rawConnection } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let port: number
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp({ limits: { accessCheckMs: 20 } })
  port = await listen(holdall.app)
})
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
})
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const large = randomBytes(24 * 1024 * 1024)

async function createToken() {
  const { body } = await ann.post('/api/user/tokens', { name: 'a' })
  return { token: body.plainTextToken as string, remove: () => ann.delete(`/api/user/tokens/${body.data.id}`) }
}
const head = (method: string, path: string, token: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${more}\r\n`

test.each(['file', 'zip'])('a %s that is sent slowly ends with the token, of own files too', async (kind) => {
  const { id } = await file(ann, 'large.bin', large)
  await file(ann, 'small.bin', 'x')
  const { body } = await ann.get('/api/browse/folders/all')
  const ids = body.data.map((entry: { id: string }) => entry.id)
  const entry = body.data.find((one: { id: string }) => one.id === id)
  const path = kind === 'file' ? entry.attributes.file_url : `/api/zip?items=${ids.join(',')}`
  const { token, remove } = await createToken()
  const running = await pausedConnection(port, head('GET', path, token))
  expect(running.received()).toMatch(/^HTTP\/1.1 200 /)
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      holdall.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  const open = await connections()
  expect((await remove()).status).toBe(204)
  await until(async () => (await connections()) < open)
  running.socket.resume()
  await running.closed
  expect(running.received().length).toBeLessThan(large.length)
})

test('an upload whose token is removed meanwhile stores nothing', async () => {
  const { token, remove } = await createToken()
  const headers = 'content-type: application/octet-stream\r\ncontent-length: 8\r\nconnection: close\r\n'
  const running = rawConnection(port, `${head('POST', '/api/upload?name=a.txt', token, headers)}half`)
  await until(async () => {
    const row = await holdall.services.db.selectFrom('api_tokens').select('last_used_at').execute()
    return row.some(({ last_used_at }) => last_used_at !== null)
  })
  expect((await remove()).status).toBe(204)
  running.socket.write('half')
  await running.closed
  expect(running.received()).toMatch(/^HTTP\/1.1 401 /)
  expect((await ann.get('/api/browse/folders/all')).body.data).toEqual([])
})
