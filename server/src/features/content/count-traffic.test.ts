import { day } from '../../infrastructure/clock.ts'
import { file } from '../../testing/file-requests.ts'
import { listen, rawConnection } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(() => holdall.close())

const urlOf = (entry: { attributes: { file_url: string } }) => entry.attributes.file_url
async function downloads(client: SignedIn): Promise<number[]> {
  const rows = await holdall.services.db
    .selectFrom('traffic')
    .select('downloaded')
    .where('user_id', '=', client.userId)
    .orderBy('day')
    .execute()
  return rows.map(({ downloaded }) => downloaded)
}
const counted = (client: SignedIn, ...bytes: number[]) =>
  until(async () => JSON.stringify(await downloads(client)) === JSON.stringify(bytes))

test('counts for each owner, whoever downloads, and continues after a write', async () => {
  const bob = await holdall.signUp()
  const [hers, his] = [urlOf(await file(ann, 'a', '0123456789')), urlOf(await file(bob, 'b', '01234'))]
  await Promise.all([ann.get(hers), bob.get(his), ann.get(hers)])
  await counted(ann, 20)
  await counted(bob, 5)
  await ann.get(hers)
  await counted(ann, 30)
  expect(await downloads(bob)).toEqual([5])
})

test('counts nothing for what the client has, for HEAD and for a refused range', async () => {
  const url = urlOf(await file(ann, 'a', '0123456789'))
  const { etag } = (await ann.request({ method: 'HEAD', url })).raw.headers as { etag: string }
  expect((await ann.get(url, { 'if-none-match': etag })).status).toBe(304)
  expect((await ann.get(url, { range: 'bytes=10-' })).status).toBe(416)
  await ann.get(url, { range: 'bytes=0-0' })
  await counted(ann, 1)
})

test('counts each day separately', async () => {
  const url = urlOf(await file(ann, 'a', '0123456789'))
  await ann.get(url)
  await counted(ann, 10)
  holdall.clock.advance(day)
  const [listed] = (await ann.get('/api/browse/folders/all')).body.data
  await ann.get(urlOf(listed), { range: 'bytes=0-4' })
  await counted(ann, 10, 5)
})

test('an aborted download counts the bytes that were sent', async () => {
  const size = 32 * 1024 * 1024
  const url = urlOf(await file(ann, 'large', Buffer.alloc(size, 'x')))
  const port = await listen(holdall.app)
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const connection = rawConnection(port, `GET ${url} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\n\r\n`)
  await until(() => connection.received().length > 1000)
  connection.socket.destroy()
  await until(async () => (await downloads(ann))[0]! > 0)
  expect((await downloads(ann))[0]).toBeLessThan(size)
  expect(holdall.log.filter((line) => line.includes('a download was aborted'))).toEqual([])
})

test('a database error while counting is logged, and the bytes are sent', async () => {
  const url = urlOf(await file(ann, 'a', '0123456789'))
  await holdall.services.db.schema.dropTable('traffic').execute()
  expect((await ann.get(url)).raw.body).toBe('0123456789')
  await until(() => holdall.log.some((line) => line.includes('downloaded bytes could not be counted')))
})
