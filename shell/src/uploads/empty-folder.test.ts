import { folderTree } from '@holdall/api'
import { createFolderAt } from './empty-folder.ts'
import { createApiClient } from '@holdall/api-client'
import { uploadCallsOf } from './upload-calls.ts'
import { uploadServer } from './testing/uploads-scene.ts'

function scene(...folders: { id: string; name: string; parent_id: string | null }[]) {
  const server = uploadServer()
  server.folders.push(...folders)
  const api = createApiClient({ http: server.http, onUnauthenticated() {} })
  const at = async (folderId: string | null, path: string) =>
    (await createFolderAt(uploadCallsOf(api, undefined), folderId, path, new AbortController().signal)).at(-1)
  return { at, server: server.server, names: () => server.folders.map(({ name }) => name), folders: server.folders }
}
const [home, sub] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']

test('creates the missing folders of a path inside the existing ones, and returns the id of the last', async () => {
  const { at, folders } = scene({ id: home, name: 'tree', parent_id: null }, { id: sub, name: 'x', parent_id: home })
  expect(await at(null, '/tree/x')).toBe(sub)
  expect(folders).toHaveLength(2)
  const id = await at(home, '/x/new')
  expect(folders[2]).toEqual({ id, name: 'new', parent_id: sub })
})

test('a folder of the same name elsewhere is not reused', async () => {
  const { at, folders } = scene({ id: home, name: 'tree', parent_id: null })
  await at(home, '/tree')
  expect(folders[1]).toMatchObject({ name: 'tree', parent_id: home })
})

test('reuses a folder whose name the server normalized and trimmed', async () => {
  const { at } = scene({ id: home, name: 'Caf\u00E9', parent_id: null })
  expect(await at(null, '/ Cafe\u0301 ')).toBe(home)
})

test('an empty path is no folder', async () => {
  await expect(scene().at(null, '/')).rejects.toThrow('The path of a folder is empty.')
})

test('reuses a folder that is on a later page of its level', async () => {
  const { at, folders, server } = scene()
  const node = (id: string, name: string) => ({
    id,
    name,
    color: null,
    emoji: null,
    parent_id: null,
    has_folders: false,
  })
  server.on(folderTree, ({ query: { cursor } }) =>
    cursor === 'second'
      ? { data: [node(sub, 'x')], meta: { next_cursor: null } }
      : { data: [node(home, 'tree')], meta: { next_cursor: 'second' } },
  )
  expect(await at(null, '/x')).toBe(sub)
  expect(folders).toEqual([])
})
