import { abortUpload, type ErrorCode, uploadState } from '@holdall/api'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { Channel, installChannels } from '../tabs/testing/broadcast-channel.ts'
import { type ChunkAnswer, fileOf, uploadServer, uploadsScene } from './testing/uploads-scene.ts'

/** A server that gives these answers to chunks. */
function answering(answer: ChunkAnswer) {
  const server = uploadServer()
  server.state.answer = answer
  return server
}

/** Resolves once the server has got this many chunks. */
const chunkCount = (server: ReturnType<typeof uploadServer>, count: number) =>
  waitFor(() => {
    expect(server.chunks).toHaveLength(count)
  })

describe('what is not queued', () => {
  test('an empty file is refused with a danger toast', () => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf('empty.txt', '') }], null)
    expect(scene.toasts()).toEqual([{ type: 'danger', message: 'uploads.empty_files' }])
    expect(scene.uploads.get()).toEqual([])
  })

  test('one toast names the empty files, and the rest of the tree goes on', async () => {
    const scene = uploadsScene({ text: (id, values) => `${id} ${JSON.stringify(values)}` })
    const empty = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: fileOf(name, ''), path: `/tree/${name}` }))
    scene.uploads.add([...empty, { file: fileOf('full', 'x'), path: '/tree/full' }], null)
    await scene.shows('full done')
    expect(scene.toasts().map(({ message }) => message)).toEqual([
      `uploads.empty_files ${JSON.stringify({
        count: 5,
        names: `uploads.empty_files_more ${JSON.stringify({ names: 'a, b, c', count: 2 })}`,
      })}`,
    ])
  })

  test('.DS_Store is skipped without a word', () => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf('.DS_Store', 'x') }], null)
    expect([scene.toasts(), scene.alerts(), scene.uploads.get()]).toEqual([[], [], []])
  })

  test.each([
    ['by type', fileOf('a.bin', 'x', 'video/mp4')],
    ['by extension where there is no type', fileOf('a.EXE', 'x')],
  ])('a blocked type is refused %s', (_, file) => {
    const scene = uploadsScene({ config: { mimetypesBlacklist: ['video/mp4', 'exe'] } })
    scene.uploads.add([{ file }], null)
    expect(scene.alerts().map(({ title }) => title)).toEqual(['popup_mimetypes_blacklist.title'])
    expect(scene.server.chunks).toEqual([])
  })

  test('a type that only contains a blocked word is let through', async () => {
    const scene = uploadsScene({ config: { mimetypesBlacklist: ['exe'] } })
    scene.uploads.add([{ file: fileOf('a.exercise', 'x') }], null)
    await scene.shows('a.exercise done')
  })

  test('a file above the limit is refused, one at the limit is not', async () => {
    const scene = uploadsScene({ config: { uploadLimit: 3 } })
    scene.uploads.add([{ file: fileOf('four', '1234') }, { file: fileOf('three', '123') }], null)
    await scene.shows('three done')
    expect(scene.alerts().map(({ title }) => title)).toEqual(['popup_upload_limit.title'])
  })

  test('the alert names the limit in the operator’s words', () => {
    const scene = uploadsScene({
      config: { uploadLimit: 3 },
      text: (id, values) => `${id} ${String(values?.['size'])}`,
    })
    scene.uploads.add([{ file: fileOf('four', '1234') }], null)
    expect(scene.alerts()).toEqual([
      { title: 'popup_upload_limit.title 10 bytes', message: 'popup_upload_limit.message 10 bytes' },
    ])
  })

  test.each([
    ['none', 'popup_exceed_limit.title'],
    ['metered', 'popup_upload_disabled.title'],
    ['fixed', 'popup_upload_disabled.title'],
  ] as const)('who may not upload is told so, with subscriptions of type %s', (subscriptionType, title) => {
    const scene = uploadsScene({
      user: makeUser({ restrictions: { canUpload: false } }),
      config: { subscriptionType },
    })
    scene.uploads.add([{ file: fileOf('a', 'x') }], null)
    expect(scene.alerts().map((alert) => alert.title)).toEqual([title])
    expect(scene.uploads.get()).toEqual([])
  })

  test('nothing happens where nothing was chosen', () => {
    const scene = uploadsScene({ user: makeUser({ restrictions: { canUpload: false } }) })
    scene.uploads.add([], null)
    expect([scene.toasts(), scene.alerts(), scene.uploads.get()]).toEqual([[], [], []])
  })
})

