import { ownerLimits, slotsOfOneSession } from '../../infrastructure/owner-slots.ts'
import { listen, rawConnection, rawJson } from '../../testing/raw-http.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'
import { put } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

/** Of one session; others of its user have the rest. */
const MAX = slotsOfOneSession(ownerLimits.uploads)

test('at most 24 of the 32 uploads of a user are received at once for one session; other users are not affected', async () => {
  expect(MAX).toBe(24)
  const port = await listen(holdall.app)
  const [ann, ben] = [await holdall.signUp(), await holdall.signUp()]
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const begin = (n: number) =>
    rawConnection(
      port,
      `POST /api/upload/chunks?name=${n}&upload_id=trickling-${n}&offset=0&size=1000 HTTP/1.1\r\nhost: a\r\n` +
        `cookie: ${cookie}\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000\r\n\r\nx`,
    )
  const open = Array.from({ length: MAX }, (_, n) => begin(n))
  const begun = () => holdall.services.db.selectFrom('uploads').select('upload_id').execute()
  await until(async () => (await begun()).length === MAX)

  const further = begin(MAX)
  await until(() => further.received().includes('\r\n\r\n{'))
  expect(further.received()).toMatch(/^HTTP\/1\.1 503 /)
  expect(rawJson(further.received())).toMatchObject({ code: 'busy', retry_after: 5 })
  expect((await put(ben, 'a')).status).toBe(201)

  open[0]!.socket.destroy()
  await until(async () => (await put(ann, 'b')).status === 201)

  // That made room for one, and for no more.
  const next = begin(MAX + 1)
  await until(async () => (await begun()).some(({ upload_id }) => upload_id === `trickling-${MAX + 1}`))
  const tooMany = begin(MAX + 2)
  await until(() => tooMany.received().includes('\r\n\r\n{'))
  expect(rawJson(tooMany.received())).toMatchObject({ code: 'busy' })
  for (const { socket } of [...open, further, next, tooMany]) socket.destroy()
})
