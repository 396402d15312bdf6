import { refuse } from '@holdall/testing'
import { answering, fileOf, uploadsScene } from './testing/uploads-scene.ts'

test('each refused file is shown as failed, with its reason, until it is cleared', async () => {
  const scene = uploadsScene({ config: { uploadLimit: 3, mimetypesBlacklist: ['exe'] } })
  const names = [fileOf('full', 'x'), fileOf('nil', ''), fileOf('a.exe', 'x'), fileOf('long', '1234')]
  scene.uploads.add(
    names.map((file) => ({ file })),
    null,
  )
  await scene.shows('full done', 'nil failed', 'a.exe failed', 'long failed')
  const failures = scene.uploads.get().flatMap(({ state }) => (state.step === 'failed' ? [state] : []))
  expect(failures.map(({ reason, retry }) => [reason, retry])).toEqual([
    ['uploads.failed_empty', false],
    ['uploads.failed_type', false],
    ['uploads.failed_size', false],
  ])
  scene.uploads.retryAll()
  scene.uploads.clear()
  expect([scene.uploads.get(), scene.server.chunks.length]).toEqual([[], 1])
})

test('where the operator allows empty files they are sent, and resumed without an offset', async () => {
  let isLost = true
  const server = answering(() => {
    const answer = isLost ? 'lost' : undefined
    isLost = false
    return answer
  })
  const scene = uploadsScene({ server, config: { allowEmptyFiles: true } })
  scene.uploads.add([{ file: fileOf('empty.txt', '') }], null)
  await scene.shows('empty.txt done')
  expect(scene.toasts()).toEqual([])
  expect(server.chunks.map(({ offset, bytes, is_last_chunk }) => [offset, bytes, is_last_chunk])).toEqual([
    [0, '', true],
    [0, '', true],
  ])
})

test('names of the operator’s setting are skipped silently, alone and in folders, which are created', async () => {
  const scene = uploadsScene({ config: { skippedNames: ['Icon\r', '._*'] } })
  const sources = [
    { file: fileOf('Icon\r', '') },
    { file: fileOf('._a.jpg', 'x'), path: '/trip/._a.jpg' },
    { file: fileOf('a.jpg', 'x'), path: '/trip/a.jpg' },
    { file: fileOf('Icon\r', ''), path: '/only/Icon\r' },
    { file: fileOf('.DS_Store', 'x'), path: '/system/.DS_Store' },
  ]
  scene.uploads.add(sources, null)
  await scene.shows('only done', 'system done', 'a.jpg done')
  expect([scene.toasts(), scene.alerts()]).toEqual([[], []])
  expect([...scene.server.files.keys()]).toEqual(['/trip/a.jpg'])
})

test('a name that the server refuses is shown with the server’s reason', async () => {
  const answer = refuse('bad-name', { errors: { name: ['A name can’t contain control characters.'] } })
  const scene = uploadsScene({ server: answering(({ name }) => (name === 'a\u0001' ? answer : undefined)) })
  scene.uploads.add([{ file: fileOf('a\u0001', 'x') }, { file: fileOf('b', 'x') }], null)
  await scene.shows('a\u0001 failed', 'b done')
  expect(scene.uploads.get()[0]?.state).toMatchObject({ reason: 'A name can’t contain control characters.' })
})