test('sends the chunks of a file in turn and flags the last', async () => {
  const scene = uploadsScene()
  const folderId = '01890000-0000-7000-8000-000000000001'
  scene.uploads.add([{ file: fileOf('a', '0123456789') }], folderId)
  await scene.shows('a done')
  expect(scene.server.chunks.map(({ offset, bytes, is_last_chunk }) => [offset, bytes, is_last_chunk])).toEqual([
    [0, '0123', false],
    [4, '4567', false],
    [8, '89', true],
  ])
  expect(scene.facts).toEqual([`upload.finished ${folderId}`, `files.changed ${folderId}`])
})

test('once the last byte has left, the file is being processed until the server answers', async () => {
  const server = answering(({ is_last_chunk }) => (is_last_chunk ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '01234567') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a processing', 'b waiting')
  expect(server.chunks).toHaveLength(2)
})

test('sends one file after another', async () => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: fileOf('a', '01234') }, { file: fileOf('b', '01234') }], null)
  await scene.shows('a done', 'b done')
  expect(scene.server.chunks.map(({ name }) => name)).toEqual(['a', 'a', 'b', 'b'])
})

test.each(['he said "hi" & 100 % of it?.txt', "it's #1 + more; ünï 🌳.txt"])(
  'a name with quotes and signs arrives as it is: %s',
  async (name) => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf(name, 'x') }], null)
    await scene.shows(`${name} done`)
    expect([...scene.server.files.keys()]).toEqual([name])
  },
)

test('a name with a slash is refused by the server and does not keep the others', async () => {
  const server = answering(({ name }) => (name.includes('/') ? refuse('bad-name') : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a/b', '0') }, { file: fileOf('good', '0') }], null)
  await scene.shows('a/b failed', 'good done')
  expect(scene.alerts()).toEqual([])
})

test('shows the name that the server gave where the own one was taken', async () => {
  const scene = uploadsScene()
  scene.server.state.nameOf = (name) => (name === 'report.pdf' ? 'report (2).pdf' : name)
  scene.uploads.add([{ file: fileOf('report.pdf', '0') }, { file: fileOf('plan.pdf', '0') }], null)
  await scene.shows('report.pdf done', 'plan.pdf done')
  expect(scene.uploads.get().map(({ state }) => state.step === 'done' && state.savedAs)).toEqual([
    'report (2).pdf',
    null,
  ])
})

test('a new batch leaves out what an earlier one finished', async () => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a done')
  scene.uploads.add([{ file: fileOf('b', '0') }], null)
  await scene.shows('b done')
})

describe('empty folders', () => {
  test('of a dropped tree are created, inside the folders that exist', async () => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf('a', '0'), path: '/tree/a' }], null, {
      emptyFolders: ['/tree/x', '/tree/y/z'],
    })
    await scene.shows('x done', 'z done', 'a done')
    const { folders } = scene.server
    expect(folders.map(({ name }) => name)).toEqual(['tree', 'x', 'y', 'z'])
    expect(folders[2]?.parent_id).toBe(folders[0]?.id)
  })

  test('a folder whose files are all empty is created too', async () => {
    const scene = uploadsScene()
    const sources = [
      { file: fileOf('nil', ''), path: '/tree/only/nil' },
      { file: fileOf('nil', ''), path: '/tree/mixed/nil' },
      { file: fileOf('full', 'x'), path: '/tree/mixed/full' },
    ]
    scene.uploads.add(sources, null)
    await scene.shows('only done', 'full done')
    expect(scene.server.folders.map(({ name }) => name)).toEqual(['tree', 'only'])
  })
})

