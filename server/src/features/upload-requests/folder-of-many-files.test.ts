import type { Client } from '../../testing/client.ts'
import { expectBounded } from '../../testing/counted-statements.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { listed, requestedFolder, sendTo, uploaded, uploadRequest } from '../../testing/requested-files.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

/** More than 300 in each folder: a change of them is made in the background. */
const EACH = 310

let holdall: TestApp
let ann: SignedIn
let visitor: Client
let token: string
let sub: string
let seeded = 0
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
  ;({ token } = await uploadRequest(ann))
  sub = (await requestedFolder(visitor, token, 'sub')).id
  const { folder_id: root } = await listed(ann, token)
  const rows = [root, sub].flatMap((parentId) =>
    Array.from({ length: EACH }, (_, n) => ({
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

test('a folder of many files is listed, uploaded into, changed, emptied and finished without a look at all of them', async () => {
  for (const query of ['', '?sort=name&page=5', '?sort=size&direction=ASC', '?sort=type&per_page=200']) {
    await expectBounded(`the list with "${query}"`, () => visitor.get(at(`/browse/all${query}`)))
  }
  await expectBounded('a name by its prefix', () =>
    visitor.get(at('/browse/all/position?prefix=received%209&sort=created_at')),
  )
  await expectBounded('the tree', () => visitor.get(at('/navigation')))
  await expectBounded('an upload', () => sendTo(visitor, token, 'new.txt', 'some bytes'))
  await expectBounded('an upload of a taken name', () => sendTo(visitor, token, 'received 1', 'some bytes'))
  expect((await visitor.post(at('/create-folder'), { name: 'received 1' })).status).toBe(201)
  const { id } = await uploaded(visitor, token, 'moved.txt')
  const { body } = await visitor.get(at('/browse/all?sort=created_at'))
  const folderId = body.data[0].id as string
  expect((await visitor.post(at('/move'), { items: [{ id }], to_id: folderId })).status).toBe(200)
  // In the folder that is left out the owner has something.
  await expectBounded('the removal of all', async () => {
    const answer = await visitor.post(at('/remove'), { parent_id: null, all: true, except: [sub] })
    expect(answer.body.code).toBeUndefined()
    return answer
  })
  await expectBounded('the list of the owner', () => ann.get('/api/file-request'))
  await expectBounded('the end', () => visitor.delete(at('')))
  expect((await listed(ann, token)).status).toBe('filled')
  await expectCountersToMatchRows(holdall.services.db)
})
