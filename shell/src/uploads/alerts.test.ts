import { makeUser, refuse } from '@holdall/testing'
import { answering, fileOf, uploadsScene } from './testing/uploads-scene.ts'

const text = (id: string, values?: Record<string, string | number>) => (values ? `${id} ${JSON.stringify(values)}` : id)

test('who may not upload reads the reason that the server gives, and nothing is queued', async () => {
  const scene = uploadsScene({ user: makeUser({ restrictions: { canUpload: false, reason: 'The trial is over.' } }) })
  scene.uploads.add([{ file: fileOf('a', 'x') }], null)
  expect(scene.alerts().map(({ message }) => message)).toEqual(['The trial is over.'])
  await scene.host.session.refresh()
  expect([scene.uploads.get(), scene.server.chunks]).toEqual([[], []])
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

test('each reason for which files are refused is told', () => {
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

test('a server without disk space says so and holds the queue', async () => {
  const scene = uploadsScene({ server: answering(() => refuse('disk-full')) })
  scene.uploads.add([{ file: fileOf('a', '0') }, { file: fileOf('b', '0') }], null)
  await scene.shows('a failed', 'b paused')
  expect(scene.alerts()).toEqual([{ title: 'popup_error.title', message: 'uploads.failed_disk' }])
})
