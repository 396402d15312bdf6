import type { Client } from '../../testing/client.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { MANY_ENTRIES } from '../../testing/many-entries.ts'
import { listed, requestedFolder, sendTo, uploaded, uploadRequest } from '../../testing/requested-files.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

/** Fewer on PostgreSQL, which is another process: there the answers are tested. */
const MANY = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? MANY_ENTRIES : 2000

let holdall: TestApp
let ann: SignedIn
let visitor: Client
let token: string
let sub: string
let seeded = 0
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
  ;({ token } = await uploadRequest(ann))
  sub = (await requestedFolder(visitor, token, 'sub')).id
  const { folder_id: root } = await listed(ann, token)
  const rows = [root, sub].flatMap((parentId) =>
    Array.from({ length: MANY / 2 }, (_, n) => ({
      id: seededId(++seeded),
      parentId: parentId as string,
      kind: n % 10 === 0 ? ('folder' as const) : ('file' as const),
      name: `received ${n}`,
      size: n % 10 === 0 ? 0 : 1,
    })),
  )
  await seedEntries(holdall, ann.userId, rows)
  const { db } = holdall.services
  const { upload_request_id: requestId } = await db
    .selectFrom('entries')
    .select('upload_request_id')
    .where('id', '=', root)
    .executeTakeFirstOrThrow()
  // All but some of the owner.
  await db
    .updateTable('entries')
    .set({ upload_request_id: requestId })
    .where('parent_id', 'in', [root, sub])
    .where('name', 'not like', 'received %7')
    .execute()
})

const at = (path: string) => `/api/file-request/${token}${path}`

test('a folder with very many entries is listed, uploaded into, changed, emptied and finished', async () => {
  for (const query of ['', '?sort=name&page=40', '?sort=size&direction=ASC', '?sort=type&per_page=200']) {
    await unblocked(`the list with "${query}"`, () => visitor.get(at(`/browse/all${query}`)))
  }
  await unblocked('a name by its prefix', () =>
    visitor.get(at('/browse/all/position?prefix=received%209&sort=created_at')),
  )
  await unblocked('the tree', () => visitor.get(at('/navigation')))
  await unblocked('an upload', () => sendTo(visitor, token, 'new.txt', 'some bytes'))
  await unblocked('an upload of a taken name', () => sendTo(visitor, token, 'received 1', 'some bytes'))
  await unblocked('a folder', () => visitor.post(at('/create-folder'), { name: 'received 1' }))
  const { id } = await uploaded(visitor, token, 'moved.txt')
  const { body } = await visitor.get(at('/browse/all?sort=created_at'))
  const folderId = body.data[0].id as string
  await unblocked('a move', () => visitor.post(at('/move'), { items: [{ id }], to_id: folderId }))
  // In the folder that is left out the owner has something.
  await unblocked('the removal of all', async () => {
    const answer = await visitor.post(at('/remove'), { parent_id: null, all: true, except: [sub] })
    expect(answer.body.code).toBeUndefined()
    return answer
  })
  await unblocked('the list of the owner', () => ann.get('/api/file-request'))
  await unblocked('the end', () => visitor.delete(at('')))
  expect((await listed(ann, token)).status).toBe('filled')
  await expectCountersToMatchRows(holdall.services.db)
}, 60_000)
