import { randomBytes } from 'node:crypto'
import type { Answer, Client } from '../../testing/client.ts'
import { expectCountersToMatchRows, folder, put } from '../../testing/file-requests.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { MAX_OPEN_UPLOADS } from './upload.store.ts'

const QUOTA = 100_000

let holdall: TestApp
let ann: SignedIn
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => void (ann = await holdall.signUp({ quota: QUOTA })))
afterEach(() => expectCountersToMatchRows(holdall.services.db))

const newId = () => randomBytes(16).toString('hex')
const linkToFolder = async () => {
  const { body } = await ann.post('/api/share', { id: await folder(ann, 'shared'), permission: 'editor' })
  return `/api/sharing/upload/chunks/${body.data.attributes.token as string}`
}
/** The first chunk of a new upload. */
const begin = (client: Client, url: string, bytes: number, fields: Readonly<Record<string, string | number>>) =>
  client.raw(url, { name: 'a', upload_id: newId(), offset: 0, ...fields }, Buffer.alloc(bytes, 1))
async function heldOf({ userId }: SignedIn): Promise<number> {
  const user = await holdall.services.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.reserved_bytes
}

async function expectToHoldWhatArrived(send: (size: number) => Promise<Answer>) {
  expect((await send(QUOTA)).status).toBe(200)
  expect(await heldOf(ann)).toBe(1)
  expect((await put(ann, 'own', Buffer.alloc(QUOTA - 1, 1))).status).toBe(201)
}

test('a visitor of a link holds what has arrived of a file, not the announced size', async () => {
  const url = await linkToFolder()
  await expectToHoldWhatArrived((size) => begin(holdall.visitor(), url, 1, { size }))
})

test('so does a member of a team folder', async () => {
  const id = await teamFolder(ann)
  const ben = await holdall.signUp()
  await join(ann, id, ben)
  await expectToHoldWhatArrived((size) => begin(ben, '/api/upload/chunks', 1, { size, parent_id: id }))
})

test('a chunk that does not fit any more is refused, and the file can be continued once it fits', async () => {
  const url = await linkToFolder()
  const fields = { upload_id: newId(), size: 60_000 }
  const visitor = holdall.visitor()
  expect((await begin(visitor, url, 30_000, fields)).status).toBe(200)
  const { body } = await put(ann, 'own', Buffer.alloc(60_000, 1))
  const rest = () => begin(visitor, url, 30_000, { ...fields, offset: 30_000 })
  expect((await rest()).body.code).toBe('quota-exceeded')
  expect(await heldOf(ann)).toBe(30_000)
  await ann.post('/api/remove', { items: [{ id: body.data.id, force_delete: true }] })
  expect((await rest()).status).toBe(201)
  expect(await heldOf(ann)).toBe(0)
})

test('unfinished uploads of a link hold at most half of what is free without them', async () => {
  const url = await linkToFolder()
  const visitor = holdall.visitor()
  for (const size of [30_000, 30_000]) expect((await begin(visitor, url, size, { size: size + 1 })).status).toBe(200)
  const third = await begin(visitor, url, 1, { size: 2 })
  expect([third.status, third.body.code]).toEqual([503, 'busy'])
  expect((await put(ann, 'own', Buffer.alloc(40_000, 1))).status).toBe(201)
})

test('an account has a limited number of unfinished uploads, and may begin another one when one has ended', async () => {
  const url = '/api/upload/chunks'
  const ids: string[] = []
  for (let n = 0; n < MAX_OPEN_UPLOADS; n++) {
    ids.push(newId())
    expect((await begin(ann, url, 1, { upload_id: ids[n]!, size: 2 })).status).toBe(200)
  }
  const refused = await begin(ann, url, 1, { size: 2 })
  expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
  expect((await begin(ann, url, 1, { upload_id: ids[0]!, size: 2, offset: 1 })).status).toBe(201)
  expect((await begin(ann, url, 1, { size: 2 })).status).toBe(200)
})