describe('a chunk that fails', () => {
  test('is sent again, and a success resets the count', async () => {
    const server = answering((_, nth) => ([1, 2, 4, 5, 7, 8].includes(nth) ? refuse('busy') : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123456789') }], null)
    await scene.shows('a done')
    expect(server.files.get('a')).toBe('0123456789')
    expect(server.chunks).toHaveLength(9)
  })

  test('ends the file after three failures in a row', async () => {
    const server = answering(() => refuse('busy'))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123') }], null)
    await scene.shows('a failed')
    expect(server.chunks).toHaveLength(3)
  })

  test('waits as long as the server asks before it is sent again', async () => {
    const server = answering((_, nth) => (nth === 1 ? refuse('throttled', { retry_after: 7 }) : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123') }], null)
    await scene.shows('a done')
    expect(scene.waits).toEqual([7000])
  })

  test.each<[ErrorCode, string]>([
    ['internal', 'popup_error'],
    ['validation', 'popup_error'],
    ['blocked-type', 'popup_mimetypes_blacklist'],
  ])('ends the file at once on %s', async (code, popup) => {
    const server = answering(() => refuse(code))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123') }], null)
    await scene.shows('a failed')
    expect(server.chunks).toHaveLength(1)
    expect(scene.alerts()).toEqual([{ title: `${popup}.title`, message: `${popup}.message` }])
  })

  test('goes on where the server is, when that is elsewhere', async () => {
    const server = answering((_, nth) => {
      if (nth === 2) server.received.clear()
      return nth === 2 ? refuse('wrong-offset', { offset: 0 }) : undefined
    })
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '01234567') }], null)
    await scene.shows('a done')
    expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 4, 0, 4])
    expect(server.files.get('a')).toBe('01234567')
  })

  test('a file that can no longer be read is failed, and the next goes on', async () => {
    const scene = uploadsScene()
    const gone = fileOf('gone', '0123')
    gone.slice = () => {
      const blob = new Blob(['0123'])
      blob.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
      return blob
    }
    scene.uploads.add([{ file: gone }, { file: fileOf('b', '0') }], null)
    await scene.shows('gone failed', 'b done')
    expect(scene.uploads.get()[0]?.state).toMatchObject({ reason: 'uploads.failed_changed', retry: false })
  })
})

describe('without a connection', () => {
  test('the file and the queue behind it wait, and go on by themselves when the server answers', async () => {
    const scene = uploadsScene()
    const { state, chunks, files } = scene.server
    state.answer = (_, nth) => {
      if (nth !== 2) return undefined
      state.isAway = true
      return 'lost'
    }
    scene.uploads.add([{ file: fileOf('a', '0123456789') }, { file: fileOf('b', '0') }], null)
    await scene.shows('a reconnecting', 'b waiting')
    await waitFor(() => {
      expect(scene.waits.length).toBeGreaterThan(20)
    })
    expect(scene.steps()).toEqual(['a reconnecting', 'b waiting'])
    expect([scene.alerts(), scene.toasts()]).toEqual([[], []])
    state.isAway = false
    await scene.shows('a done', 'b done')
    expect(chunks.map(({ offset }) => offset)).toEqual([0, 4, 4, 8, 0])
    expect(files.get('a')).toBe('0123456789')
  })

  test('the waits double from one second to thirty', async () => {
    const scene = uploadsScene()
    scene.server.state.isAway = true
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await waitFor(() => {
      expect(scene.waits.length).toBeGreaterThan(7)
    })
    expect(scene.waits.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    scene.uploads.cancelAll()
  })

  test('a chunk that arrived although its answer was lost is not sent again', async () => {
    const scene = uploadsScene()
    const { state, received, chunks } = scene.server
    state.answer = ({ upload_id, bytes }, nth) => {
      if (nth !== 1) return undefined
      received.set(upload_id, bytes)
      return 'lost'
    }
    scene.uploads.add([{ file: fileOf('a', '01234567') }], null)
    await scene.shows('a done')
    expect(chunks.map(({ offset }) => offset)).toEqual([0, 4])
  })

  test('only answered attempts count towards the three', async () => {
    const server = answering((_, nth) => (nth % 2 === 1 ? 'lost' : refuse('busy')))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await scene.shows('a failed')
    expect(server.chunks).toHaveLength(6)
  })

  test('paused while it waits, it stays paused', async () => {
    const scene = uploadsScene()
    scene.server.state.isAway = true
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await scene.shows('a reconnecting')
    scene.uploads.pause(scene.idOf('a'))
    scene.server.state.isAway = false
    await scene.shows('a paused')
    scene.uploads.resume(scene.idOf('a'))
    await scene.shows('a done')
  })
})

test.each<[ErrorCode, string]>([
  ['quota-exceeded', 'popup_exceed_limit.title'],
  ['blocked-type', 'popup_mimetypes_blacklist.title'],
  ['too-large', 'popup_paylod_error.title'],
])('%s shows its popup and holds the files behind it', async (code, title) => {
  const scene = uploadsScene({ server: answering(() => refuse(code)) })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  expect(scene.alerts().map((alert) => alert.title)).toEqual([title])
})

test('Retry all takes what failed and what is held', async () => {
  const server = answering(() => refuse('quota-exceeded'))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  server.state.answer = () => undefined
  scene.uploads.retryAll()
  await scene.shows('a done', 'b done')
})

test('paused and resumed, a file goes on from what the server has', async () => {
  const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0123456789') }], null)
  await chunkCount(server, 2)
  const id = scene.idOf('a')
  scene.uploads.pause(id)
  await scene.shows('a paused')
  server.state.answer = () => undefined
  scene.uploads.resume(id)
  await scene.shows('a done')
  expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 4, 4, 8])
  expect(server.files.get('a')).toBe('0123456789')
})

