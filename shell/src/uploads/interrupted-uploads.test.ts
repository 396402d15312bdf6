import { abortUpload } from '@holdall/api'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { Channel, installChannels } from '../tabs/testing/broadcast-channel.ts'
import { fileHandle } from './testing/file-handle.ts'
import { answering, chunkCount, fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'
import { installLocks, removeLocks } from './testing/web-locks.ts'

const files = () => [fileOf('a', '01234567'), fileOf('b', '0123'), fileOf('c', '01')]
const asSources = (list: readonly File[]) => list.map((file) => ({ file, path: `/tree/${file.name}` }))

/** A page that was closed while it sent the second chunk of the first of three files. */
async function closedInTheMiddle() {
  const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
  const before = uploadsScene({ server })
  before.uploads.add(asSources(files()), null, { folderName: 'Spring' })
  await chunkCount(server, 2)
  // The page is closed: its engine sends nothing any more.
  server.state.answer = () => 'hang'
  return { before, server }
}

describe('after a reload', () => {
  const reopened = async ({ before, server }: Awaited<ReturnType<typeof closedInTheMiddle>>) => {
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('a interrupted', 'b interrupted', 'c interrupted')
    server.chunks.length = 0
    server.state.answer = () => undefined
    return after
  }
  test('all files of the queue are listed, with their target and the bytes that were sent', async () => {
    const after = await reopened(await closedInTheMiddle())
    expect(after.uploads.get().map(({ path, folderName, size, state }) => [path, folderName, size, state])).toEqual([
      ['/tree/a', 'Spring', 8, { step: 'interrupted', sent: 4, canContinue: false }],
      ['/tree/b', 'Spring', 4, { step: 'interrupted', sent: 0, canContinue: false }],
      ['/tree/c', 'Spring', 2, { step: 'interrupted', sent: 0, canContinue: false }],
    ])
  })

  test('one choice of the same folder resumes everything from the server’s offset', async () => {
    const closed = await closedInTheMiddle()
    const after = await reopened(closed)
    after.uploads.chooseAgain(asSources(files()))
    await after.shows('a done', 'b done', 'c done')
    expect(closed.server.chunks.map(({ name, offset }) => [name, offset])).toEqual([
      ['a', 4],
      ['b', 0],
      ['c', 0],
    ])
    expect(closed.server.files.get('/tree/a')).toBe('01234567')
  })

  test('dropped again onto the same folder, it resumes and is not uploaded twice', async () => {
    const closed = await closedInTheMiddle()
    const after = await reopened(closed)
    after.uploads.add(asSources(files()), null)
    await after.shows('a done', 'b done', 'c done')
    expect(closed.server.chunks).toHaveLength(3)
  })

  test('one choice resumes the uploads of the same file to each folder', async () => {
    const server = answering(() => 'hang')
    const before = uploadsScene({ server })
    const folderId = '01890000-0000-7000-8000-000000000001'
    before.uploads.add([{ file: fileOf('a', '0') }], null)
    before.uploads.add([{ file: fileOf('a', '0') }], folderId)
    await chunkCount(server, 1)
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('a interrupted', 'a interrupted')
    server.state.answer = () => undefined
    after.uploads.chooseAgain([{ file: fileOf('a', '0') }])
    await after.shows('a done', 'a done')
    expect(after.facts.filter((fact) => fact.startsWith('upload')).toSorted()).toEqual([
      `upload.finished ${folderId}`,
      'upload.finished null',
    ])
  })

  test.each([
    ['size', [{ file: fileOf('b', '012345'), path: '/tree/b' }]],
    ['path', [{ file: fileOf('b', '0123'), path: '/other/b' }]],
    ['time', [{ file: new File(['0123'], 'b', { lastModified: 2 }), path: '/tree/b' }]],
  ])('a file of another %s resumes nothing, and a toast explains it', async (_, sources) => {
    const after = await reopened(await closedInTheMiddle())
    after.uploads.chooseAgain(sources)
    expect(after.toasts()).toEqual([{ type: 'danger', message: 'uploads.other_files' }])
    expect(after.steps()).toEqual(['a interrupted', 'b interrupted', 'c interrupted'])
  })

  test('dropped into another folder, it is another upload', async () => {
    const after = await reopened(await closedInTheMiddle())
    after.uploads.add([{ file: fileOf('c', '01'), path: '/tree/c' }], '01890000-0000-7000-8000-000000000001')
    await after.shows('a interrupted', 'b interrupted', 'c interrupted', 'c done')
  })

  test('uploads of another open tab are not offered until that tab is closed', async () => {
    const ofAnotherProgram = { name: 'of another program' }
    const held = [ofAnotherProgram]
    installLocks(held)
    try {
      const { before, server } = await closedInTheMiddle()
      const other = uploadsScene({ server, browser: before.browser, user: before.user })
      server.state.answer = () => undefined
      other.uploads.add([{ file: fileOf('own', '0') }], null)
      await other.shows('own done')
      held.splice(0, held.length, ofAnotherProgram)
      const later = uploadsScene({ server, browser: before.browser, user: before.user })
      await later.shows('a interrupted', 'b interrupted', 'c interrupted')
    } finally {
      removeLocks()
    }
  })

  test('another account does not see them', async () => {
    const { before, server } = await closedInTheMiddle()
    const other = uploadsScene({ server, browser: before.browser })
    other.uploads.add([{ file: fileOf('own', '0') }], null)
    server.state.answer = () => undefined
    await other.shows('own done')
  })

  test('finished uploads are not offered again', async () => {
    const before = uploadsScene()
    before.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
    await before.shows('a done', 'b done')
    const after = uploadsScene({ server: before.server, browser: before.browser, user: before.user })
    after.uploads.add([{ file: fileOf('c', '0') }], null)
    await after.shows('c done')
  })

  test('permanent failures are not offered again, those that can be retried are', async () => {
    const server = answering(({ name }) => (name === 'bad' ? refuse('bad-name') : refuse('busy')))
    const before = uploadsScene({ server })
    before.uploads.add([{ file: fileOf('bad', '0') }, { file: fileOf('b', '0') }], null)
    await before.shows('bad failed', 'b failed')
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('b interrupted')
  })

  test('an empty folder needs no file: it is created without a gesture', async () => {
    const server = uploadServer()
    server.state.isUnreachable = true
    const before = uploadsScene({ server })
    before.uploads.add([], null, { emptyFolders: ['/tree/x'] })
    await before.shows('x reconnecting')
    before.uploads.pause(before.idOf('x'))
    server.state.isUnreachable = false
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('x done')
    expect(server.folders.map(({ name }) => name)).toEqual(['tree', 'x'])
  })

  test('a browser without a database offers nothing and uploads all the same', async () => {
    const scene = uploadsScene({ browser: {} as IDBFactory })
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await scene.shows('a done')
  })
})

describe('after a reload without Web Locks, as on plain http', () => {
  installChannels()

  test('uploads of another open tab are not offered, and Cancel all does not affect them', async () => {
    const { before, server } = await closedInTheMiddle()
    const other = uploadsScene({ server, browser: before.browser, user: before.user })
    server.state.answer = () => undefined
    other.uploads.add([{ file: fileOf('own', '0') }], null)
    await other.shows('own done')
    other.uploads.cancelAll()
    expect(before.steps()).toEqual(['a processing', 'b waiting', 'c waiting'])
    expect(server.server.callsOf(abortUpload)).toEqual([])
    Channel.all.clear()
    const later = uploadsScene({ server, browser: before.browser, user: before.user })
    await later.shows('a interrupted', 'b interrupted', 'c interrupted')
  })

  test('of two tabs that open at the same time, one takes over each upload of a closed tab', async () => {
    const { before, server } = await closedInTheMiddle()
    Channel.all.clear()
    server.state.answer = () => undefined
    const tabs = [1, 2].map(() => uploadsScene({ server, browser: before.browser, user: before.user }))
    for (const { uploads } of tabs) uploads.add([{ file: fileOf('own', '0') }], null)
    await waitFor(() => {
      expect(tabs.flatMap(({ steps }) => steps()).toSorted()).toEqual([
        'a interrupted',
        'b interrupted',
        'c interrupted',
        'own done',
        'own done',
      ])
    })
  })
})

describe('with handles that the browser kept', () => {
  interface Permission {
    now: PermissionState
    requests: number
    /** The user's answer to the request. */
    readonly answer?: PermissionState
  }

  /** A handle that the browser stores: after structured cloning it returns the same file. */
  function handleOf(file: File, permission: Permission) {
    return fileHandle({
      name: file.name,
      getFile: () =>
        permission.now === 'granted' ? Promise.resolve(file) : Promise.reject(new DOMException('', 'NotAllowedError')),
      queryPermission: () => Promise.resolve(permission.now),
      requestPermission: () => {
        permission.requests += 1
        permission.now = permission.answer ?? 'granted'
        return Promise.resolve(permission.now)
      },
    })
  }

  beforeEach(() => {
    // Real handles can be cloned; the functions of these cannot.
    jest.spyOn(globalThis, 'structuredClone').mockImplementation((value: unknown) => value)
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  async function closed(file: File, permission: Permission) {
    const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
    const before = uploadsScene({ server })
    before.uploads.add([{ file, handle: handleOf(file, permission) }], null)
    await chunkCount(server, 2)
    server.state.answer = () => undefined
    return { server, browser: before.browser, user: before.user }
  }

  test('Continue requests permission once and resumes from the server’s offset', async () => {
    const permission: Permission = { now: 'prompt', requests: 0 }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    expect(after.uploads.get()[0]?.state).toEqual({ step: 'interrupted', sent: 4, canContinue: true })
    after.uploads.continueAll()
    await after.shows('a done')
    expect(permission.requests).toBe(1)
    expect(after.server.files.get('a')).toBe('01234567')
  })

  test('files for which the permission is refused have to be chosen again', async () => {
    const permission: Permission = { now: 'prompt', requests: 0, answer: 'denied' }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    after.uploads.continueAll()
    await waitFor(() => {
      expect(after.uploads.get()[0]?.state).toEqual({ step: 'interrupted', sent: 4, canContinue: false })
    })
    after.uploads.chooseAgain([{ file: fileOf('a', '01234567') }])
    await after.shows('a done')
  })

  test('a permission that is granted after another account signed in resumes nothing in its session', async () => {
    const permission: Permission = { now: 'prompt', requests: 0 }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    after.uploads.continueAll()
    after.signIn(makeUser())
    await waitFor(() => {
      expect(permission.requests).toBe(1)
    })
    after.signIn(after.user)
    await after.shows('a interrupted')
    after.uploads.continueAll()
    await after.shows('a done')
  })

  test('where the permission is still granted, uploads resume by themselves', async () => {
    const after = uploadsScene(await closed(fileOf('a', '01234567'), { now: 'granted', requests: 0 }))
    await after.shows('a done')
  })

  test('a file that was changed meanwhile has to be chosen again', async () => {
    const permission: Permission = { now: 'prompt', requests: 0 }
    const file = fileOf('a', '01234567')
    const state = await closed(file, permission)
    const after = uploadsScene(state)
    await after.shows('a interrupted')
    Object.defineProperty(file, 'lastModified', { value: 99 })
    after.uploads.continueAll()
    await waitFor(() => {
      expect(after.uploads.get()[0]?.state).toMatchObject({ step: 'interrupted', canContinue: false })
    })
  })
})
