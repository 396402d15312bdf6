import { createEventBus, type FactName } from '@holdall/event-bus'
import type { Session } from '@holdall/section'
import { makeUser } from '@holdall/testing'
import { shareChanges } from './share-changes.ts'
import { createTabChannel, MAX_CHANGES, type TabMessage } from './tab-channel.ts'
import { installChannels } from './testing/broadcast-channel.ts'
import { recordFacts } from '../testing/record-facts.ts'

installChannels()
beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const mara = makeUser()
const names = [
  'files.changed',
  'trash.changed',
  'shares.changed',
  'favourites.changed',
  'notifications.changed',
  'upload.finished',
] as const

/** A tab of this account; `seen` has the events of its bus, its own among them. */
function openTab(session: Session = { state: 'signed-in', user: mara }) {
  const events = createEventBus()
  const seen = recordFacts(events, names)
  const state = { session }
  shareChanges({ events, tabs: createTabChannel(), session: { get: () => state.session } })
  return { events, seen, state }
}
/** Messages on the channel. */
function record() {
  const messages: TabMessage[] = []
  createTabChannel().listen((message) => messages.push(message))
  return messages
}
const settle = () => jest.advanceTimersByTimeAsync(700)

test('each event reaches the other tab of the user once, and does not come back', async () => {
  const [here, there] = [openTab(), openTab()]
  const facts: [FactName, unknown][] = [
    ['files.changed', { folderIds: [null, 'a'] }],
    ['upload.finished', { entryId: 'c', folderId: 'a' }],
    ['shares.changed', { entryId: 'b' }],
    ['trash.changed', {}],
    ['favourites.changed', {}],
    ['notifications.changed', {}],
  ]
  here.events.emit('files.changed', { folderIds: [null, 'a'] })
  here.events.emit('upload.finished', { entryId: 'c', folderId: 'a' })
  here.events.emit('shares.changed', { entryId: 'b' })
  here.events.emit('trash.changed', {})
  here.events.emit('favourites.changed', {})
  here.events.emit('notifications.changed', {})
  await settle()
  expect(there.seen).toEqual(facts)
  expect(here.seen).toEqual(facts)
})

test('a tab of another user, and one without a session, receive nothing and send nothing', async () => {
  const here = openTab()
  const [other, visitor] = [openTab({ state: 'signed-in', user: makeUser() }), openTab({ state: 'anonymous' })]
  here.events.emit('trash.changed', {})
  visitor.events.emit('files.changed', { folderIds: [null] })
  await settle()
  expect([other.seen, visitor.seen.length, here.seen.length]).toEqual([[], 1, 1])
})

test('what changed before another account signed in is not sent for it', async () => {
  const messages = record()
  const here = openTab()
  here.events.emit('trash.changed', {})
  here.state.session = { state: 'signed-in', user: makeUser() }
  await settle()
  expect(messages).toEqual([])
})

test('a thousand uploads are a few messages of bounded size', async () => {
  const messages = record()
  const [here, there] = [openTab(), openTab()]
  for (let n = 0; n < 1000; n++) here.events.emit('upload.finished', { entryId: `e${String(n)}`, folderId: 'f' })
  await settle()
  expect(messages).toHaveLength(1000 / MAX_CHANGES)
  expect(there.seen).toHaveLength(1000)
})

test('a message of another shape is ignored', async () => {
  const there = openTab()
  const changes = { files: [], shares: [], uploads: [], trash: true, favourites: false, notifications: false }
  const channel = new BroadcastChannel('holdall')
  for (const wrong of [
    { ...changes, trash: 'yes' },
    { ...changes, files: [7] },
    { ...changes, files: Array.from({ length: MAX_CHANGES + 1 }, () => 'a') },
    { trash: true },
  ]) {
    channel.postMessage({ kind: 'changed', userId: mara.id, changes: wrong })
  }
  await settle()
  expect(there.seen).toEqual([])
  channel.postMessage({ kind: 'changed', userId: mara.id, changes })
  await settle()
  expect(there.seen).toEqual([['trash.changed', {}]])
})
