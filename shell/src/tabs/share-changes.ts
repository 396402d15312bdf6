import type { EventBus } from '@holdall/event-bus'
import type { Session } from '@holdall/section'
import { type Changes, MAX_CHANGES, type TabChannel } from './tab-channel.ts'

/** The first change is sent almost at once, with those that come with it; further ones at most this often. */
const SOON_MS = 20
const INTERVAL_MS = 500

interface ShareDeps {
  readonly events: EventBus
  readonly tabs: TabChannel
  readonly session: { get(): Session }
}

/**
 * Sends what changed in this tab to the other tabs of the same user, and emits what changed in theirs. Events carry ids
 * only: the lists of each tab fetch again what they show. Returns a function that emits events without sending them.
 */
export function shareChanges({ events, tabs, session }: ShareDeps): (emit: () => void) => void {
  const { signal } = new AbortController()
  const userId = () => {
    const now = session.get()
    return now.state === 'signed-in' ? now.user.id : null
  }
  let pending = emptyChanges()
  let owner: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSentMs = -Infinity
  /** While an event of another page is emitted here, which must not be sent back. */
  let isReceiving = false

  const send = () => {
    timer = undefined
    lastSentMs = performance.now()
    const changes = pending
    pending = emptyChanges()
    // They are about the previous account where another one has signed in meanwhile.
    if (owner === null || owner !== userId()) return
    for (const part of inParts(changes)) tabs.post({ kind: 'changed', userId: owner, changes: part })
  }
  const collect = (note: (changes: Pending) => void) => {
    if (isReceiving) return
    const now = userId()
    if (now === null) return
    if (owner !== now) pending = emptyChanges()
    owner = now
    note(pending)
    timer ??= setTimeout(send, Math.max(SOON_MS, lastSentMs + INTERVAL_MS - performance.now()))
  }

  events.on(
    'files.changed',
    ({ folderIds }) => collect(({ files }) => folderIds.forEach((id) => files.add(id))),
    signal,
  )
  events.on('trash.changed', () => collect((changes) => (changes.trash = true)), signal)
  events.on('shares.changed', ({ entryId }) => collect(({ shares }) => shares.add(entryId)), signal)
  events.on('favourites.changed', () => collect((changes) => (changes.favourites = true)), signal)
  events.on('notifications.changed', () => collect((changes) => (changes.notifications = true)), signal)
  events.on(
    'upload.finished',
    ({ entryId, folderId }) => collect(({ uploads }) => uploads.set(entryId, folderId)),
    signal,
  )

  const emitReceived = (emit: () => void) => {
    isReceiving = true
    try {
      emit()
    } finally {
      isReceiving = false
    }
  }
  tabs.listen((message) => {
    if (message.kind !== 'changed' || message.userId !== userId()) return
    const { files, trash, shares, favourites, notifications, uploads } = message.changes
    emitReceived(() => {
      if (files.length > 0) events.emit('files.changed', { folderIds: files })
      for (const upload of uploads) events.emit('upload.finished', upload)
      for (const entryId of shares) events.emit('shares.changed', { entryId })
      if (trash) events.emit('trash.changed', {})
      if (favourites) events.emit('favourites.changed', {})
      if (notifications) events.emit('notifications.changed', {})
    })
  })
  return emitReceived
}

interface Pending {
  readonly files: Set<string | null>
  readonly shares: Set<string>
  /** Entry id -> folder id. */
  readonly uploads: Map<string, string | null>
  trash: boolean
  favourites: boolean
  notifications: boolean
}
const emptyChanges = (): Pending => ({
  files: new Set(),
  shares: new Set(),
  uploads: new Map(),
  trash: false,
  favourites: false,
  notifications: false,
})

/** Messages of at most `MAX_CHANGES` ids of each kind. */
function inParts({ files, shares, uploads, trash, favourites, notifications }: Pending): Changes[] {
  const all = {
    files: [...files],
    shares: [...shares],
    uploads: [...uploads].map(([entryId, folderId]) => ({ entryId, folderId })),
  }
  const length = Math.max(1, ...Object.values(all).map((ids) => Math.ceil(ids.length / MAX_CHANGES)))
  return Array.from({ length }, (_, at) => {
    const part = <T>(ids: readonly T[]) => ids.slice(at * MAX_CHANGES, (at + 1) * MAX_CHANGES)
    return {
      files: part(all.files),
      shares: part(all.shares),
      uploads: part(all.uploads),
      trash: trash && at === 0,
      favourites: favourites && at === 0,
      notifications: notifications && at === 0,
    }
  })
}
