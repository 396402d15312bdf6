import { fileAt, isReadable, requestRead } from './file-handles.ts'
import { fileHandle } from './testing/file-handle.ts'
import { fileOf } from './testing/uploads-scene.ts'

type PermissionCall = (descriptor: { readonly mode: 'read' }) => Promise<PermissionState>
interface Own {
  readonly queryPermission?: PermissionCall
  readonly requestPermission?: PermissionCall
}

const answers = (state: PermissionState) => jest.fn<Promise<PermissionState>, []>(() => Promise.resolve(state))
const rejects = jest.fn<Promise<PermissionState>, []>(() => Promise.reject(new DOMException('', 'NotFoundError')))

test.each<[string, Own, boolean]>([
  ['that is granted', { queryPermission: answers('granted') }, true],
  ['that has to be requested', { queryPermission: answers('prompt') }, false],
  ['that is denied', { queryPermission: answers('denied') }, false],
  ['that cannot be known', { queryPermission: rejects }, false],
  ['of which the browser knows nothing', {}, true],
])('a file with a permission %s is read without a request: %#', async (_, own, expected) => {
  expect(await isReadable(fileHandle(own))).toBe(expected)
})

test.each<[string, Own, boolean]>([
  ['granted', { requestPermission: answers('granted') }, true],
  ['denied', { requestPermission: answers('denied') }, false],
  ['refused without a gesture', { requestPermission: rejects }, false],
  ['unknown to this browser', {}, false],
])('a permission that is %s decides whether the file is read', async (_, own, expected) => {
  expect(await requestRead(fileHandle({ queryPermission: answers('prompt'), ...own }))).toBe(expected)
})

test('requests no permission for a file that may be read', async () => {
  const requestPermission = answers('denied')
  expect(await requestRead(fileHandle({ queryPermission: answers('granted'), requestPermission }))).toBe(true)
  expect(requestPermission).not.toHaveBeenCalled()
})

test('the handle of a file returns that file', async () => {
  const file = fileOf('a', '0')
  const handleOfFile = fileHandle({ getFile: () => Promise.resolve(file) })
  expect(await fileAt(handleOfFile, '')).toBe(file)
})

test('the handle of a folder returns the file at the path, whose first name is the folder’s', async () => {
  const opened: string[] = []
  const folder = {
    kind: 'directory',
    getDirectoryHandle(name: string) {
      opened.push(name)
      return Promise.resolve(folder)
    },
    getFileHandle(name: string) {
      opened.push(`file ${name}`)
      return Promise.resolve({ getFile: () => Promise.resolve(fileOf(name, '0')) })
    },
  } as FileSystemDirectoryHandle
  expect((await fileAt(folder, '/tree/x/y/a.txt')).name).toBe('a.txt')
  expect(opened).toEqual(['x', 'y', 'file a.txt'])
  opened.length = 0
  await fileAt(folder, '/tree/b.txt')
  expect(opened).toEqual(['file b.txt'])
})
