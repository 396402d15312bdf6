import { createEventBus } from '@holdall/event-bus'
import type { Session } from '@holdall/section'
import { makeUser } from '@holdall/testing'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { installChannels } from '../tabs/testing/broadcast-channel.ts'
import type { ConnectionListeners } from './echo-connection.ts'
import { startRealtime } from './realtime.ts'
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
  'remote-uploads.changed',
  'upload-requests.changed',
  'teams.changed',
  'websocket.tested',
] as const

interface Opened {
  readonly userId: string
  readonly listeners: ConnectionListeners
  readonly socketId: string
  isClosed: boolean
}

let lastSocket = 0
/** A tab of this account, with connections that tests control. */
function openTab(session: Session = { state: 'signed-in', user: mara }) {
  const events = createEventBus()
  const seen = recordFacts(events, names)
  const opened: Opened[] = []
  const sessionListeners = new Set<() => void>()
  let now = session
  const refetch = jest.fn(() => Promise.resolve())
  const queryClient = new QueryClient()
  const invalidateQueries = jest.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const socketIds: (string | undefined)[] = []
  const refreshSections = jest.fn(() => Promise.resolve())
  startRealtime({
    open(userId, listeners) {
      const one: Opened = { userId, listeners, socketId: `1.${String(++lastSocket)}`, isClosed: false }
      opened.push(one)
      return {
        socketId: () => one.socketId,
        close: () => {
          one.isClosed = true
        },
      }
    },
    events,
    emitReceived: (emit) => {
      emit()
    },
    session: {
      get: () => now,
      subscribe(listener) {
        sessionListeners.add(listener)
        return () => sessionListeners.delete(listener)
      },
      refetch,
    },
    queryClient,
    refreshSections,
    setSocketId: (id) => socketIds.push(id),
  })
  const change = (next: Session) => {
    now = next
    for (const listener of sessionListeners) listener()
  }
  return { events, seen, opened, refetch, refreshSections, queryClient, invalidateQueries, socketIds, change }
}
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms)

test('events of the server are events of the page; others, and those of another shape, are not', () => {
  const tab = openTab()
  const { event } = tab.opened[0]!.listeners
  event('files.changed', { folderIds: [null, 'a'] })
  event('shares.changed', { entryIds: ['b', 'c'] })
  event('trash.changed', {})
  event('favourites.changed', null)
  event('notification', { id: 'n' })
  event('notifications.changed', {})
  event('RemoteFile.Created', { file: null, progress: { total: 2, processed: 1, failed: 1 } })
  event('upload-requests.changed', {})
  event('teams.changed', {})
  event('TestWebsocketConnection', {})
  event('files.changed', { folderIds: [7] })
  event('files.changed', 'all')
  event('unknown', {})
  expect(tab.seen).toEqual([
    ['files.changed', { folderIds: [null, 'a'] }],
    ['shares.changed', { entryId: 'b' }],
    ['shares.changed', { entryId: 'c' }],
    ['trash.changed', {}],
    ['favourites.changed', {}],
    ['notifications.changed', {}],
    ['notifications.changed', {}],
    ['remote-uploads.changed', {}],
    ['upload-requests.changed', {}],
    ['teams.changed', {}],
    ['websocket.tested', {}],
  ])
})

test('many changes of the account are one request', async () => {
  const tab = openTab()
  for (let n = 0; n < 50; n++) tab.opened[0]!.listeners.event('user.changed', {})
  await wait(2500)
  expect(tab.refetch).toHaveBeenCalledTimes(1)
})

test('where it is not known what changed, everything that is shown is fetched again, once', async () => {
  const tab = openTab()
  const { event, subscribed } = tab.opened[0]!.listeners
  subscribed()
  await wait(10)
  tab.invalidateQueries.mockClear()
  event('files.changed', { folderIds: 'all' })
  event('changes.missed', {})
  // The connection was lost, and is there again.
  subscribed()
  await wait(5000)
  expect(tab.invalidateQueries).toHaveBeenCalledTimes(1)
  expect(tab.seen).toEqual([])
})

test('the versions of the sections are fetched after a change, and after a connection that may have missed one', async () => {
  const tab = openTab()
  const { event, subscribed } = tab.opened[0]!.listeners
  subscribed()
  await wait(5000)
  expect(tab.refreshSections).not.toHaveBeenCalled()
  event('sections.changed', {})
  event('sections.changed', {})
  await wait(5000)
  expect(tab.refreshSections).toHaveBeenCalledTimes(1)
  subscribed()
  await wait(5000)
  expect(tab.refreshSections).toHaveBeenCalledTimes(2)
  event('changes.missed', {})
  await wait(5000)
  expect(tab.refreshSections).toHaveBeenCalledTimes(3)
})

