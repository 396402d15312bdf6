import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { homeOf } from '../access/target.store.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let foreignId: string
let port: number
beforeAll(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
  foreignId = (await homeOf(holdall.services.db, (await holdall.signUp()).userId)).root_id
  await holdall.app.listen({ port: 0, host: '127.0.0.1' })
  port = (holdall.app.server.address() as { port: number }).port
})
afterAll(() => holdall.close())

const url = '/api/upload/chunks'
/** Without the connections of the database, whose pool grows as it needs. */
const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => !isSocket(fd)).length
function isSocket(fd: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
  } catch {
    // That of the listing itself.
    return true
  }
}
const setAside = () => readdirSync(join(holdall.services.config.dataDir, 'tmp'))
const bytes = Buffer.alloc(50_000, 1)

const refusals: readonly (readonly [string, number, readonly (readonly [string, string | Buffer])[]])[] = [
  ['a name with a slash', 422, [['chunk', bytes], ['name', 'a/b']]], // oxfmt-ignore
  ['an invalid checksum', 422, [['chunk', bytes], ['name', 'a'], ['checksum', 'x']]], // oxfmt-ignore
  ['a field that is too long', 422, [['chunk', bytes], ['name', 'a'], ['path', 'x'.repeat(9000)]]], // oxfmt-ignore
  ['an id without an offset', 422, [['chunk', bytes], ['name', 'a'], ['upload_id', randomUUID()]]], // oxfmt-ignore
]

test('500 refused forms leave no file open and nothing on the disk', async () => {
  const kinds = [...refusals, ['a foreign folder', 404, [['chunk', bytes], ['name', 'a'], ['parent_id', foreignId]]] as const] // oxfmt-ignore
  await ann.form(url, kinds[0]![2])
  const before = openFiles()
  for (let n = 0; n < 100; n++) {
    const answers = await Promise.all(kinds.map(([, , fields]) => ann.form(url, fields)))
    expect(answers.map(({ status }) => status)).toEqual(kinds.map(([, status]) => status))
  }
  expect(openFiles()).toBeLessThanOrEqual(before + 2)
  expect(setAside()).toEqual([])
})

test('a field that was truncated because of its length is refused, not used', async () => {
  const answer = await ann.form(url, [['name', 'a'.repeat(9000)], ['chunk', bytes]]) // oxfmt-ignore
  expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
  expect(answer.body.errors).toHaveProperty('name')
})

test('an invalid field is refused before the file after it is stored', async () => {
  const { socket, answered } = await sendForm([['checksum', 'x']], 20_000_000)
  socket.write(Buffer.alloc(100_000))
  expect(await answered()).toMatch(/^HTTP\/1.1 422 /)
  expect(setAside()).toEqual([])
  socket.destroy()
})

test('a foreign folder is refused before the file after it is stored', async () => {
  const { socket, answered } = await sendForm([['parent_id', foreignId]], 20_000_000)
  socket.write(Buffer.alloc(100_000))
  expect(await answered()).toMatch(/^HTTP\/1.1 404 /)
  expect(setAside()).toEqual([])
  socket.destroy()
})

/** A form on a connection of its own, up to the first bytes of its file. */
async function sendForm(fields: readonly (readonly [string, string])[], size: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const part = (name: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const head = `${fields.map(([name, value]) => `${part(name)}${value}\r\n`).join('')}${part('chunk', '; filename="f"')}`
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const end = '\r\n--b--\r\n'
  socket.write(
    `POST ${url} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${head.length + size + end.length}\r\n\r\n${head}`,
  )
  const answered = async () => String(((await once(socket, 'data')) as [Buffer])[0])
  return { socket, answered, end, cookie }
}

async function expectAnswerAndFurtherUse(status: number, fields: readonly (readonly [string, string])[]) {
  const { socket, answered, end, cookie } = await sendForm(fields, 20_000_000)
  for (let sent = 0; sent < 20_000_000; sent += 1_000_000) socket.write(Buffer.alloc(1_000_000))
  socket.write(end)
  expect(await answered()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  socket.write(`GET /api/user HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
  expect(await answered()).toMatch(/^HTTP\/1.1 200 /)
  socket.destroy()
}

test('a form that is refused before its file of 20 MB is answered, and its connection stays open', async () => {
  await expectAnswerAndFurtherUse(404, [['name', 'a'], ['parent_id', foreignId]]) // oxfmt-ignore
})

test('a form whose file cannot be stored is answered, and its connection stays open', async () => {
  const tmp = join(holdall.services.config.dataDir, 'tmp')
  // A file in the folder's place fails as a disk does, in the middle of the form.
  await rm(tmp, { recursive: true, force: true })
  await writeFile(tmp, '')
  try {
    await expectAnswerAndFurtherUse(500, [['name', 'a']])
  } finally {
    await rm(tmp)
    await mkdir(tmp)
  }
})
