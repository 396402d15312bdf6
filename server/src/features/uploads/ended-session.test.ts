import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expectCountersToMatchRows, names } from '../../testing/file-requests.ts'
import { listen, rawConnection, rawJson } from '../../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let port: number
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp()
  port = await listen(holdall.app)
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

const upload = { name: 'a.txt', upload_id: 'held-open', offset: 0, size: 8 }
const form = (...parts: readonly string[]) => parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}`)
const [idOfForm, head] = form('name="parent_id"\r\n\r\n\r\n', 'name="file"; filename="a.txt"\r\n\r\nhalf')
const rest = 'rest\r\n--b--\r\n'

const uploads: readonly [string, string, string, string, string][] = [
  [
    'a chunk',
    `/api/upload/chunks?${new URLSearchParams(Object.entries(upload).map(([key, value]) => [key, String(value)])).toString()}`,
    'application/octet-stream',
    'half',
    'rest',
  ],
  ['a form', '/api/upload', 'multipart/form-data; boundary=b', `${idOfForm}${head}`, rest],
]
test.each(uploads)(
  '%s whose session ends while it is received creates no file',
  async (_what, path, type, first, last) => {
    const { db } = holdall.services
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { socket, received } = rawConnection(
      port,
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\n` +
        `content-length: ${first.length + last.length}\r\n\r\n${first}`,
    )
    const isForm = type.startsWith('multipart')
    const temporary = join(holdall.services.config.dataDir, 'tmp')
    const isBegun = async () =>
      isForm
        ? existsSync(temporary) && readdirSync(temporary).length === 1
        : (await db.selectFrom('uploads').select('offset').where('owner_id', '=', ann.userId).execute()).length === 1
    await until(isBegun)
    const other = holdall.visitor()
    await other.post('/login', { email: ann.email, password: testPassword })
    expect((await other.delete('/api/user/sessions')).status).toBe(204)
    socket.write(last)
    await until(() => received().includes('\r\n\r\n{'))
    socket.destroy()
    expect(received()).toMatch(/^HTTP\/1\.1 401 /)
    expect(rawJson(received())).toMatchObject({ code: 'unauthenticated' })
    await ann.post('/login', { email: ann.email, password: testPassword })
    expect(await names(ann)).toEqual([])
    await expectCountersToMatchRows(db)
    if (isForm) return expect(readdirSync(temporary)).toEqual([])
    // It can be continued after a sign-in.
    expect((await ann.raw('/api/upload/chunks', upload, Buffer.from('halfrest'))).status).toBe(201)
  },
)
