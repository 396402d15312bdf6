import type { UploadState } from '@holdall/section'
import { done, uploading } from '../testing/upload-item.ts'
import {
  emptyQueue,
  nextUpload,
  type QueueAction,
  type QueueState,
  reduceQueue,
  runningUpload,
} from './queue-reducer.ts'
import type { QueuedUpload } from './queued-upload.ts'
import { fileHandle } from './testing/file-handle.ts'
import { queuedUpload } from './testing/queued-upload.ts'
import { fileOf } from './testing/uploads-scene.ts'

const NO_FILES: ReadonlyMap<string, File> = new Map()
const add = (...uploads: readonly QueuedUpload[]): QueueAction => ({
  type: 'added',
  userId: 'ann',
  uploads,
  files: NO_FILES,
})
const start: QueueAction = { type: 'started' }
const end: QueueAction = { type: 'ended' }
const progress: QueueAction = { type: 'progressed', state: { step: 'uploading', sent: 3, bytesPerSecond: 1 } }
const finish: QueueAction = { type: 'finished', entryId: 'entry', savedAs: null }
const fail = (own: { readonly retry?: boolean; readonly stopsQueue?: boolean } = {}): QueueAction => ({
  type: 'failed',
  sent: 2,
  reason: 'The reason',
  retry: true,
  stopsQueue: false,
  ...own,
})
const failed = (retry: boolean) => ({ step: 'failed', sent: 2, reason: 'The reason', retry }) as const
const interrupted = { step: 'interrupted', sent: 2, canContinue: true } as const
const pausedAt = (sent: number) => ({ step: 'paused', sent }) as const

/** The queue after these actions; ann is signed in. */
const after = (...actions: readonly QueueAction[]): QueueState =>
  actions.reduce(reduceQueue, reduceQueue(emptyQueue, { type: 'account-changed', userId: 'ann' }))
const stepsOf = ({ byAccount }: QueueState, userId = 'ann') =>
  (byAccount.get(userId) ?? []).map(({ item }) => `${item.id} ${item.state.step}`)
const stateOf = ({ byAccount }: QueueState, id = 'a'): UploadState | undefined =>
  byAccount.get('ann')?.find(({ item }) => item.id === id)?.item.state

test('starts the first waiting upload, with the bytes that the server has', () => {
  const begun = queuedUpload('b')
  const state = after(
    add(queuedUpload('a', pausedAt(0)), { ...begun, remembered: { ...begun.remembered, sent: 2 } }, queuedUpload('c')),
    start,
  )
  expect(stepsOf(state)).toEqual(['a paused', 'b uploading', 'c waiting'])
  expect(stateOf(state, 'b')).toEqual({ step: 'uploading', sent: 2, bytesPerSecond: null })
  expect([state.running, runningUpload(state)?.item.id]).toEqual([{ userId: 'ann', id: 'b' }, 'b'])
})

test('nothing starts while another runs, until that has ended', () => {
  const running = after(add(queuedUpload('a'), queuedUpload('b')), start)
  expect(nextUpload(running)).toBeNull()
  expect(reduceQueue(running, start)).toBe(running)
  const paused = reduceQueue(running, { type: 'paused', id: 'a' })
  expect(stepsOf(reduceQueue(paused, start))).toEqual(['a paused', 'b waiting'])
  expect(stepsOf([end, start].reduce(reduceQueue, paused))).toEqual(['a paused', 'b uploading'])
})

test('nothing starts while nobody is signed in', () => {
  const state = after(add(queuedUpload('a')), { type: 'account-changed', userId: null }, start)
  expect([nextUpload(state), state.running, stepsOf(state)]).toEqual([null, null, ['a waiting']])
})

test('active uploads wait for the next session of their account, all others stay as they are', () => {
  const states: readonly UploadState[] = [pausedAt(1), interrupted, failed(true), done]
  const others = states.map((state, at) => queuedUpload(`other${String(at)}`, state))
  const left = after(add(queuedUpload('a'), queuedUpload('b'), ...others), start, progress, {
    type: 'account-changed',
    userId: 'bob',
  })
  expect([left.userId, stateOf(left), stateOf(left, 'b')]).toEqual(['bob', { step: 'waiting' }, { step: 'waiting' }])
  expect(others.map(({ item }) => stateOf(left, item.id))).toEqual(states)
  expect(left.running).toEqual({ userId: 'ann', id: 'a' })
})

