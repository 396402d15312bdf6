import { currentUser } from '@holdall/api'
import { ApiError } from '@holdall/api-client'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { answering, fileOf, uploadsScene } from './testing/uploads-scene.ts'
import { createUploadNotices } from './upload-notices.ts'

const text = (id: string, values?: Record<string, string | number>) => (values ? `${id} ${JSON.stringify(values)}` : id)

test('an account that may not upload sees the server’s reason, and nothing is queued', async () => {
  const scene = uploadsScene({ user: makeUser({ restrictions: { canUpload: false, reason: 'The trial is over.' } }) })
  scene.uploads.add([{ file: fileOf('a', 'x') }], null)
  expect(scene.alerts().map(({ message }) => message)).toEqual(['The trial is over.'])
  await scene.host.session.refresh()
  expect([scene.uploads.get(), scene.server.chunks]).toEqual([[], []])
})

test.each([
  ['none', 'popup_exceed_limit.title'],
  ['fixed', 'popup_upload_disabled.title'],
  ['metered', 'popup_upload_disabled.title'],
] as const)(
  'with the subscription type %s, an account that an administrator has restricted sees the reason',
  (type, title) => {
    const restrictions = { canUpload: false, cause: 'administrator', reason: 'An invoice is unpaid.' } as const
    const scene = uploadsScene({ user: makeUser({ restrictions }), config: { subscriptionType: type } })
    scene.uploads.add([{ file: fileOf('a', 'x') }], null)
    expect(scene.alerts()).toEqual([{ title, message: 'An invoice is unpaid.' }])
  },
)

test('a full storage does not matter for a folder of somebody else, what an administrator has decided does', async () => {
  const full = { canUpload: false, cause: 'storage' } as const
  const scene = uploadsScene({ user: makeUser({ restrictions: full }), config: { subscriptionType: 'none' } })
  scene.uploads.add([{ file: fileOf('a', 'x') }], null)
  expect(scene.alerts()).toHaveLength(1)
  scene.uploads.add([{ file: fileOf('b', 'x') }], null, { isOthers: true })
  await scene.shows('b done')
  const restricted = uploadsScene({ user: makeUser({ restrictions: { ...full, cause: 'administrator' } }) })
  restricted.uploads.add([{ file: fileOf('a', 'x') }], null, { isOthers: true })
  expect([restricted.alerts().length, restricted.uploads.get()]).toEqual([1, []])
})

test.each([
  ['quota-exceeded', 'popup_exceed_limit.title'],
  ['owner-restricted', 'popup_upload_disabled.title'],
  ['upload-restricted', 'popup_upload_disabled.title'],
  ['create-folder-restricted', 'popup_create_folder_disabled.title'],
] as const)('%s by the server shows its reason, pauses the queue and fetches the account', async (code, title) => {
  const scene = uploadsScene({ server: answering(() => refuse(code, { message: 'An invoice is unpaid.' })) })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  expect(scene.alerts()).toEqual([{ title, message: 'An invoice is unpaid.' }])
  await waitFor(() => expect(scene.server.server.callsOf(currentUser)).toHaveLength(1))
})

test('up to three empty files are all named', () => {
  const scene = uploadsScene({ text })
  scene.uploads.add(
    ['a', 'b', 'c'].map((name) => ({ file: fileOf(name, '') })),
    null,
  )
  const [toast] = scene.toasts()
  expect(toast?.message).toBe(`uploads.empty_files ${JSON.stringify({ count: 3, names: 'a, b, c' })}`)
})

test('each reason for which files are refused is shown', () => {
  const scene = uploadsScene({ config: { uploadLimit: 3, mimetypesBlacklist: ['exe'] } })
  scene.uploads.add(
    [{ file: fileOf('a.exe', 'x') }, { file: fileOf('long', '1234') }, { file: fileOf('nil', '') }],
    null,
  )
  expect(scene.toasts()).toHaveLength(1)
  expect(scene.alerts()).toEqual([
    { title: 'popup_mimetypes_blacklist.title', message: 'popup_mimetypes_blacklist.message' },
    { title: 'popup_upload_limit.title', message: 'popup_upload_limit.message' },
  ])
})

test('the popup of a failure names the file and the limit', async () => {
  const scene = uploadsScene({ server: answering(() => refuse('too-large')), text })
  scene.uploads.add([{ file: fileOf('a', '0') }], null)
  await scene.shows('a failed')
  expect(scene.alerts()).toEqual([
    {
      title: 'popup_paylod_error.title',
      message: `popup_paylod_error.message ${JSON.stringify({ size: '10 bytes', name: 'a' })}`,
    },
  ])
})

test('a server without disk space shows its message and pauses the queue', async () => {
  const scene = uploadsScene({ server: answering(() => refuse('disk-full')) })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  expect(scene.alerts()).toEqual([{ title: 'popup_error.title', message: 'uploads.failed_disk' }])
})

describe('a session that ends', () => {
  const explained = { title: 'uploads.session_ended.title', message: 'uploads.session_ended.message' }
  const refused = new ApiError('unauthenticated', 401, { message: 'Sign in again.' })

  function notices() {
    const { host, alerts } = uploadsScene()
    return { ...createUploadNotices(host), host, alerts }
  }

  test('is explained once, when the transfer has ended', () => {
    const { accountLeft, transferEnded, host, alerts } = notices()
    accountLeft(true)
    expect(alerts()).toEqual([])
    transferEnded(null)
    expect(alerts()).toEqual([explained])
    host.overlay.clear()
    transferEnded(null)
    expect(alerts()).toEqual([])
  })

  test('is explained by the server where the transfer was refused', () => {
    const { accountLeft, transferEnded, alerts } = notices()
    accountLeft(true)
    transferEnded(refused)
    expect(alerts()).toEqual([{ title: 'Sign in again.' }])
  })

  test('is not explained where nothing was on its way', () => {
    const { accountLeft, transferEnded, alerts } = notices()
    transferEnded(refused)
    accountLeft(true)
    accountLeft(false)
    transferEnded(null)
    expect(alerts()).toEqual([])
  })

  test.each([
    ['signed-out', []],
    ['expired', [explained]],
  ] as const)('with the reason %s shows %j', (reason, expected) => {
    const { accountLeft, transferEnded, host, alerts } = notices()
    accountLeft(true)
    host.events.emit('session.ended', { reason })
    transferEnded(null)
    expect(alerts()).toEqual(expected)
  })
})
