import { ApiError, type ClientErrorCode } from '@holdall/api-client'
import { errorStatus } from '@holdall/api'
import { fileOf, settled, uploadsWorld } from './uploads-world.ts'

const refusal = (code: ClientErrorCode, extra = {}) =>
  new ApiError(code, code in errorStatus ? errorStatus[code as keyof typeof errorStatus] : 0, {
    message: `server says ${code}`,
    ...extra,
  })

describe('what is not queued', () => {
  test('an empty file is refused with a danger toast', () => {
    const world = uploadsWorld()
    world.uploads.add([{ file: fileOf('empty.txt', '') }], null)
    expect(world.toasts).toEqual([{ type: 'danger', message: 'uploads.empty_file' }])
    expect(world.uploads.get()).toEqual([])
  })

  test('.DS_Store is skipped without a word', () => {
    const world = uploadsWorld()
    world.uploads.add([{ file: fileOf('.DS_Store', 'x') }], null)
    expect([world.toasts, world.alerts, world.uploads.get()]).toEqual([[], [], []])
  })

  test.each([
    ['by type', fileOf('a.bin', 'x', 'video/mp4')],
    ['by extension where there is no type', fileOf('a.EXE', 'x')],
  ])('a blocked type is refused %s', (_, file) => {
    const world = uploadsWorld({ blocked: ['video/mp4', 'exe'] })
    world.uploads.add([{ file }], null)
    expect(world.alerts.map(({ title }) => title)).toEqual(['popup_mimetypes_blacklist.title'])
    expect(world.chunks).toEqual([])
  })

  test('a type that only contains a blocked word is let through', async () => {
    const world = uploadsWorld({ blocked: ['exe'] })
    world.uploads.add([{ file: fileOf('a.exercise', 'x') }], null)
    await settled(world)
    expect(world.steps()).toEqual(['a.exercise done'])
  })

  test('a file above the limit is refused, one at the limit is not', async () => {
    const world = uploadsWorld({ uploadLimit: 3 })
    world.uploads.add([{ file: fileOf('four', '1234') }, { file: fileOf('three', '123') }], null)
    await settled(world)
    expect(world.alerts.map(({ title }) => title)).toEqual(['popup_upload_limit.title'])
    expect(world.steps()).toEqual(['three done'])
  })

  test('the alert names the limit in the operator’s words', () => {
    const world = uploadsWorld({ uploadLimit: 3, text: (id, values) => `${id} ${String(values?.['size'])}` })
    world.uploads.add([{ file: fileOf('four', '1234') }], null)
    expect(world.alerts).toEqual([
      { title: 'popup_upload_limit.title 10 bytes', message: 'popup_upload_limit.message 10 bytes' },
    ])
  })

  test.each([
    ['none', 'popup_exceed_limit.title'],
    ['metered', 'popup_upload_disabled.title'],
    ['fixed', 'popup_upload_disabled.title'],
  ] as const)('who may not upload is told so, with subscriptions of type %s', (subscriptionType, title) => {
    const world = uploadsWorld({ canUpload: false, subscriptionType })
    world.uploads.add([{ file: fileOf('a', 'x') }], null)
    expect(world.alerts.map((alert) => alert.title)).toEqual([title])
    expect(world.uploads.get()).toEqual([])
  })

  test('nothing happens where nothing was chosen', () => {
    const world = uploadsWorld({ canUpload: false })
    world.uploads.add([], null)
    expect([world.toasts, world.alerts, world.uploads.get()]).toEqual([[], [], []])
  })
})

test('sends the chunks of a file in turn and flags the last', async () => {
  const world = uploadsWorld()
  world.uploads.add([{ file: fileOf('a', '0123456789') }], 'folder')
  await settled(world)
  expect(world.chunks.map(({ offset, bytes, is_last_chunk }) => [offset, bytes, is_last_chunk])).toEqual([
    [0, '0123', false],
    [4, '4567', false],
    [8, '89', true],
  ])
  expect(world.facts).toEqual(['upload.finished entry of a', 'files.changed folder'])
})

test('once the last byte has left, the file is being processed until the server answers', async () => {
  const world = uploadsWorld({ answer: ({ is_last_chunk }) => (is_last_chunk ? 'hang' : undefined) })
  world.uploads.add([{ file: fileOf('a', '01234567') }, { file: fileOf('b', '0') }], null)
  while (world.chunks.length < 2)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  expect(world.steps()).toEqual(['a processing', 'b waiting'])
})

test('sends one file after another', async () => {
  const world = uploadsWorld()
  world.uploads.add([{ file: fileOf('a', '01234') }, { file: fileOf('b', '01234') }], null)
  await settled(world)
  expect(world.chunks.map(({ name }) => name)).toEqual(['a', 'a', 'b', 'b'])
})

