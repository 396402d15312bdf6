import { createBatch, targetPath } from './upload-batch.ts'
import { fileHandle } from './testing/file-handle.ts'
import { fileOf } from './testing/uploads-scene.ts'

const options = { folderId: 'f', folderName: 'Spring', tabId: 'tab', addedAtMs: 7 }

test('queues empty folders and then files, each with what a later page needs to resume it', () => {
  const source = { file: fileOf('a', '0123'), path: '/tree/a' }
  const { uploads, roots } = createBatch([source, { file: fileOf('b', '0') }], ['/tree/x'], options)
  expect(
    uploads.map(({ item: { kind, name, size, path, folderId, folderName, state } }) => [
      [kind, name, size, path],
      [folderId, folderName, state.step],
    ]),
  ).toEqual([
    [
      ['folder', 'x', 0, '/tree/x'],
      ['f', 'Spring', 'waiting'],
    ],
    [
      ['file', 'a', 4, '/tree/a'],
      ['f', 'Spring', 'waiting'],
    ],
    [
      ['file', 'b', 1, ''],
      ['f', 'Spring', 'waiting'],
    ],
  ])
  expect(uploads.map(({ file }) => file?.name ?? null)).toEqual([null, 'a', 'b'])
  expect(uploads.map(({ item, remembered }) => ({ ...remembered, uploadId: remembered.uploadId === item.id }))).toEqual(
    [
      { kind: 'folder', name: 'x', size: 0, path: '/tree/x', lastModified: 0, position: 0 },
      { kind: 'file', name: 'a', size: 4, path: '/tree/a', lastModified: 1, position: 1 },
      { kind: 'file', name: 'b', size: 1, path: '', lastModified: 1, position: 2 },
    ].map((part) => ({
      ...part,
      uploadId: true,
      tabId: 'tab',
      folderId: 'f',
      folderName: 'Spring',
      rootId: null,
      isBegun: false,
      sent: 0,
      addedAtMs: 7,
    })),
  )
  expect(roots).toEqual([])
  expect(new Set(uploads.map(({ item }) => item.id)).size).toBe(3)
})

test('in a folder that was created for the dropped one, what is in that is uploaded without it', () => {
  const source = { file: fileOf('a', '0'), path: '/tree/x/a', keepBoth: true }
  const created = { ...options, createdIn: null }
  const { uploads } = createBatch([source], ['/tree', '/tree/y'], created)
  expect(uploads.map(({ item: { path }, remembered }) => [path, targetPath(remembered)])).toEqual([
    ['/tree/y', '/y'],
    ['/tree/x/a', '/x/a'],
  ])
  expect(uploads.map(({ remembered: { createdIn, keepBoth } }) => [createdIn, keepBoth])).toEqual([
    [null, undefined],
    [null, true],
  ])
})

test('files of the same dropped item share its handle', () => {
  const [first, second] = [fileHandle({}), fileHandle({})]
  const { uploads, roots } = createBatch(
    [first, first, second].map((handle, at) => ({ file: fileOf(String(at), '0'), handle })),
    [],
    options,
  )
  const rootIds = uploads.map(({ remembered }) => remembered.rootId)
  expect(rootIds[0]).toBe(rootIds[1])
  expect(roots).toEqual([
    { rootId: rootIds[0], handle: first },
    { rootId: rootIds[2], handle: second },
  ])
  expect(uploads.map(({ handle }) => handle)).toEqual([first, first, second])
})