test('what changed between the page and its first connection is fetched, at once', async () => {
  const tab = openTab()
  expect(tab.invalidateQueries).not.toHaveBeenCalled()
  tab.opened[0]!.listeners.subscribed()
  await wait(10)
  expect(tab.invalidateQueries).toHaveBeenCalledTimes(1)
  await wait(5000)
  expect(tab.invalidateQueries).toHaveBeenCalledTimes(1)
  expect(tab.refetch).toHaveBeenCalledTimes(1)
})

test('what changed while the connection was lost is fetched, also where a new connection took its place', async () => {
  const tab = openTab()
  tab.opened[0]!.listeners.subscribed()
  await wait(10)
  tab.invalidateQueries.mockClear()
  tab.opened[0]!.listeners.ended(false)
  await wait(1100)
  expect(tab.invalidateQueries).not.toHaveBeenCalled()
  tab.opened[1]!.listeners.subscribed()
  await wait(2100)
  expect(tab.invalidateQueries).toHaveBeenCalledTimes(1)
})

test('a connection that ended is opened again, later and later', async () => {
  const tab = openTab()
  tab.opened[0]!.listeners.ended(false)
  await wait(1100)
  expect(tab.opened).toHaveLength(2)
  tab.opened[1]!.listeners.ended(false)
  await wait(1100)
  expect(tab.opened).toHaveLength(2)
  await wait(1000)
  expect(tab.opened).toHaveLength(3)
  expect(tab.refetch).not.toHaveBeenCalled()
})

test('a session that ends by a change of this page is read once the change has been answered', async () => {
  const tab = openTab()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const changed = new MutationObserver(tab.queryClient, { mutationFn: () => answered }).mutate()
  tab.opened[0]!.listeners.ended(true)
  await wait(0)
  expect(tab.refetch).not.toHaveBeenCalled()
  answer()
  await changed
  await wait(0)
  expect(tab.refetch).toHaveBeenCalledTimes(1)
})

test('where the server refuses the session, the page asks whether it has ended', async () => {
  const tab = openTab()
  tab.opened[0]!.listeners.ended(true)
  expect(tab.refetch).toHaveBeenCalledTimes(1)
  tab.change({ state: 'anonymous' })
  await wait(60_000)
  expect(tab.opened).toHaveLength(1)
})

test('a sign-out disconnects, and another account has a connection of its own', () => {
  const tab = openTab()
  tab.opened[0]!.listeners.subscribed()
  tab.change({ state: 'anonymous' })
  expect([tab.opened[0]!.isClosed, tab.socketIds.at(-1)]).toEqual([true, undefined])
  const other = makeUser()
  tab.change({ state: 'signed-in', user: other })
  expect(tab.opened.map(({ userId }) => userId)).toEqual([mara.id, other.id])
  // What still comes for the previous account is not shown.
  tab.opened[0]!.listeners.event('trash.changed', {})
  expect(tab.seen).toEqual([])
  tab.opened[1]!.listeners.subscribed()
  expect(tab.socketIds.at(-1)).toBe(tab.opened[1]!.socketId)
})

test('what another tab of this browser changed is not emitted twice, nor lost where that tab does not tell it', async () => {
  const [here, there] = [openTab(), openTab()]
  here.opened[0]!.listeners.subscribed()
  there.opened[0]!.listeners.subscribed()
  await wait(10)
  const origin = here.opened[0]!.socketId
  const { event } = there.opened[0]!.listeners
  there.events.emit('files.changed', { folderIds: ['a'] })
  event('files.changed', { folderIds: ['a', 'b'], origin })
  event('trash.changed', { origin })
  there.events.emit('trash.changed', {})
  await wait(3000)
  expect(there.seen).toEqual([
    ['files.changed', { folderIds: ['a'] }],
    ['trash.changed', {}],
    ['files.changed', { folderIds: ['b'] }],
  ])
  // Another device is not a tab of this browser.
  event('files.changed', { folderIds: ['a'], origin: '9.9' })
  expect(there.seen.at(-1)).toEqual(['files.changed', { folderIds: ['a'] }])
})
