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
