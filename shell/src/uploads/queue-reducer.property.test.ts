import fc from 'fast-check'
import { isActive } from '../stores/active-uploads.ts'
import {
  emptyQueue,
  nextUpload,
  type QueueAction,
  type QueueState,
  reduceQueue,
  shownUploads,
} from './queue-reducer.ts'
import { hasFailedPermanently, isDone, isTransferring, type QueuedUpload } from './queued-upload.ts'
import { fileHandle } from './testing/file-handle.ts'
import { queuedUpload } from './testing/queued-upload.ts'
import { fileOf } from './testing/uploads-scene.ts'

const file = fileOf('a', '0123')
const handle = fileHandle({})

/** `nth` selects one of the uploads of all accounts. */
type Choice = { readonly nth: number; readonly isOn: boolean; readonly account: 'ann' | 'bob' | null }
type Make = (choice: Choice, state: QueueState, newId: () => string) => QueueAction

const actions: Readonly<Record<QueueAction['type'], Make>> = {
  'account-changed': ({ account }) => ({ type: 'account-changed', userId: account }),
  added: ({ nth, isOn, account }, state, newId) => ({
    type: 'added',
    userId: account ?? 'ann',
    uploads: Array.from({ length: nth % 3 }, (_, at) =>
      at === 0 && isOn
        ? queuedUpload(newId(), { step: 'interrupted', sent: 1, canContinue: true }, { file: null, handle })
        : queuedUpload(newId()),
    ),
    files: new Map(idsAt(state, nth).map((id) => [id, file])),
  }),
  'files-chosen': ({ nth }, state) => ({
    type: 'files-chosen',
    files: new Map(idsAt(state, nth).map((id) => [id, file])),
  }),
  'permissions-answered': ({ isOn }) => ({ type: 'permissions-answered', granted: new Map([[handle, isOn]]) }),
  paused: ({ nth }, state) => ({ type: 'paused', id: idsAt(state, nth).join() }),
  resumed: ({ nth }, state) => ({ type: 'resumed', id: idsAt(state, nth).join() }),
  retried: ({ nth }, state) => ({ type: 'retried', id: idsAt(state, nth).join() }),
  'all-retried': () => ({ type: 'all-retried' }),
  cleared: () => ({ type: 'cleared' }),
  cancelled: ({ nth }, state) => ({ type: 'cancelled', ids: new Set(idsAt(state, nth)) }),
  started: () => ({ type: 'started' }),
  'file-missing': () => ({ type: 'file-missing' }),
  'file-read': () => ({ type: 'file-read', file }),
  begun: () => ({ type: 'begun' }),
  progressed: ({ nth, isOn }) => ({
    type: 'progressed',
    state:
      nth === 0
        ? { step: 'processing' }
        : isOn
          ? { step: 'uploading', sent: nth, bytesPerSecond: null }
          : { step: 'reconnecting', sent: nth },
  }),
  acknowledged: ({ nth }) => ({ type: 'acknowledged', sent: nth }),
  finished: () => ({ type: 'finished', entryId: 'entry', savedAs: null }),
  failed: ({ nth, isOn }) => ({ type: 'failed', sent: nth, reason: '', retry: isOn, stopsQueue: nth % 2 === 0 }),
  ended: () => ({ type: 'ended' }),
}

const allOf = ({ byAccount }: QueueState): readonly QueuedUpload[] => [...byAccount.values()].flat()
const idsOf = (state: QueueState) => allOf(state).map(({ item }) => item.id)
const idsAt = (state: QueueState, nth: number) => idsOf(state).filter((_, at, { length }) => at === nth % length)

/** Whether an action may remove an upload from the queue. */
function mayRemove(before: QueueState, upload: QueuedUpload, action: QueueAction): boolean {
  const isShown = shownUploads(before).includes(upload)
  switch (action.type) {
    case 'cancelled':
      return isShown && action.ids.has(upload.item.id)
    case 'cleared':
      return isShown && (isDone(upload) || hasFailedPermanently(upload))
    case 'added':
      return isDone(upload)
    case 'finished':
      return before.running?.id === upload.item.id && !isShown
    default:
      return false
  }
}

function expectConsistent(before: QueueState, action: QueueAction, after: QueueState) {
  const added = action.type === 'added' ? action.uploads.map(({ item }) => item.id) : []
  const kept = allOf(before).filter((upload) => !mayRemove(before, upload, action))
  const ids = new Set(idsOf(after))
  // No upload is lost, listed twice or invented.
  expect(kept.filter(({ item }) => !ids.has(item.id))).toEqual([])
  expect(ids.size).toBe(idsOf(after).length)
  expect(added.filter((id) => !ids.has(id))).toEqual([])
  const known = new Set([...idsOf(before), ...added])
  expect([...ids].filter((id) => !known.has(id))).toEqual([])
  // At most one runs, for the account that is signed in.
  const transferring = allOf(after).filter(isTransferring)
  expect(transferring.length).toBeLessThanOrEqual(1)
  for (const upload of transferring) {
    expect(after.running).toEqual({ userId: after.userId, id: upload.item.id })
    expect(shownUploads(after)).toContain(upload)
  }
  // Finished uploads do not change.
  const byId = new Map(allOf(after).map((upload) => [upload.item.id, upload]))
  for (const upload of allOf(before).filter(isDone))
    expect(byId.get(upload.item.id)?.item ?? upload.item).toBe(upload.item)
}

test('in any order of actions at most one upload runs, none is lost, and finished ones stay finished', () => {
  const choice = fc.record({
    nth: fc.nat({ max: 6 }),
    isOn: fc.boolean(),
    account: fc.constantFrom('ann', 'ann', 'bob', null),
  })
  const type = fc.constantFrom(...(Object.keys(actions) as QueueAction['type'][]), 'added', 'started', 'progressed')
  const steps = fc.array(fc.tuple(type, choice), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(steps, (list) => {
      let count = 0
      const newId = () => `upload ${String((count += 1))}`
      let state = reduceQueue(emptyQueue, { type: 'account-changed', userId: 'ann' })
      const apply = (action: QueueAction) => {
        const before = state
        state = reduceQueue(before, action)
        expectConsistent(before, action, state)
      }
      for (const [name, values] of list) apply(actions[name](values, state, newId))
      // After any actions all waiting uploads are sent in the end.
      apply({ type: 'ended' })
      const toSend = shownUploads(state).filter(({ item }) => isActive(item)).length
      for (let sent = 0; sent < toSend; sent += 1) {
        expect(nextUpload(state)).not.toBeNull()
        for (const action of ['started', 'finished', 'ended'] as const)
          apply(actions[action]({ nth: 0, isOn: true, account: null }, state, newId))
      }
      expect(shownUploads(state).filter(({ item }) => isActive(item))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
