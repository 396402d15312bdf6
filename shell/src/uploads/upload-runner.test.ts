import { createApiClient, isApiError } from '@holdall/api-client'
import { refuse } from '@holdall/testing'
import { waitFor } from '@testing-library/react'
import { openRememberedQueue } from './remembered-queue.ts'
import { fileHandle } from './testing/file-handle.ts'
import { setDatabases } from './testing/indexed-db.ts'
import { type OwnUpload, queuedUpload } from './testing/queued-upload.ts'
import { answering, chunkCount, type ChunkAnswer, fileOf } from './testing/uploads-scene.ts'
import { type QueueAction, shownUploads } from './queue-reducer.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { newUploadId } from './upload-id.ts'
import { createUploadQueue } from './upload-queue.ts'
import { runUploads } from './upload-runner.ts'

beforeEach(() => {
  setDatabases()
})

/** The runner on a queue of its own; ann is signed in. `facts` has what it reports. */
function scene(answer: ChunkAnswer = () => undefined) {
  const server = answering(answer)
  const queue = createUploadQueue()
  const facts: string[] = []
  const remembered = openRememberedQueue('ann', () => 0)
  const codeOf = (error: unknown) => (isApiError(error) ? error.code : String(error))
  runUploads({
    queue,
    api: createApiClient({ http: server.http }),
    chunkSize: 4,
    rememberedOf: (userId) => (userId === 'ann' ? remembered : openRememberedQueue(userId, () => 0)),
    text: (id) => id,
    now: () => 0,
    wait: () => new Promise((resolve) => setTimeout(resolve, 0)),
    onFinished: ({ item: { name } }) => facts.push(`finished ${name}`),
    onFailed: ({ name }, { line }, error) => facts.push(`failed ${name} ${line} ${codeOf(error)}`),
    onEnded: (stoppedBy) => facts.push(`ended ${codeOf(stoppedBy)}`),
    onIdle: () => facts.push('idle'),
  })
  const signIn = (userId: string | null) => {
    queue.dispatch({ type: 'account-changed', userId })
  }
  signIn('ann')
  facts.length = 0
  return {
    server,
    queue,
    facts,
    signIn,
    add(...uploads: readonly QueuedUpload[]) {
      queue.dispatch({ type: 'added', userId: 'ann', uploads, files: new Map() })
    },
    async shows(...expected: readonly string[]) {
      await waitFor(() => {
        expect(queue.items.get().map(({ name, state }) => `${name} ${state.step}`)).toEqual(expected)
        expect(queue.get().running).toBeNull()
      })
    },
    /** The uploads that a later page would restore. */
    async left() {
      const { uploads } = await remembered.claim({ tabId: newUploadId(), otherTabs: () => Promise.resolve(new Set()) })
      return uploads.map(({ name, isBegun, sent }) => ({ name, isBegun, sent }))
    },
  }
}
/** Ids are hex: the server accepts no others. */
const idOf = (name: string) => name.repeat(32)
const upload = (name: string, content: string | null = '0123', own: OwnUpload = {}) =>
  queuedUpload(idOf(name), undefined, {
    file: content === null ? null : fileOf(name, content),
    ...own,
    item: { name, size: content?.length ?? 4, ...own.item },
  })
const large = (name: string) => upload(name, '01234567')

test('sends what waits, one after another, and reports when nothing is left', async () => {
  const { add, shows, facts, server } = scene()
  add(upload('a'), upload('b'))
  await shows('a done', 'b done')
  expect(facts).toEqual(['finished a', 'ended null', 'finished b', 'ended null', 'idle'])
  expect(server.chunks.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a', '0123'],
    ['b', '0123'],
  ])
})

test('sends nothing while nobody is signed in, and reports nothing', async () => {
  const { add, shows, facts, server, signIn } = scene()
  signIn(null)
  facts.length = 0
  add(upload('a'))
  expect([server.chunks, facts]).toEqual([[], []])
  signIn('ann')
  await shows('a done')
})

test.each<[string, (scene_: ReturnType<typeof scene>) => void, readonly string[]]>([
  ['paused', ({ queue }) => queue.dispatch({ type: 'paused', id: idOf('a') }), ['a paused', 'b done']],
  ['cancelled', ({ queue }) => queue.dispatch({ type: 'cancelled', ids: new Set([idOf('a')]) }), ['b done']],
])('an upload that is %s is stopped, and the next one starts once it has ended', async (_, act, expected) => {
  const running = scene(({ upload_id }) => (upload_id === idOf('a') ? 'hang' : undefined))
  running.add(upload('a'), upload('b'))
  // An upload that is being processed cannot be paused.
  await waitFor(() => {
    expect(running.queue.items.get()[0]?.state.step).toBe('processing')
  })
  running.queue.dispatch({ type: 'progressed', state: { step: 'uploading', sent: 0, bytesPerSecond: null } })
  act(running)
  expect(running.queue.get().running?.id).toBe(idOf('a'))
  await running.shows(...expected)
  expect(running.facts).toEqual(['ended aborted', 'finished b', 'ended null', 'idle'])
})