test('a new batch removes finished uploads, unless others are active', () => {
  const old = [queuedUpload('a', done), queuedUpload('b', failed(true))]
  expect(stepsOf(after(add(...old), add(queuedUpload('c'))))).toEqual(['b failed', 'c waiting'])
  expect(stepsOf(after(add(...old, queuedUpload('x')), add(queuedUpload('c'))))).toEqual([
    'a done',
    'b failed',
    'x waiting',
    'c waiting',
  ])
})

test('uploads that are added for an account that has signed out wait for it', () => {
  const state = after({ type: 'account-changed', userId: 'bob' }, add(queuedUpload('a')))
  expect([stepsOf(state), nextUpload(state)]).toEqual([['a waiting'], null])
})

test.each(['added', 'files-chosen'] as const)('files that are %s resume interrupted uploads, and no others', (type) => {
  const chosen = fileOf('a', '4567')
  const files = new Map(['a', 'b'].map((id) => [id, chosen]))
  const uploads = [queuedUpload('a', interrupted), queuedUpload('b', failed(true)), queuedUpload('c', interrupted)]
  const state = after(add(...uploads), type === 'added' ? { type, userId: 'ann', uploads: [], files } : { type, files })
  expect(stepsOf(state)).toEqual(['a waiting', 'b failed', 'c interrupted'])
  expect(state.byAccount.get('ann')?.map(({ file }) => file === chosen)).toEqual([true, false, false])
})

test('a permission decides about the interrupted uploads of its handle only', () => {
  const [granted, denied, other] = [fileHandle({}), fileHandle({}), fileHandle({})]
  const state = after(
    add(
      queuedUpload('a', interrupted, { handle: granted }),
      queuedUpload('b', interrupted, { handle: denied }),
      queuedUpload('c', interrupted, { handle: other }),
      queuedUpload('d', interrupted),
      queuedUpload('e', pausedAt(1), { handle: granted }),
    ),
    {
      type: 'permissions-answered',
      granted: new Map([
        [granted, true],
        [denied, false],
      ]),
    },
  )
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => stateOf(state, id))).toEqual([
    { step: 'waiting' },
    { ...interrupted, canContinue: false },
    interrupted,
    interrupted,
    pausedAt(1),
  ])
})

test.each<[UploadState, UploadState]>([
  [{ step: 'waiting' }, pausedAt(0)],
  [uploading, pausedAt(uploading.sent)],
  [{ step: 'reconnecting', sent: 3 }, pausedAt(3)],
  [{ step: 'processing' }, { step: 'processing' }],
  [done, done],
  [failed(true), failed(true)],
  [interrupted, interrupted],
])('%j that is paused is %j', (before, expected) => {
  const state = after(add(queuedUpload('a', before), queuedUpload('b')), { type: 'paused', id: 'a' })
  expect([stateOf(state), stateOf(state, 'b')]).toEqual([expected, { step: 'waiting' }])
})

test('only paused uploads can be resumed', () => {
  const uploads = [pausedAt(1), failed(true), interrupted, done].map((state, at) =>
    queuedUpload(`u${String(at)}`, state),
  )
  const resumed = uploads.map(({ item }) => ({ type: 'resumed', id: item.id }) as const)
  expect(stepsOf(after(add(...uploads, queuedUpload('x', pausedAt(0))), ...resumed))).toEqual([
    'u0 waiting',
    'u1 failed',
    'u2 interrupted',
    'u3 done',
    'x paused',
  ])
})

describe('a retry', () => {
  const uploads = [
    queuedUpload('a', failed(true)),
    queuedUpload('b', failed(true)),
    queuedUpload('c', failed(false)),
    queuedUpload('d', pausedAt(0)),
    queuedUpload('e', done),
  ]

  test('of one upload resumes what its failure paused, and no other failure', () => {
    expect(stepsOf(after(add(...uploads), { type: 'retried', id: 'a' }))).toEqual([
      'a waiting',
      'b failed',
      'c failed',
      'd waiting',
      'e done',
    ])
  })

  test.each(['c', 'd', 'e', 'none'])('of an upload that cannot be retried changes nothing: %s', (id) => {
    const state = after(add(...uploads))
    expect(reduceQueue(state, { type: 'retried', id })).toBe(state)
  })

  test('of all resumes failures that can be retried and paused uploads', () => {
    const state = after(add(...uploads), { type: 'all-retried' })
    expect(stepsOf(state)).toEqual(['a waiting', 'b waiting', 'c failed', 'd waiting', 'e done'])
  })
})

test('finished uploads and permanent failures are cleared', () => {
  const uploads = [done, failed(false), failed(true), pausedAt(0), interrupted]
  const state = after(add(...uploads.map((each, at) => queuedUpload(String(at), each))), { type: 'cleared' })
  expect(stepsOf(state)).toEqual(['2 failed', '3 paused', '4 interrupted'])
})

