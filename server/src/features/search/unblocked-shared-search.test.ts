import { file, folder, shareLink } from '../../testing/file-requests.ts'
import { seededId, seedEntries } from '../../testing/seed-entries.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp({ validateResponses: false })))
afterAll(() => holdall.close())

let seeded = 0
const many = (parentId: string, kind: 'folder' | 'file', count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: seededId(++seeded),
    parentId,
    kind,
    name: `${kind} report ${n}`,
    createdAt: seeded,
  }))

test('a search of a visitor for what is in very many names, inside and outside of the link', async () => {
  const ann = await holdall.signUp()
  const shared = await folder(ann, 'shared')
  await file(ann, 'report.txt', 'x', { parent_id: shared })
  await seedEntries(holdall, ann.userId, [...many(shared, 'folder', 6000), ...many(shared, 'file', 6000)])
  await seedEntries(holdall, ann.userId, many(await folder(ann, 'private'), 'file', 3000))
  const token = await shareLink(ann, shared)
  const visitor = holdall.visitor()
  for (const query of ['report', 'r', 'file report 5999']) {
    await unblocked(`the search for ${query}`, () =>
      visitor.get(`/api/sharing/search/${token}?per_page=200&sort=name&query=${encodeURIComponent(query)}`),
    )
  }
}, 120_000)
