import type { EventBus } from '@holdall/event-bus'
import * as z from '@holdall/schema'

/** What another tab of this browser changed reaches this one within this time; what does not is emitted then. */
const HOLD_MS = 2500
const MAX_REMEMBERED = 2000
const MAX_IDS = 100

const ids = <T extends z.ZodMiniType>(one: T) => z.union([z.literal('all'), z.array(one).check(z.maxLength(MAX_IDS))])
const Id = z.string().check(z.maxLength(64))
const Data = z.object({
  folderIds: z.optional(ids(z.nullable(Id))),
  entryIds: z.optional(ids(Id)),
  /** The socket of the tab that caused it. */
  origin: z.optional(z.string()),
})

interface Deps {
  readonly events: EventBus
  /** Emits events without sending them to the other tabs, which get them from the server too. */
  readonly emitReceived: (emit: () => void) => void
  readonly isSibling: (socketId: string) => boolean
  readonly refetchAccount: () => void
  /** Fetches again what is shown, because it is not known what changed. */
  readonly refetchAll: () => void
  readonly refetchSections: () => void
}

/** Something that a list may show: `files top`, `shares <id>`, `trash` … */
type Subject = string

/**
 * Emits the events of the server on the bus of the page. What another tab of this browser has changed comes over both
 * the server and the channel between tabs: it is emitted only where the tab did not tell it.
 */
export function createReceivedEvents({ events, emitReceived, isSibling, ...refetch }: Deps) {
  const { refetchAccount, refetchAll, refetchSections } = refetch
  /** When the bus last had something about a subject. */
  const seenMs = new Map<Subject, number>()
  const { signal } = new AbortController()
  const see = (...subjects: Subject[]) => {
    if (seenMs.size > MAX_REMEMBERED) seenMs.clear()
    for (const subject of subjects) seenMs.set(subject, performance.now())
  }
  events.on(
    'files.changed',
    ({ folderIds }) => {
      see(...folderIds.map((id) => `files ${id ?? 'top'}`))
    },
    signal,
  )
  events.on(
    'upload.finished',
    ({ folderId }) => {
      see(`files ${folderId ?? 'top'}`)
    },
    signal,
  )
  events.on(
    'shares.changed',
    ({ entryId }) => {
      see(`shares ${entryId}`)
    },
    signal,
  )
  events.on(
    'trash.changed',
    () => {
      see('trash')
    },
    signal,
  )
  events.on(
    'favourites.changed',
    () => {
      see('favourites')
    },
    signal,
  )
  events.on(
    'user.changed',
    () => {
      see('user')
    },
    signal,
  )

  const emit = (name: string, data: z.infer<typeof Data>, isNews: (subject: Subject) => boolean) => {
    const { folderIds = [], entryIds = [] } = data
    if (folderIds === 'all' || entryIds === 'all') {
      refetchAll()
      return
    }
    emitReceived(() => {
      if (name === 'files.changed') {
        const changed = folderIds.filter((id) => isNews(`files ${id ?? 'top'}`))
        if (changed.length > 0) events.emit('files.changed', { folderIds: changed })
      }
      if (name === 'shares.changed') {
        for (const entryId of entryIds.filter((id) => isNews(`shares ${id}`)))
          events.emit('shares.changed', { entryId })
      }
      if (name === 'trash.changed' && isNews('trash')) events.emit('trash.changed', {})
      if (name === 'favourites.changed' && isNews('favourites')) events.emit('favourites.changed', {})
      if (name === 'upload-requests.changed') events.emit('upload-requests.changed', {})
      if (name === 'teams.changed') events.emit('teams.changed', {})
      if (name === 'TestWebsocketConnection') events.emit('websocket.tested', {})
      if (name === 'notification' || name === 'notifications.changed') events.emit('notifications.changed', {})
      if (name === 'RemoteFile.Created') events.emit('remote-uploads.changed', {})
    })
    if (name === 'user.changed' && isNews('user')) refetchAccount()
  }

  return {
    /** An event of the server. One of another shape or name is ignored. */
    receive(name: string, raw: unknown): void {
      if (name === 'changes.missed') refetchAll()
      if (name === 'changes.missed' || name === 'sections.changed') {
        refetchSections()
        return
      }
      const parsed = Data.safeParse(raw ?? {})
      if (!parsed.success) return
      const { data } = parsed
      if (data.origin === undefined || !isSibling(data.origin)) {
        emit(name, data, () => true)
        return
      }
      const sinceMs = performance.now() - HOLD_MS
      setTimeout(() => {
        emit(name, data, (subject) => (seenMs.get(subject) ?? -Infinity) < sinceMs)
      }, HOLD_MS)
    },
  }
}
