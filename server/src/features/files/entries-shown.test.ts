import { testApp, type TestApp } from '../../testing/test-app.ts'
import { file, folder, shareLink } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp({ config: { publicUrl: 'https://files.example.com' } })))
afterAll(() => holdall.close())

const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('a file is shown with its size, type and address, a folder with its number of items and its appearance', async () => {
  const ann = await holdall.signUp()
  const a = (await ann.post('/api/create-folder', { name: 'a', color: 'teal', emoji: '🌳' })).body.data
  const inner = await folder(ann, 'inner', a.id)
  const { id } = await file(ann, 'x.txt', '12345', { parent_id: a.id })
  const { body } = await ann.get(`/api/browse/folders/${a.id}?sort=name`)
  const own = { parent_id: a.id, color: null, emoji: null, deleted_at: null, created_at: date, updated_at: date }
  expect(body.data).toEqual([
    {
      id: inner,
      type: 'folder',
      attributes: { ...own, name: 'inner', mimetype: null, filesize: null, file_url: null, thumbnail: null, items: 0 },
      relationships: { shared: null },
    },
    {
      id,
      type: 'file',
      attributes: {
        ...own,
        name: 'x.txt',
        mimetype: 'text/plain',
        filesize: 5,
        file_url: expect.stringContaining(id),
        thumbnail: null,
        items: null,
        modified_at: date,
      },
      relationships: { shared: null },
    },
  ])
  expect(body.meta.root.data).toMatchObject({
    id: a.id,
    attributes: { name: 'a', parent_id: null, color: 'teal', emoji: '🌳', items: 2 },
  })
  const top = (await ann.get('/api/browse/folders/all')).body
  expect([top.data.length, top.data[0].attributes.parent_id, top.meta.root]).toEqual([1, null, null])
})

test('a folder of the tree is shown with its parent, its appearance and whether it has folders', async () => {
  const ann = await holdall.signUp()
  const a = (await ann.post('/api/create-folder', { name: 'a', color: 'teal', emoji: '🌳' })).body.data.id
  const b = await folder(ann, 'b', a)
  await file(ann, 'x.txt', '1', { parent_id: b })
  const plain = { color: null, emoji: null, has_folders: false }
  const node = { id: a, name: 'a', color: 'teal', emoji: '🌳', parent_id: null, has_folders: true }
  expect((await ann.get('/api/browse/navigation')).body.data).toEqual([node])
  expect((await ann.get(`/api/browse/navigation?parent_id=${a}`)).body.data).toEqual([
    { id: b, name: 'b', parent_id: a, ...plain },
  ])
  expect((await ann.get('/api/browse/navigation?depth=all')).body.data).toEqual([
    { ...node, folders: [{ id: b, name: 'b', parent_id: a, ...plain, folders: [] }] },
  ])
})

test('its owner sees the link of an entry in a listing, of the opened folder and after a change', async () => {
  const ann = await holdall.signUp()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b', a)
  const links: Record<string, string> = {}
  for (const id of [a, b]) links[id] = (await ann.post('/api/share', { id })).body.data.attributes.link
  const linkOf = (entry: { relationships: { shared: { data: { attributes: { link: string } } } } }) =>
    entry.relationships.shared.data.attributes.link
  expect(links[a]).toMatch(/^https:\/\/files\.example\.com\//)
  const { data, meta } = (await ann.get(`/api/browse/folders/${a}`)).body
  expect([linkOf(meta.root.data), data.map(linkOf)]).toEqual([links[a], [links[b]]])
  expect(linkOf((await ann.patch(`/api/rename/${a}`, { name: 'c' })).body.data)).toBe(links[a])
})

test('a visitor sees nothing of what is above the shared folder', async () => {
  const ann = await holdall.signUp()
  const above = await folder(ann, 'above', await folder(ann, 'top'))
  const shared = await folder(ann, 'shared', above)
  const inner = await folder(ann, 'inner', shared)
  const deep = await folder(ann, 'deep', inner)
  const token = await shareLink(ann, shared)
  const visit = async (id: string) => (await holdall.visitor().get(`/api/sharing/folders/${id}/${token}`)).body
  const opened = await visit('all')
  expect(opened.meta).toMatchObject({
    root: { data: { attributes: { name: 'shared', parent_id: null, items: 1 } } },
    ancestors: [],
  })
  expect(opened.data).toMatchObject([{ id: inner, attributes: { parent_id: null } }])
  const below = await visit(inner)
  expect(below.meta).toMatchObject({ root: { data: { id: inner, attributes: { parent_id: null } } }, ancestors: [] })
  expect(below.data).toMatchObject([{ id: deep, attributes: { parent_id: inner } }])
  expect((await visit(deep)).meta.ancestors).toEqual([{ id: inner, name: 'inner' }])
})

test('a visitor of a shared file is not told which folder it is in', async () => {
  const ann = await holdall.signUp()
  const { id } = await file(ann, 'x.txt', '1', { parent_id: await folder(ann, 'above') })
  const token = await shareLink(ann, id)
  const { body } = await holdall.visitor().get(`/api/sharing/file/${token}`)
  expect(body.data).toMatchObject({ id, attributes: { name: 'x.txt', parent_id: null } })
})