test('cancelled, a file leaves the list and the server is told', async () => {
  const server = answering(() => 'hang')
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0123') }], null)
  await chunkCount(server, 1)
  const id = scene.idOf('a')
  scene.uploads.cancel(id)
  expect(scene.uploads.get()).toEqual([])
  await waitFor(() => {
    expect(server.server.callsOf(abortUpload).map(({ params }) => params.upload_id)).toEqual([id])
  })
})

test('Cancel all empties the queue and asks the server only about what had begun', async () => {
  const server = answering(() => 'hang')
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }, { file: fileOf('c', '0') }], null)
  await chunkCount(server, 1)
  scene.uploads.cancelAll()
  expect(scene.uploads.get()).toEqual([])
  await waitFor(() => {
    expect(server.server.callsOf(abortUpload)).toHaveLength(1)
  })
  const later = uploadsScene({ browser: scene.browser, user: scene.user })
  later.uploads.add([{ file: fileOf('z', '0') }], null)
  await later.shows('z done')
})

describe('after a reload', () => {
  const files = () => [fileOf('a', '01234567'), fileOf('b', '0123'), fileOf('c', '01')]
  const asSources = (list: readonly File[]) => list.map((file) => ({ file, path: `/tree/${file.name}` }))

  /** A page that was closed while it sent the second chunk of the first of three files. */
  async function closedInTheMiddle() {
    const server = answering(({ offset }) => (offset === 4 ? 'hang' : undefined))
    const before = uploadsScene({ server })
    before.uploads.add(asSources(files()), null, { folderName: 'Spring' })
    await chunkCount(server, 2)
    // The page ends: its engine sends nothing any more.
    server.state.answer = () => 'hang'
    return { before, server }
  }
  const reopened = async ({ before, server }: Awaited<ReturnType<typeof closedInTheMiddle>>) => {
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('a interrupted', 'b interrupted', 'c interrupted')
    server.chunks.length = 0
    server.state.answer = () => undefined
    return after
  }
  test('all files of the queue are listed, with their target and how far they had come', async () => {
    const after = await reopened(await closedInTheMiddle())
    expect(after.uploads.get().map(({ path, folderName, size, state }) => [path, folderName, size, state])).toEqual([
      ['/tree/a', 'Spring', 8, { step: 'interrupted', sent: 4, canContinue: false }],
      ['/tree/b', 'Spring', 4, { step: 'interrupted', sent: 0, canContinue: false }],
      ['/tree/c', 'Spring', 2, { step: 'interrupted', sent: 0, canContinue: false }],
    ])
  })

  test('one choice of the same folder resumes everything where the server is', async () => {
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

  test.each([
    ['size', [{ file: fileOf('b', '012345'), path: '/tree/b' }]],
    ['path', [{ file: fileOf('b', '0123'), path: '/other/b' }]],
    ['time', [{ file: new File(['0123'], 'b', { lastModified: 2 }), path: '/tree/b' }]],
  ])('a file of another %s resumes nothing, and the toast says so', async (_, sources) => {
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

  test('what another open tab is sending is not offered, until that tab is closed', async () => {
    const held: { name: string }[] = []
    const locks = {
      request: (name: string) => {
        held.push({ name })
        return new Promise(() => {})
      },
      query: () => Promise.resolve({ held: [...held, { name: 'of another program' }] }),
    }
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    try {
      const { before, server } = await closedInTheMiddle()
      const other = uploadsScene({ server, browser: before.browser, user: before.user })
      server.state.answer = () => undefined
      other.uploads.add([{ file: fileOf('own', '0') }], null)
      await other.shows('own done')
      held.length = 0
      const later = uploadsScene({ server, browser: before.browser, user: before.user })
      await later.shows('a interrupted', 'b interrupted', 'c interrupted')
    } finally {
      Reflect.deleteProperty(navigator, 'locks')
    }
  })

  describe('without Web Locks, as on plain http', () => {
    installChannels()

    test('what another open tab is sending is not offered, and canceling all leaves it alone', async () => {
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

    test('two tabs that open at the same time share nothing of what a closed one left', async () => {
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

  test('another account sees nothing of it', async () => {
    const { before, server } = await closedInTheMiddle()
    const other = uploadsScene({ server, browser: before.browser })
    other.uploads.add([{ file: fileOf('own', '0') }], null)
    server.state.answer = () => undefined
    await other.shows('own done')
  })

  test('what arrived is not offered again', async () => {
    const before = uploadsScene()
    before.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
    await before.shows('a done', 'b done')
    const after = uploadsScene({ server: before.server, browser: before.browser, user: before.user })
    after.uploads.add([{ file: fileOf('c', '0') }], null)
    await after.shows('c done')
  })

  test('what failed for good is not offered again, what may be retried is', async () => {
    const server = answering(({ name }) => (name === 'bad' ? refuse('bad-name') : refuse('busy')))
    const before = uploadsScene({ server })
    before.uploads.add([{ file: fileOf('bad', '0') }, { file: fileOf('b', '0') }], null)
    await before.shows('bad failed', 'b failed')
    const after = uploadsScene({ server, browser: before.browser, user: before.user })
    await after.shows('b interrupted')
  })

  test('an empty folder needs no file: it is created without a gesture', async () => {
    const server = uploadServer()
    server.state.isAway = true
    const before = uploadsScene({ server })
    before.uploads.add([], null, { emptyFolders: ['/tree/x'] })
    await before.shows('x reconnecting')
    before.uploads.pause(before.idOf('x'))
    server.state.isAway = false
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

describe('with handles that the browser kept', () => {
  interface Permission {
    now: PermissionState
    asked: number
    /** What the reader answers. */
    readonly answer?: PermissionState
  }

  /** A handle as a browser keeps one: structured cloning gives the same file back. */
  function handleOf(file: File, permission: Permission) {
    return {
      kind: 'file',
      name: file.name,
      getFile: () =>
        permission.now === 'granted' ? Promise.resolve(file) : Promise.reject(new DOMException('', 'NotAllowedError')),
      queryPermission: () => Promise.resolve(permission.now),
      requestPermission: () => {
        permission.asked += 1
        permission.now = permission.answer ?? 'granted'
        return Promise.resolve(permission.now)
      },
    } as unknown as FileSystemHandle
  }

  beforeEach(() => {
    // Functions cannot be cloned; what the browser keeps of a handle can.
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

  test('Continue asks once and resumes where the server is', async () => {
    const permission = { now: 'prompt' as PermissionState, asked: 0 }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    expect(after.uploads.get()[0]?.state).toEqual({ step: 'interrupted', sent: 4, canContinue: true })
    after.uploads.continueAll()
    await after.shows('a done')
    expect(permission.asked).toBe(1)
    expect(after.server.files.get('a')).toBe('01234567')
  })

  test('what the browser refuses to Continue has to be chosen again', async () => {
    const permission = { now: 'prompt' as PermissionState, asked: 0, answer: 'denied' as PermissionState }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    after.uploads.continueAll()
    await waitFor(() => {
      expect(after.uploads.get()[0]?.state).toEqual({ step: 'interrupted', sent: 4, canContinue: false })
    })
    after.uploads.chooseAgain([{ file: fileOf('a', '01234567') }])
    await after.shows('a done')
  })

  test('what is permitted after another account signed in is not resumed in its session', async () => {
    const permission = { now: 'prompt' as PermissionState, asked: 0 }
    const after = uploadsScene(await closed(fileOf('a', '01234567'), permission))
    await after.shows('a interrupted')
    after.uploads.continueAll()
    after.signIn(makeUser())
    await waitFor(() => {
      expect(permission.asked).toBe(1)
    })
    after.signIn(after.user)
    await after.shows('a interrupted')
    after.uploads.continueAll()
    await after.shows('a done')
  })

  test('where the browser still permits it, nothing has to be pressed', async () => {
    const after = uploadsScene(await closed(fileOf('a', '01234567'), { now: 'granted', asked: 0 }))
    await after.shows('a done')
  })

  test('a file that was changed meanwhile has to be chosen again', async () => {
    const permission = { now: 'prompt' as PermissionState, asked: 0 }
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

describe('when the session ends', () => {
  test('the popup says so, the list is cleared, and the next session of the account resumes by itself', async () => {
    let isExpired = true
    const server = answering(({ offset }) => (offset === 4 && isExpired ? refuse('unauthenticated') : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '01234567') }, { file: fileOf('b', '0') }], null)
    await waitFor(() => {
      expect(scene.alerts()).toEqual([{ title: 'The server answers unauthenticated.' }])
    })
    expect(scene.uploads.get()).toEqual([])
    isExpired = false
    scene.signIn()
    await scene.shows('a done', 'b done')
    expect(server.chunks.map(({ name, offset }) => [name, offset])).toEqual([
      ['a', 0],
      ['a', 4],
      ['a', 4],
      ['b', 0],
    ])
  })

  test('another account that signs in sees nothing, and the first finds its queue again', async () => {
    const server = answering(() => 'hang')
    const first = makeUser()
    const scene = uploadsScene({ server, user: first })
    scene.uploads.add([{ file: fileOf('a', '0123') }, { file: fileOf('b', '0') }], null)
    await chunkCount(server, 1)
    scene.host.session.expire()
    server.state.answer = () => undefined
    scene.signIn(makeUser())
    await scene.shows()
    scene.uploads.add([{ file: fileOf('other', '0') }], null)
    await scene.shows('other done')
    scene.host.session.expire()
    scene.signIn(first)
    await scene.shows('a done', 'b done')
    expect([...server.files.keys()]).toEqual(['other', 'a', 'b'])
  })

  test('the remembered queue survives a reload of the sign-in page', async () => {
    const server = answering(() => refuse('unauthenticated'))
    const user = makeUser()
    const before = uploadsScene({ server, user })
    before.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
    await waitFor(() => {
      expect(before.alerts()).toHaveLength(1)
    })
    server.state.answer = () => undefined
    const after = uploadsScene({ server, user, browser: before.browser })
    await after.shows('a interrupted', 'b interrupted')
    after.uploads.chooseAgain([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }])
    await after.shows('a done', 'b done')
  })
})

test('asks the server for the offset only of what had begun', async () => {
  const scene = uploadsScene()
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a done')
  expect(scene.server.server.callsOf(uploadState)).toEqual([])
})