test('signing out stops the upload, and it resumes from the server’s offset after signing in again', async () => {
  const { add, server, shows, facts, signIn } = scene(({ offset }) => (offset === 4 ? 'hang' : undefined))
  add(large('a'))
  await chunkCount(server, 2)
  signIn('bob')
  await shows()
  expect(facts).toEqual(['ended aborted', 'idle'])
  server.state.answer = () => undefined
  signIn('ann')
  await shows('a done')
  expect(server.chunks.map(({ offset }) => offset)).toEqual([0, 4, 4])
})

test('the browser stores that an upload has begun and its acknowledged bytes, until it is done', async () => {
  const { add, server, shows, left, queue } = scene(({ offset }) => (offset === 4 ? 'hang' : undefined))
  const first = scene(() => 'hang')
  first.add(large('c'))
  await chunkCount(first.server, 1)
  expect(await first.left()).toEqual([{ name: 'c', isBegun: true, sent: 0 }])
  add(large('a'))
  await chunkCount(server, 2)
  expect(await left()).toContainEqual({ name: 'a', isBegun: true, sent: 4 })
  server.state.answer = () => undefined
  queue.dispatch({ type: 'account-changed', userId: null })
  queue.dispatch({ type: 'account-changed', userId: 'ann' })
  await shows('a done')
  expect((await left()).map(({ name }) => name)).not.toContain('a')
})

test('the browser stores failures that can be retried, and no others', async () => {
  const { add, shows, left, facts } = scene(({ upload_id }) => refuse(upload_id === idOf('a') ? 'bad-name' : 'busy'))
  add(upload('a'), upload('b'))
  await shows('a failed', 'b failed')
  expect((await left()).map(({ name }) => name)).toEqual(['b'])
  expect(facts).toEqual([
    'failed a uploads.failed_name bad-name',
    'ended null',
    'failed b uploads.failed_busy busy',
    'ended null',
    'idle',
  ])
})

test('a failure has its reason and the bytes that were sent', async () => {
  const { add, shows, queue } = scene(({ offset }) => (offset === 4 ? refuse('internal') : undefined))
  add(large('a'))
  await shows('a failed')
  expect(queue.items.get()[0]?.state).toEqual({ step: 'failed', sent: 8, reason: 'uploads.failed', retry: true })
})

test('creates an empty folder', async () => {
  const { add, shows, server, facts } = scene()
  add(upload('a', null, { item: { kind: 'folder', path: '/tree/x' } }))
  await shows('a done')
  expect(server.folders.map(({ name }) => name)).toEqual(['tree', 'x'])
  expect(facts).toEqual(['finished a', 'ended null', 'idle'])
})

describe('a file that is read through its handle', () => {
  /** A handle that returns the file, or fails without one. */
  const handleOf = (file: File | null) => {
    const getFile = () => (file ? Promise.resolve(file) : Promise.reject(new DOMException('', 'NotFoundError')))
    return fileHandle({ getFile })
  }
  const added = (file: File | null) => upload('a', null, { handle: handleOf(file) })

  test('is sent', async () => {
    const { add, shows, server } = scene()
    add(added(fileOf('a', '4567')))
    await shows('a done')
    expect(server.files.get('a')).toBe('4567')
  })

  test.each<[string, File | null]>([
    ['is gone', null],
    ['has another size', fileOf('a', '01234')],
    ['has another time', new File(['4567'], 'a', { lastModified: 2 })],
  ])('has to be chosen again where it %s', async (_, file) => {
    const { add, shows, server, queue, facts } = scene()
    add(added(file), upload('b'))
    await shows('a interrupted', 'b done')
    expect(queue.items.get()[0]?.state).toEqual({ step: 'interrupted', sent: 0, canContinue: false })
    expect(server.chunks).toHaveLength(1)
    expect(facts).toEqual(['ended null', 'finished b', 'ended null', 'idle'])
  })

  test.each<[string, QueueAction, readonly string[]]>([
    ['cancelled', { type: 'cancelled', ids: new Set([idOf('a')]) }, []],
    ['paused', { type: 'paused', id: idOf('a') }, ['a paused']],
  ])('is not begun where it was %s while it was read', async (_, action, expected) => {
    const { add, shows, server, queue, left } = scene()
    const getFile = () => {
      queue.dispatch(action)
      return Promise.resolve(fileOf('a', '4567'))
    }
    add(upload('a', null, { handle: fileHandle({ getFile }) }))
    await shows(...expected)
    expect([server.chunks, await left()]).toEqual([[], []])
    expect(shownUploads(queue.get()).some(({ remembered }) => remembered.isBegun)).toBe(false)
  })
})
