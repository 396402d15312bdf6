import { abortUpload, type ErrorCode, uploadState } from '@holdall/api'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { answering, chunkCount, fileOf, uploadsScene } from './testing/uploads-scene.ts'

describe('files that are not queued', () => {
  test('an empty file is refused with a danger toast', async () => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf('empty.txt', '') }], null)
    expect(scene.toasts()).toEqual([{ type: 'danger', message: 'uploads.empty_files' }])
    await scene.shows('empty.txt failed')
    expect(scene.server.chunks).toEqual([])
  })

  test('one toast names the empty files, and the rest of the tree is uploaded', async () => {
    const scene = uploadsScene({ text: (id, values) => `${id} ${JSON.stringify(values)}` })
    const empty = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: fileOf(name, ''), path: `/tree/${name}` }))
    scene.uploads.add([...empty, { file: fileOf('full', 'x'), path: '/tree/full' }], null)
    await scene.shows('full done', ...['a', 'b', 'c', 'd', 'e'].map((name) => `${name} failed`))
    expect(scene.toasts().map(({ message }) => message)).toEqual([
      `uploads.empty_files ${JSON.stringify({
        count: 5,
        names: `uploads.empty_files_more ${JSON.stringify({ names: 'a, b, c', count: 2 })}`,
      })}`,
    ])
  })

  test('.DS_Store is skipped silently', () => {
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

  test('a type that only contains a blocked word is accepted', async () => {
    const scene = uploadsScene({ config: { mimetypesBlacklist: ['exe'] } })
    scene.uploads.add([{ file: fileOf('a.exercise', 'x') }], null)
    await scene.shows('a.exercise done')
  })

  test('a file above the limit is refused, one at the limit is not', async () => {
    const scene = uploadsScene({ config: { uploadLimit: 3 } })
    scene.uploads.add([{ file: fileOf('four', '1234') }, { file: fileOf('three', '123') }], null)
    await scene.shows('three done', 'four failed')
    expect(scene.alerts().map(({ title }) => title)).toEqual(['popup_upload_limit.title'])
  })

  test('the alert names the limit as the operator has formatted it', () => {
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
  ] as const)('an account that may not upload sees why, with subscriptions of type %s', (subscriptionType, title) => {
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

test('once the last byte is sent, the file is being processed until the server answers', async () => {
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
  'a name with quotes and signs arrives unchanged: %s',
  async (name) => {
    const scene = uploadsScene()
    scene.uploads.add([{ file: fileOf(name, 'x') }], null)
    await scene.shows(`${name} done`)
    expect([...scene.server.files.keys()]).toEqual([name])
  },
)

test('a name with a slash is refused by the server and does not stop the others', async () => {
  const server = answering(({ name }) => (name.includes('/') ? refuse('bad-name') : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a/b', '0') }, { file: fileOf('good', '0') }], null)
  await scene.shows('a/b failed', 'good done')
  expect(scene.alerts()).toEqual([{ title: 'popup_error.title', message: 'popup_error.message' }])
})

test('shows the name that the server gave where the file’s own was taken', async () => {
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
    await scene.shows('only done', 'full done', 'nil failed', 'nil failed')
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

  test('waits for the retry-after of the server before it is sent again', async () => {
    const server = answering((_, nth) => (nth === 1 ? refuse('throttled', { retry_after: 7 }) : undefined))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123') }], null)
    await scene.shows('a done')
    expect(scene.waits).toEqual([7000])
  })

  test.each<[ErrorCode, string]>([
    ['internal', 'popup_error'],
    ['validation', 'popup_error'],
    ['bad-name', 'popup_error'],
    ['too-deep', 'popup_error'],
    ['blocked-type', 'popup_mimetypes_blacklist'],
  ])('ends the file at once on %s', async (code, popup) => {
    const server = answering(() => refuse(code))
    const scene = uploadsScene({ server })
    scene.uploads.add([{ file: fileOf('a', '0123') }], null)
    await scene.shows('a failed')
    expect(server.chunks).toHaveLength(1)
    expect(scene.alerts()).toEqual([{ title: `${popup}.title`, message: `${popup}.message` }])
  })

  test('resumes from the offset of the server after a wrong one', async () => {
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

  test('a file that can no longer be read fails, and the next is sent', async () => {
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
  test('the file and the queue behind it wait, and resume by themselves when the server answers', async () => {
    const scene = uploadsScene()
    const { state, chunks, files } = scene.server
    state.answer = (_, nth) => {
      if (nth !== 2) return undefined
      state.isUnreachable = true
      return 'lost'
    }
    scene.uploads.add([{ file: fileOf('a', '0123456789') }, { file: fileOf('b', '0') }], null)
    await scene.shows('a reconnecting', 'b waiting')
    await waitFor(() => {
      expect(scene.waits.length).toBeGreaterThan(20)
    })
    expect(scene.steps()).toEqual(['a reconnecting', 'b waiting'])
    expect([scene.alerts(), scene.toasts()]).toEqual([[], []])
    state.isUnreachable = false
    await scene.shows('a done', 'b done')
    expect(chunks.map(({ offset }) => offset)).toEqual([0, 4, 4, 8, 0])
    expect(files.get('a')).toBe('0123456789')
  })

  test('the waits double from one second to thirty', async () => {
    const scene = uploadsScene()
    scene.server.state.isUnreachable = true
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
    scene.server.state.isUnreachable = true
    scene.uploads.add([{ file: fileOf('a', '0') }], null)
    await scene.shows('a reconnecting')
    scene.uploads.pause(scene.idOf('a'))
    scene.server.state.isUnreachable = false
    await scene.shows('a paused')
    scene.uploads.resume(scene.idOf('a'))
    await scene.shows('a done')
  })
})

test.each<[ErrorCode, string]>([
  ['quota-exceeded', 'popup_exceed_limit.title'],
  ['blocked-type', 'popup_mimetypes_blacklist.title'],
  ['too-large', 'popup_paylod_error.title'],
])('%s shows its popup and pauses the files behind it', async (code, title) => {
  const scene = uploadsScene({ server: answering(() => refuse(code)) })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  expect(scene.alerts().map((alert) => alert.title)).toEqual([title])
})

test('Retry all resumes failed and paused uploads', async () => {
  const server = answering(() => refuse('quota-exceeded'))
  const scene = uploadsScene({ server })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  server.state.answer = () => undefined
  scene.uploads.retryAll()
  await scene.shows('a done', 'b done')
})

test('a file that is paused and resumed continues from the offset of the server', async () => {
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
  expect(server.server.callsOf(uploadState)).toHaveLength(1)
  expect(server.files.get('a')).toBe('0123456789')
})

test('a cancelled file leaves the list and is aborted on the server', async () => {
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

test('Cancel all empties the queue and aborts on the server only what had begun', async () => {
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

test('requests the offset only of uploads that had begun', async () => {
  const scene = uploadsScene({ server: answering((_, nth) => (nth === 1 ? refuse('busy') : undefined)) })
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a done')
  expect(scene.server.server.callsOf(uploadState)).toEqual([])
})
