import { abortUpload, currentUser } from '@holdall/api'
import { makeUser, refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { answering, chunkCount, fileOf, uploadsScene } from './testing/uploads-scene.ts'

const named = (...names: readonly string[]) => names.map((name) => ({ file: fileOf(name, '0123') }))
const stateOf = (scene: ReturnType<typeof uploadsScene>, name: string) =>
  scene.uploads.get().find((item) => item.name === name)?.state

/** Three files: one is refused permanently, one can be retried, one is done. */
async function ended() {
  const server = answering(({ name }) => {
    if (name === 'bad') return refuse('bad-name')
    return name === 'busy' ? refuse('busy') : undefined
  })
  const scene = uploadsScene({ server })
  scene.uploads.add(named('bad', 'busy', 'good'), null)
  await scene.shows('bad failed', 'busy failed', 'good done')
  return { scene, server }
}

test('Retry sends one file again, and leaves the others that failed', async () => {
  const { scene, server } = await ended()
  server.state.answer = () => undefined
  scene.uploads.retry(scene.idOf('busy'))
  await scene.shows('bad failed', 'busy done', 'good done')
})

test('Retry resumes the files that the failure paused', async () => {
  const server = answering(() => refuse('quota-exceeded'))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b'), null)
  await scene.shows('a failed', 'b paused')
  expect(stateOf(scene, 'b')).toEqual({ step: 'paused', sent: 0 })
  server.state.answer = () => undefined
  scene.uploads.retry(scene.idOf('a'))
  await scene.shows('a done', 'b done')
})

test('what cannot be retried, resumed or paused stays as it is', async () => {
  const { scene, server } = await ended()
  const count = server.chunks.length
  const before = scene.steps()
  for (const name of ['bad', 'good', 'no such file']) {
    const id = scene.idOf(name)
    scene.uploads.retry(id)
    scene.uploads.resume(id)
    scene.uploads.pause(id)
  }
  scene.uploads.resume(scene.idOf('busy'))
  scene.uploads.pause(scene.idOf('busy'))
  expect(scene.steps()).toEqual(before)
  expect(server.chunks).toHaveLength(count)
})

test('Retry all leaves permanent failures', async () => {
  const { scene, server } = await ended()
  server.state.answer = () => undefined
  scene.uploads.retryAll()
  await scene.shows('bad failed', 'busy done', 'good done')
})

test('finished uploads and permanent failures can be cleared; the others stay', async () => {
  const { scene, server } = await ended()
  server.state.answer = ({ name }) => (name === 'later' ? 'hang' : undefined)
  scene.uploads.add(named('later', 'last'), null)
  await chunkCount(server, server.chunks.length)
  await waitFor(() => {
    expect(server.chunks.at(-1)?.name).toBe('later')
  })
  scene.uploads.pause(scene.idOf('last'))
  scene.uploads.clear()
  expect(scene.steps()).toEqual(['busy failed', 'later processing', 'last paused'])
})

test('finished uploads are removed when they are cleared', async () => {
  const { scene } = await ended()
  scene.uploads.clear()
  expect(scene.steps()).toEqual(['busy failed'])
})

test('listeners are called on every change until they unsubscribe', async () => {
  const scene = uploadsScene()
  const listener = jest.fn()
  const stop = scene.uploads.subscribe(listener)
  scene.uploads.add(named('a'), null)
  await scene.shows('a done')
  expect(listener).toHaveBeenCalled()
  stop()
  listener.mockClear()
  scene.uploads.cancelAll()
  expect(listener).not.toHaveBeenCalled()
})

test('a waiting file can be paused and is skipped until it is resumed', async () => {
  const server = answering(({ name }) => (name === 'a' ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b', 'c'), null)
  await chunkCount(server, 1)
  scene.uploads.pause(scene.idOf('b'))
  expect(stateOf(scene, 'b')).toEqual({ step: 'paused', sent: 0 })
  scene.uploads.cancel(scene.idOf('a'))
  await scene.shows('b paused', 'c done')
  scene.uploads.resume(scene.idOf('b'))
  await scene.shows('b done', 'c done')
})

/** A file of ten bytes whose second chunk hangs; each reading of the clock advances it by `stepMs`. */
async function hangingAtFour(stepMs: number) {
  const server = answering(({ name, offset }) => (name === 'a' && offset === 4 ? 'hang' : undefined))
  let nowMs = 1_000_000
  const scene = uploadsScene({ server, now: () => (nowMs += stepMs) })
  scene.uploads.add([{ file: fileOf('a', '0123456789') }, { file: fileOf('b', '0') }], null)
  await chunkCount(server, 2)
  return scene
}

test('shows bytes sent and speed, and sends the next file after a pause', async () => {
  const scene = await hangingAtFour(100)
  await waitFor(() => {
    expect(stateOf(scene, 'a')).toMatchObject({ step: 'uploading', sent: 8 })
  })
  expect(stateOf(scene, 'a')).toMatchObject({ bytesPerSecond: expect.any(Number) as number })
  scene.uploads.pause(scene.idOf('a'))
  await scene.shows('a paused', 'b done')
  expect(stateOf(scene, 'a')).toEqual({ step: 'paused', sent: 8 })
})

test('shows progress ten times a second at most', async () => {
  const scene = await hangingAtFour(1)
  expect(stateOf(scene, 'a')).toMatchObject({ step: 'uploading', sent: 0 })
})

test('canceling uploads that are finished or not begun sends no request', async () => {
  const server = answering(({ name }) => (name === 'b' ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b', 'c'), null)
  await chunkCount(server, 2)
  await scene.shows('a done', 'b processing', 'c waiting')
  scene.uploads.cancel(scene.idOf('a'))
  scene.uploads.cancel(scene.idOf('c'))
  const running = scene.idOf('b')
  expect(scene.steps()).toEqual(['b processing'])
  scene.uploads.cancel(running)
  await waitFor(() => {
    expect(server.server.callsOf(abortUpload).map(({ params }) => params.upload_id)).toEqual([running])
  })
})

test('the same file may be added again: it resumes interrupted uploads only', async () => {
  const server = answering((_, nth) => (nth === 2 ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b', 'c'), null)
  await scene.shows('a done', 'b processing', 'c waiting')
  scene.uploads.pause(scene.idOf('c'))
  scene.uploads.add(named('a', 'b', 'c'), null)
  await scene.shows('a done', 'b processing', 'c paused', 'a waiting', 'b waiting', 'c waiting')
})

test('another batch is added to one that is active', async () => {
  const server = answering(({ name }) => (name === 'b' ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b'), null)
  await chunkCount(server, 2)
  scene.uploads.add(named('c'), null)
  await scene.shows('a done', 'b processing', 'c waiting')
})

test('the folders that changed are reported once, when nothing is left to send', async () => {
  const scene = uploadsScene()
  const folderId = '01890000-0000-7000-8000-000000000001'
  scene.uploads.add(named('a', 'b'), null)
  scene.uploads.add(named('c'), folderId)
  await scene.shows('a done', 'b done', 'c done')
  expect(scene.facts).toEqual([
    'upload.finished null',
    'upload.finished null',
    `upload.finished ${folderId}`,
    `files.changed ,${folderId}`,
  ])
  await waitFor(() => {
    expect(scene.server.server.callsOf(currentUser)).toHaveLength(1)
  })
})

test('each batch reports only the folders that it changed', async () => {
  const scene = uploadsScene()
  const folderId = '01890000-0000-7000-8000-000000000001'
  scene.uploads.add(named('a'), null)
  await scene.shows('a done')
  scene.uploads.add(named('b'), folderId)
  await scene.shows('b done')
  expect(scene.facts.filter((fact) => fact.startsWith('files'))).toEqual([
    'files.changed ',
    `files.changed ${folderId}`,
  ])
})

test('the folders that one account changed are not reported to another', async () => {
  const server = answering(({ name }) => (name === 'b' ? 'hang' : undefined))
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b'), '01890000-0000-7000-8000-000000000001')
  await scene.shows('a done', 'b processing')
  scene.signIn(makeUser())
  scene.uploads.add(named('other'), null)
  await scene.shows('other done')
  expect(scene.facts.filter((fact) => fact.startsWith('files'))).toEqual(['files.changed '])
})

test('one file and one empty folder are both queued', async () => {
  const scene = uploadsScene()
  scene.uploads.add(named('a'), null, { emptyFolders: ['/x'] })
  await scene.shows('x done', 'a done')
})

test('a file that is sent again after a lost connection is shown as uploading', async () => {
  const server = answering(({ offset }, nth) => (nth === 1 ? 'lost' : offset === 0 ? 'hang' : undefined))
  const scene = uploadsScene({ server, now: () => 1_000_000 })
  scene.uploads.add([{ file: fileOf('a', '0123456789') }], null)
  await chunkCount(server, 2)
  await scene.shows('a uploading')
})

test('a name that the server only normalizes counts as the file’s own', async () => {
  const scene = uploadsScene()
  const name = 'Cafe\u0301.txt'
  scene.server.state.nameOf = (sent) => sent.normalize('NFC')
  scene.uploads.add([{ file: fileOf(name, '0') }], null)
  await scene.shows(`${name} done`)
  expect(stateOf(scene, name)).toMatchObject({ savedAs: null })
})

test('without a session nothing is queued, and nothing fails', () => {
  const scene = uploadsScene()
  scene.host.session.expire()
  scene.uploads.add(named('a'), null)
  scene.uploads.chooseAgain(named('a'))
  scene.uploads.continueAll()
  scene.uploads.cancelAll()
  expect([scene.uploads.get(), scene.toasts(), scene.alerts()]).toEqual([[], [], []])
})

test('choosing no file shows no message', () => {
  const scene = uploadsScene()
  scene.uploads.chooseAgain([])
  expect(scene.toasts()).toEqual([])
})

test('refreshing the session of the same account keeps its list', async () => {
  const server = answering(() => 'hang')
  const scene = uploadsScene({ server })
  scene.uploads.add(named('a', 'b'), null)
  await chunkCount(server, 1)
  await scene.host.session.refresh()
  expect(scene.steps()).toEqual(['a processing', 'b waiting'])
  expect(server.chunks).toHaveLength(1)
})
