import { readDrop, readPicked } from './read-dropped-files.ts'

const file = (name: string) => new File(['x'], name)

const fileEntry = (path: string) =>
  ({
    isDirectory: false,
    name: path.split('/').at(-1),
    fullPath: path,
    file: (resolve: (file: File) => void) => {
      resolve(file(path.split('/').at(-1) ?? ''))
    },
  }) as unknown as FileSystemEntry

/** Browsers return the children of a folder in batches. */
const folderEntry = (path: string, children: FileSystemEntry[], batch = 100) =>
  ({
    isDirectory: true,
    name: path.split('/').at(-1),
    fullPath: path,
    createReader: () => {
      const rest = [...children]
      return {
        readEntries: (resolve: (entries: FileSystemEntry[]) => void) => {
          resolve(rest.splice(0, batch))
        },
      }
    },
  }) as unknown as FileSystemEntry

const unreadable = (path: string) =>
  ({
    isDirectory: false,
    name: path,
    fullPath: path,
    file: (_: unknown, reject: (error: Error) => void) => {
      reject(new Error('gone'))
    },
  }) as unknown as FileSystemEntry

const dropOf = (...entries: FileSystemEntry[]) =>
  ({ items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })) }) as unknown as DataTransfer

test('keeps the path of each file in a dropped folder, on all levels', async () => {
  const drop = dropOf(
    fileEntry('/plain.txt'),
    folderEntry('/photos', [
      folderEntry('/photos/2026', [fileEntry('/photos/2026/a.jpg')]),
      fileEntry('/photos/b.jpg'),
    ]),
  )
  const { sources } = await readDrop(drop)
  expect(sources.map(({ file: { name }, path }) => [name, path])).toEqual([
    ['plain.txt', undefined],
    ['a.jpg', '/photos/2026/a.jpg'],
    ['b.jpg', '/photos/b.jpg'],
  ])
})

test('reads a folder of thousands, batch after batch', async () => {
  const children = Array.from({ length: 5000 }, (_, index) => fileEntry(`/many/${String(index)}.txt`))
  const { sources } = await readDrop(dropOf(folderEntry('/many', children)))
  expect(sources).toHaveLength(5000)
})

test('skips .DS_Store silently', async () => {
  const { sources, unreadable: lost } = await readDrop(
    dropOf(fileEntry('/.DS_Store'), folderEntry('/a', [fileEntry('/a/.DS_Store'), fileEntry('/a/b.txt')])),
  )
  expect(sources.map((source) => source.path)).toEqual(['/a/b.txt'])
  expect(lost).toBe(0)
})

test('counts what could not be read and takes the rest', async () => {
  const { sources, unreadable: lost } = await readDrop(dropOf(unreadable('/lost.txt'), fileEntry('/kept.txt')))
  expect(sources).toHaveLength(1)
  expect(lost).toBe(1)
})

test('lists empty folders', async () => {
  const { sources, emptyFolders } = await readDrop(
    dropOf(
      folderEntry('/a', [
        folderEntry('/a/empty', []),
        folderEntry('/a/only', [fileEntry('/a/only/.DS_Store')]),
        fileEntry('/a/b.txt'),
      ]),
      folderEntry('/bare', []),
    ),
  )
  expect(sources.map(({ path }) => path)).toEqual(['/a/b.txt'])
  expect(emptyFolders).toEqual(['/a/empty', '/a/only', '/bare'])
})

const secure = (isSecureContext: boolean) =>
  Object.defineProperty(window, 'isSecureContext', { value: isSecureContext, configurable: true })

test('requests no handle on plain http, where Chromium would crash the page', async () => {
  secure(false)
  const getAsFileSystemHandle = jest.fn()
  const item = { kind: 'file', webkitGetAsEntry: () => fileEntry('/d.txt'), getAsFileSystemHandle }
  const { sources } = await readDrop({ items: [item] } as unknown as DataTransfer)
  expect(sources).toHaveLength(1)
  expect(getAsFileSystemHandle).not.toHaveBeenCalled()
})

test('every file gets the handle of the item that was dropped', async () => {
  secure(true)
  const handle = { kind: 'directory', name: 'a' }
  const transfer = {
    items: [
      {
        kind: 'file',
        webkitGetAsEntry: () => folderEntry('/a', [fileEntry('/a/b.txt'), fileEntry('/a/c.txt')]),
        getAsFileSystemHandle: () => Promise.resolve(handle),
      },
      {
        kind: 'file',
        webkitGetAsEntry: () => fileEntry('/d.txt'),
        getAsFileSystemHandle: () => Promise.reject(new Error('not allowed')),
      },
    ],
  } as unknown as DataTransfer
  const { sources } = await readDrop(transfer)
  expect(sources.map((source) => [source.file.name, source.handle])).toEqual([
    ['b.txt', handle],
    ['c.txt', handle],
    ['d.txt', undefined],
  ])
})

test('reads files where the browser has no directory entries', async () => {
  const transfer = {
    items: [{ kind: 'string' }, { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('a.txt') }],
  } as unknown as DataTransfer
  expect((await readDrop(transfer)).sources).toHaveLength(1)
})

test('the files of a chosen folder keep their paths', () => {
  const picked = file('a.jpg')
  Object.defineProperty(picked, 'webkitRelativePath', { value: 'photos/a.jpg' })
  const { sources } = readPicked([picked, file('plain.txt'), file('.DS_Store')])
  expect(sources.map(({ path }) => path)).toEqual(['/photos/a.jpg', undefined])
})
