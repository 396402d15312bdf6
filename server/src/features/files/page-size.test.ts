import { endpoints } from '@holdall/api/table'
import { testApp, type SignedIn, type TestApp } from '../../testing/test-app.ts'
import { file, folder, shareLink, uploadId } from '../../testing/file-requests.ts'

let holdall: TestApp
let ann: SignedIn
/** Values for the parameters of the paths; each listing that they lead to has three entries. */
let values: Record<string, Record<string, string>>
/** Whose calls they are, where that is not Ann. */
let callers: Record<string, SignedIn>
/** What listings need in their query besides the page. */
const needed: Readonly<Record<string, Record<string, string>>> = {
  'search.browse': { query: '.txt' },
  'public-downloads.search': { query: '.txt' },
}

beforeAll(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
  const cass = await holdall.signUp()
  callers = { 'activity.browse': cass }
  const top = await folder(cass, 'top')
  for (const name of ['a', 'b']) await folder(cass, name, top)
  const [live, trashed] = [await folder(ann, 'live'), await folder(ann, 'trashed')]
  for (const parent_id of [live, trashed]) {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const { id } = await file(ann, name, name, { parent_id })
      if (parent_id === live && name !== 'a.txt') await ann.post('/api/share', { id })
    }
  }
  const dan = await holdall.signUp()
  callers['versions.list'] = dan
  const replaced = await file(dan, 'replaced.txt', 'first')
  for (const text of ['second', 'third', 'fourth']) await file(dan, 'replaced.txt', text, { replace: 1 })
  const token = await shareLink(ann, live)
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const team = (await ann.post('/api/teams/folders', { name: 'team', invitations: [] })).body.data.id as string
  for (const name of ['a', 'b', 'c']) await folder(ann, name, team)
  const bob = await holdall.signUp()
  const joined = (
    await bob.post('/api/teams/folders', {
      name: 'joined',
      invitations: [{ email: ann.email, permission: 'can_view' }],
    })
  ).body.data
  for (const name of ['a', 'b', 'c']) await folder(bob, name, joined.id)
  const [invitation] = joined.relationships.invitations.data
  await ann.post(`/api/teams/invitations/${invitation.id}`, { _method: 'put' })
  const folderOfThree = await folder(ann, 'three activities')
  for (const name of ['a', 'b']) await folder(ann, name, folderOfThree)
  for (const network of [1, 2, 3]) {
    expect((await holdall.visitor(`203.0.${network}.1`).get(`/api/sharing/${token}`)).status).toBe(200)
  }
  values = {
    'activity.of-entry': { id: folderOfThree },
    'share-links.log': { token },
    'teams.browse': { id: team },
    'teams.browse-shared': { id: joined.id },
    'versions.list': { id: replaced.id },
    'files.browse': { id: live },
    'trash.browse': { id: trashed },
    'public-links.browse': { id: live, token },
    'public-downloads.search': { token },
    'upload-requests.browse-folder': { id: 'all', token: await requestWithThreeFiles(await holdall.signUp()) },
  }
  for (let n = 0; n < 3; n++) {
    await ann.post('/api/file-request', {})
    const chunk = { name: 'd.txt', upload_id: uploadId(), offset: 0, size: 4 }
    await ann.raw('/api/upload/chunks', chunk, Buffer.from('d'))
  }
  const { notifications, transact } = holdall.services
  // Beside that of the invitation.
  for (let n = 0; n < 2; n++) {
    await transact((trx) =>
      notifications.notify(trx, ann.userId, {
        category: 'security',
        title: 'notification.password_changed.title',
        description: 'notification.password_changed.description',
      }),
    )
  }
})
afterAll(() => holdall.close())

async function requestWithThreeFiles(owner: SignedIn): Promise<string> {
  const { token } = (await owner.post('/api/file-request', {})).body.data.attributes
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await ann.form(`/api/file-request/${token}/upload`, [['name', name] as const, ['file', Buffer.from(name)] as const])
  }
  return token
}

const paged = endpoints.filter(({ query }) => 'per_page' in ((query as { shape?: object }).shape ?? {}))

test('there are paged listings', () => {
  expect(paged.map(({ id }) => id)).toEqual(expect.arrayContaining(['files.browse', 'trash.browse']))
})

test.each(paged.map(({ id, path }) => [id, path] as const))(
  'the server limits the page size of %s: a client may request less, and no more than 200',
  async (id, path) => {
    const address = path.replaceAll(/:(\w+)/g, (_, name: string) => values[id]?.[name] ?? '')
    const page = async (query: Record<string, string>) => {
      const { body } = await (callers[id] ?? ann).get(
        `${address}?${String(new URLSearchParams({ ...needed[id], ...query }))}`,
      )
      return [body.meta.paginate.perPage, body.data.length]
    }
    expect(await page({})).toEqual([50, 3])
    expect(await page({ per_page: '2' })).toEqual([2, 2])
    expect(await page({ per_page: '2', page: '2' })).toEqual([2, 1])
    expect(await page({ per_page: '201' })).toEqual([200, 3])
    expect(await page({ per_page: '999999999999999' })).toEqual([200, 3])
    expect(await page({ per_page: '0' })).toEqual([1, 1])
  },
)