describe('a chunk that fails', () => {
  test('is sent again, and a success resets the count', async () => {
    const world = uploadsWorld({
      answer: (_, nth) => ([1, 2, 4, 5, 7, 8].includes(nth) ? refusal('network') : undefined),
    })
    world.uploads.add([{ file: fileOf('a', '0123456789') }], null)
    await settled(world)
    expect(world.steps()).toEqual(['a done'])
    expect([...world.received.values()]).toEqual(['0123456789'])
    expect(world.chunks).toHaveLength(9)
  })

  test('ends the file after three failures in a row', async () => {
    const world = uploadsWorld({ answer: () => refusal('network') })
    world.uploads.add([{ file: fileOf('a', '0123') }], null)
    await settled(world)
    expect(world.chunks).toHaveLength(3)
    expect(world.steps()).toEqual(['a failed'])
  })

  test.each<[ClientErrorCode, string]>([
    ['internal', 'popup_error'],
    ['validation', 'popup_error'],
    ['blocked-type', 'popup_mimetypes_blacklist'],
  ])('ends the file at once on %s', async (code, popup) => {
    const world = uploadsWorld({ answer: () => refusal(code) })
    world.uploads.add([{ file: fileOf('a', '0123') }], null)
    await settled(world)
    expect(world.chunks).toHaveLength(1)
    expect(world.alerts).toEqual([{ title: `${popup}.title`, message: `${popup}.message` }])
  })

  test('goes on where the server is, when that is elsewhere', async () => {
    const world = uploadsWorld({ answer: (_, nth) => (nth === 2 ? refusal('wrong-offset', { offset: 0 }) : undefined) })
    world.uploads.add([{ file: fileOf('a', '01234567') }], null)
    await settled(world)
    expect(world.chunks.map(({ offset }) => offset)).toEqual([0, 4, 0, 4])
    expect([...world.received.values()]).toEqual(['01234567'])
  })
})

test.each<[ClientErrorCode, string]>([
  ['quota-exceeded', 'popup_exceed_limit.title'],
  ['blocked-type', 'popup_mimetypes_blacklist.title'],
  ['too-large', 'popup_paylod_error.title'],
  ['unauthenticated', 'server says unauthenticated'],
])('%s shows its popup and holds the files behind it', async (code, title) => {
  const world = uploadsWorld({ answer: () => refusal(code) })
  world.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await settled(world)
  expect(world.alerts.map((alert) => alert.title)).toEqual([title])
  expect(world.steps()).toEqual(['a failed', 'b paused'])
})

test('a name that the server refuses does not keep the others', async () => {
  const world = uploadsWorld({ answer: ({ name }) => (name === 'bad' ? refusal('bad-name') : undefined) })
  world.uploads.add([{ file: fileOf('bad', '0') }, { file: fileOf('good', '0') }], null)
  await settled(world)
  expect(world.steps()).toEqual(['bad failed', 'good done'])
})

test('paused and resumed, a file goes on from what the server has', async () => {
  let hang = true
  const world = uploadsWorld({ answer: ({ offset }) => (hang && offset === 4 ? 'hang' : undefined) })
  world.uploads.add([{ file: fileOf('a', '0123456789') }], null)
  while (world.chunks.length < 2)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  const id = world.uploads.get()[0]?.id ?? ''
  world.uploads.pause(id)
  await settled(world)
  expect(world.steps()).toEqual(['a paused'])
  hang = false
  world.uploads.resume(id)
  await settled(world)
  expect(world.chunks.map(({ offset }) => offset)).toEqual([0, 4, 4, 8])
  expect(world.received.get(id)).toBe('0123456789')
})

test('cancelled, a file leaves the list and the server is told', async () => {
  const world = uploadsWorld({ answer: () => 'hang' })
  world.uploads.add([{ file: fileOf('a', '0123') }], null)
  while (world.chunks.length < 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  const id = world.uploads.get()[0]?.id ?? ''
  world.uploads.cancel(id)
  expect(world.uploads.get()).toEqual([])
  expect(world.aborted).toEqual([id])
})

test('a new session of the page offers what was not finished, and the same file takes it up', async () => {
  const before = uploadsWorld({ answer: ({ offset }) => (offset === 4 ? 'hang' : undefined) })
  before.uploads.add([{ file: fileOf('a', '01234567') }], 'f')
  while (before.chunks.length < 2)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  const after = uploadsWorld({ storage: before.saved })
  expect(after.steps()).toEqual(['a interrupted'])
  const id = after.uploads.get()[0]?.id ?? ''
  after.received.set(id, '0123')
  after.uploads.add([{ file: fileOf('a', '01234567') }], 'f')
  await settled(after)
  expect(after.steps()).toEqual(['a done'])
  expect(after.chunks.map(({ upload_id, offset }) => [upload_id, offset])).toEqual([[id, 4]])
})

test('a browser storage that holds nonsense offers nothing and breaks nothing', () => {
  expect(uploadsWorld({ storage: new Map([['holdall.uploads.u1', '{"not":"a list"']]) }).uploads.get()).toEqual([])
})
