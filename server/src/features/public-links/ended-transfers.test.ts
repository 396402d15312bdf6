import { randomBytes } from 'node:crypto'
import { listen, pausedConnection } from '../../testing/raw-http.ts'
import { expectCountersToMatchRows, file, folder } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { teamScene } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let port: number
let ann: SignedIn
/** A file that is larger than what the sockets hold; tests share copies of it. */
let original: string
let visitor: Client
beforeAll(async () => {
  holdall = await testApp({ limits: { accessCheckMs: 20 } })
  port = await listen(holdall.app)
  ann = await holdall.signUp()
  original = (await file(ann, 'large.bin', large)).id
})
afterAll(() => holdall.close())
beforeEach(() => void (visitor = holdall.visitor()))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const large = randomBytes(24 * 1024 * 1024)

const connections = () =>
  new Promise<number>((resolve, reject) =>
    holdall.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Waits until the server has closed one of its connections, and reads what it had sent before. */
async function cutOff({ socket, closed, received }: Awaited<ReturnType<typeof begin>>, change: () => Promise<unknown>) {
  const open = await connections()
  await change()
  await until(async () => (await connections()) < open)
  socket.resume()
  await closed
  expect(received().length).toBeLessThan(large.length)
}

/** A download that has begun and whose receiver reads no further. */
async function begin({ cookies }: Client, path: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const running = await pausedConnection(
    port,
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`,
  )
  expect(running.received()).toMatch(/^HTTP\/1.1 200 /)
  return running
}

/** A link to a folder with a large file, and what visitors can download of it. */
async function shared(rules: object = {}) {
  const top = await folder(ann, 'shared')
  const inside = await folder(ann, 'inside', top)
  await ann.post('/api/copy', { items: [{ id: original }], to_id: inside })
  const { id } = (await ann.get(`/api/browse/folders/${inside}`)).body.data[0] as { id: string }
  const { token } = (await ann.post('/api/share', { id: top, ...rules })).body.data.attributes as { token: string }
  const addressOf = async () =>
    (await visitor.get(`/api/sharing/folders/${inside}/${token}`)).body.data[0].attributes.file_url as string
  return { top, inside, id, token, addressOf, zip: `/api/sharing/zip/${token}?items=${inside}|folder` }
}

describe.each(['file', 'zip'] as const)('a %s that is being sent by a link', (kind) => {
  const pathOf = async ({ addressOf, zip }: Awaited<ReturnType<typeof shared>>) => (kind === 'zip' ? zip : addressOf())

  test.each([
    ['is revoked', ({ token }) => ann.delete('/api/share/revoke', { tokens: [token] })],
    ['gets a password', ({ token }) => ann.patch(`/api/share/${token}`, { password: 'secret', protected: true })],
    ['allows no downloads any more', ({ token }) => ann.patch(`/api/share/${token}`, { can_download: false })],
    ['has its folder in the trash', ({ top }) => ann.post('/api/remove', { items: [{ id: top }] })],
    ['does not lead to it any more', ({ inside }) => ann.post('/api/move', { items: [{ id: inside }], to_id: null })],
  ] as readonly (readonly [string, (link: Awaited<ReturnType<typeof shared>>) => Promise<unknown>])[])(
    'is cut off where the link %s, and one by another link is not',
    async (_how, change) => {
      const [ended, other] = [await shared(), await shared()]
      const running = await begin(visitor, await pathOf(ended))
      const further = await begin(visitor, await pathOf(other))
      // The name is no right.
      await ann.patch(`/api/share/${other.token}`, { name: 'Press' })
      await cutOff(running, () => change(ended))
      further.socket.resume()
      await until(() => further.received().length > large.length)
      further.socket.destroy()
    },
  )
})

test('a download that is the last one of a link goes on', async () => {
  const link = await shared({ download_limit: 1 })
  const running = await begin(visitor, await link.addressOf())
  expect((await visitor.get(`/api/sharing/${link.token}`)).body.code).toBe('share-used-up')
  running.socket.resume()
  await until(() => running.received().length > large.length)
  running.socket.destroy()
})

test('a file that leaves a team folder is not sent to members any more, and to its owner it is', async () => {
  const { owner, viewer, id } = await teamScene(holdall)
  const { id: fileId, attributes } = await file(owner, 'large.bin', large, { parent_id: id })
  const [shown] = (await viewer.get(`/api/browse/folders/${id}`)).body.data
  const [running, own] = [await begin(viewer, shown.attributes.file_url), await begin(owner, attributes.file_url)]
  await cutOff(running, () => owner.post('/api/move', { items: [{ id: fileId }], to_id: null }))
  own.socket.resume()
  await until(() => own.received().length > large.length)
  own.socket.destroy()
})