test('a cancelled upload is removed while its transfer ends', () => {
  const state = after(add(queuedUpload('a'), queuedUpload('b'), queuedUpload('c')), start, {
    type: 'cancelled',
    ids: new Set(['a', 'c']),
  })
  expect([stepsOf(state), runningUpload(state), nextUpload(state)]).toEqual([['b waiting'], null, null])
  expect(stepsOf([progress, finish, end, start].reduce(reduceQueue, state))).toEqual(['b uploading'])
})

describe('the running upload', () => {
  const running = after(add(queuedUpload('a'), queuedUpload('b')), start)

  test('shows its progress, and stores the acknowledged bytes', () => {
    const actions: readonly QueueAction[] = [{ type: 'begun' }, { type: 'acknowledged', sent: 3 }, progress]
    const state = actions.reduce(reduceQueue, running)
    expect(stateOf(state)).toEqual({ step: 'uploading', sent: 3, bytesPerSecond: 1 })
    expect(runningUpload(state)?.remembered).toMatchObject({ isBegun: true, sent: 3 })
    expect(stepsOf(state)).toEqual(['a uploading', 'b waiting'])
  })

  test.each<[string, QueueAction, string]>([
    ['paused', { type: 'paused', id: 'a' }, 'a paused'],
    ['left by its account', { type: 'account-changed', userId: 'bob' }, 'a waiting'],
  ])('shows nothing any more once it is %s', (_, action, expected) => {
    const stopped = reduceQueue(running, action)
    for (const report of [progress, fail({ stopsQueue: true })])
      expect(stepsOf(reduceQueue(stopped, report))).toEqual([expected, 'b waiting'])
  })

  test('keeps the file that was read for it', () => {
    const file = fileOf('a', '4567')
    expect(runningUpload(reduceQueue(running, { type: 'file-read', file }))?.file).toBe(file)
  })

  test('is interrupted where its file is missing, and offers no handle', () => {
    const handle = fileHandle({})
    const state = after(
      add(queuedUpload('a', undefined, { handle })),
      start,
      { type: 'acknowledged', sent: 3 },
      { type: 'file-missing' },
    )
    expect(stateOf(state)).toEqual({ step: 'interrupted', sent: 3, canContinue: false })
    expect(runningUpload(state)?.handle).toBeNull()
  })

  test('is done with its entry, and keeps no file in memory', () => {
    const state = reduceQueue(running, { ...finish, savedAs: 'a (2)' })
    expect(stateOf(state)).toEqual({ step: 'done', entryId: 'entry', savedAs: 'a (2)' })
    expect(runningUpload(state)).toMatchObject({ file: null, handle: null })
    expect(stepsOf(state)).toEqual(['a done', 'b waiting'])
  })

  test('is removed once it is finished for an account that has signed out', () => {
    expect(stepsOf([{ type: 'account-changed', userId: 'bob' } as const, finish].reduce(reduceQueue, running))).toEqual(
      ['b waiting'],
    )
  })

  test('fails with its reason, and pauses the waiting ones only where they would fail for the same reason', () => {
    expect(stateOf(reduceQueue(running, fail()))).toEqual(failed(true))
    expect(stepsOf(reduceQueue(running, fail()))).toEqual(['a failed', 'b waiting'])
    const state = reduceQueue(running, fail({ retry: false, stopsQueue: true }))
    expect([stateOf(state), stateOf(state, 'b')]).toEqual([failed(false), pausedAt(0)])
  })

  test('waits again when its transfer ends without a result', () => {
    const state = reduceQueue(running, end)
    expect([stepsOf(state), state.running]).toEqual([['a waiting', 'b waiting'], null])
  })

  test('stays done whatever is reported afterwards', () => {
    const finished = reduceQueue(running, finish)
    const reports: readonly QueueAction[] = [
      progress,
      fail(),
      { type: 'file-missing' },
      { type: 'file-read', file: fileOf('a', '0') },
      { type: 'finished', entryId: 'another', savedAs: 'b' },
    ]
    for (const report of reports)
      expect(reduceQueue(finished, report).byAccount.get('ann')).toEqual(finished.byAccount.get('ann'))
    expect(stepsOf(reduceQueue(finished, end))).toEqual(['a done', 'b waiting'])
  })

  test.each<QueueAction>([progress, finish, fail(), end, { type: 'begun' }, { type: 'file-missing' }])(
    'does not exist before one was started: %j',
    (action) => {
      expect(stepsOf(after(add(queuedUpload('a')), action))).toEqual(['a waiting'])
    },
  )
})
