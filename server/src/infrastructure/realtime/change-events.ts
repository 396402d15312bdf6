import { mergeChanges, noChanges, type UserChanges } from '../db/recorded-changes.ts'

/** The first change is published at once; those that follow within this time come together. */
const WINDOW_MS = 100

/** The tab that caused the changes, by the id of its socket. */
export type Origin = string | undefined

interface Window {
  readonly userId: string
  readonly origin: Origin
  pending: UserChanges | null
  timer: NodeJS.Timeout
}

export interface ChangeEvents {
  add(userId: string, changes: UserChanges, origin: Origin): void
  /** Changes that wait name no entries to this user any more: some of them are in a folder that the user has left. */
  forgetIds(userId: string): void
  /** Publishes what waits. */
  close(): void
}

/** Publishes changes for each user at most once in `WINDOW_MS`, so that thousands of uploads are a few messages. */
export function createChangeEvents(
  publish: (userId: string, changes: UserChanges, origin: Origin) => void,
): ChangeEvents {
  const windows = new Map<string, Window>()

  function end(key: string): void {
    const window = windows.get(key)
    if (!window) return
    const { pending, timer, userId, origin } = window
    clearTimeout(timer)
    windows.delete(key)
    if (!pending) return
    publish(userId, pending, origin)
    open(key, userId, origin)
  }

  function open(key: string, userId: string, origin: Origin): void {
    const timer = setTimeout(() => end(key), WINDOW_MS)
    timer.unref()
    windows.set(key, { userId, origin, pending: null, timer })
  }

  return {
    add(userId, changes, origin) {
      // Each tab is left out of what it causes itself: changes of different tabs are different messages.
      const key = `${userId} ${origin ?? ''}`
      const running = windows.get(key)
      if (running) {
        running.pending ??= noChanges()
        mergeChanges(running.pending, changes)
        return
      }
      publish(userId, changes, origin)
      open(key, userId, origin)
    },
    forgetIds(userId) {
      for (const { userId: of, pending } of windows.values()) {
        if (of !== userId || !pending) continue
        if (pending.files !== 'all' && pending.files.size > 0) pending.files = 'all'
        if (pending.shares !== 'all' && pending.shares.size > 0) pending.shares = 'all'
      }
    },
    close() {
      // One that is published is begun again, behind the others: it is ended there.
      for (const key of windows.keys()) end(key)
    },
  }
}

export interface RealtimeEvent {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The events that clients get, named like those of their event bus. */
export function eventsOf({
  files,
  trash,
  shares,
  favourites,
  user,
  teams,
  notifications,
  uploadRequests,
}: Readonly<UserChanges>): RealtimeEvent[] {
  const events: RealtimeEvent[] = []
  const idsOf = <T>(ids: ReadonlySet<T> | 'all') => (ids === 'all' ? ids : [...ids])
  if (files === 'all' || files.size > 0) events.push({ event: 'files.changed', data: { folderIds: idsOf(files) } })
  if (shares === 'all' || shares.size > 0) events.push({ event: 'shares.changed', data: { entryIds: idsOf(shares) } })
  if (trash) events.push({ event: 'trash.changed', data: {} })
  if (favourites) events.push({ event: 'favourites.changed', data: {} })
  if (user) events.push({ event: 'user.changed', data: {} })
  if (teams) events.push({ event: 'teams.changed', data: {} })
  if (notifications) events.push({ event: 'notifications.changed', data: {} })
  if (uploadRequests) events.push({ event: 'upload-requests.changed', data: {} })
  return events
}
