import { type Entry, MAX_ITEMS_PER_CALL, removeEntries, restoreVersions } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import { isolate, type SessionApi, type ToastsApi } from '@holdall/section'
import type { QueuedUpload } from './queued-upload.ts'

interface UndoDeps {
  readonly api: ApiClient
  readonly session: SessionApi
  readonly events: EventBus
  readonly toasts: ToastsApi
  /** A message of the shell in the reader's language. */
  readonly text: (id: string, values?: Record<string, string | number>) => string
}

interface Changed {
  readonly id: string
  readonly type: Entry['type']
  readonly name: string
  readonly parentId: string | null
}
interface Replaced extends Changed {
  /** That has the content from before the upload. */
  readonly version: number
}
interface Changes {
  /** Files whose content was replaced. */
  readonly replaced: readonly Replaced[]
  /** What was put beside an item of its name. */
  readonly kept: readonly Changed[]
}

/** Entries that are looked for one by one; where more are gone, the rest is not tried. */
const MAX_GONE = 100

/** Offers to take back what uploads have changed where a name was taken: in one toast, once nothing is left to send. */
export function createUploadUndo({ api, session, events, toasts, text }: UndoDeps) {
  const replaced = new Map<string, Replaced>()
  const kept = new Map<string, Changed>()
  const clear = () => {
    replaced.clear()
    kept.clear()
  }
  const userId = () => {
    const current = session.get()
    return current.state === 'signed-in' ? current.user.id : null
  }
  const textOf = (changes: Changes) => {
    const [onlyReplaced, onlyKept] = [changes.kept.length === 0, changes.replaced.length === 0]
    if (!onlyReplaced && !onlyKept) {
      const counts = { replaced: changes.replaced.length, kept: changes.kept.length }
      return text('uploads.replaced_and_kept', counts)
    }
    const some = onlyReplaced ? changes.replaced : changes.kept
    const values = { count: some.length, name: isolate(some[0]?.name ?? '') }
    return text(onlyReplaced ? 'uploads.replaced' : 'uploads.kept_both', values)
  }

  const undo = async (changes: Changes, account: string | null): Promise<void> => {
    // The toast may outlast the session.
    if (userId() !== account) return
    const restored = await sendAll(changes.replaced, (some) =>
      api.call(restoreVersions, { body: { items: some.map(({ id, version }) => ({ id, version })) } }),
    )
    const removed = await sendAll(changes.kept, (some) =>
      api.call(removeEntries, { body: { items: some.map(({ id, type }) => ({ id, type })), only_live: true } }),
    )
    const gone = restored.gone + removed.gone
    if (gone > 0) toasts.show({ type: 'danger', message: text('uploads.undo_gone', { count: gone }) })
    const failed: Changes = { replaced: restored.failed, kept: removed.failed }
    const count = failed.replaced.length + failed.kept.length
    if (count > 0) {
      const retry = { label: text('uploads.retry'), run: () => void undo(failed, account) }
      toasts.show({ type: 'danger', message: text('uploads.undo_failed', { count }), action: retry })
    }
    const folderIds = [...changes.replaced, ...changes.kept].map(({ parentId }) => parentId)
    events.emit('files.changed', { folderIds: [...new Set(folderIds)] })
    if (changes.kept.length > 0) events.emit('trash.changed', {})
    // Refreshes the used storage; whether or not it can be shown, the files were changed.
    session.refresh().catch(() => undefined)
  }

  const offer = (): void => {
    if (replaced.size + kept.size === 0) return
    // A toast is shown for seconds only: it waits until somebody can see it.
    if (document.hidden) return document.addEventListener('visibilitychange', offer, { once: true })
    const changes = { replaced: [...replaced.values()], kept: [...kept.values()] }
    const account = userId()
    clear()
    const action = { label: text('uploads.undo'), run: () => void undo(changes, account), isUndo: true }
    toasts.show({ type: 'success', message: textOf(changes), action })
  }

  return {
    finished({ item, remembered }: QueuedUpload, entry: Entry | null): void {
      // By a link nothing is replaced, and what was added cannot be taken back.
      if (item.link) return
      const { createdIn, keepBoth } = remembered
      if (createdIn !== undefined && item.folderId !== null) {
        const { folderId: id, folderName: name } = item
        kept.set(id, { id, type: 'folder', name: name ?? '', parentId: createdIn })
        return
      }
      if (!entry) return
      const { name, parent_id: parentId } = entry.attributes
      const version = entry.meta?.replaced_version
      const changed = { id: entry.id, type: entry.type, name, parentId }
      if (version === undefined) {
        if (keepBoth) kept.set(entry.id, changed)
        // Of several replacements the first one has the content from before all of them.
      } else if (!replaced.has(entry.id)) replaced.set(entry.id, { ...changed, version })
    },
    offer,
    accountChanged: clear,
  }
}

interface Outcome<T> {
  /** How many were deleted or trashed in the meantime. */
  readonly gone: number
  /** Those that were not tried, because a call failed. */
  readonly failed: readonly T[]
}

/** Sends the items in calls of which each succeeds as a whole; one with an entry that is gone is sent in halves. */
async function sendAll<T>(items: readonly T[], send: (some: readonly T[]) => Promise<unknown>): Promise<Outcome<T>> {
  const waiting: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += MAX_ITEMS_PER_CALL) waiting.push(items.slice(at, at + MAX_ITEMS_PER_CALL))
  let gone = 0
  for (let some = waiting.shift(); some; some = waiting.shift()) {
    try {
      await send(some)
    } catch (error) {
      const failed = [some, ...waiting].flat()
      if (!isApiError(error, 'not-found')) return { gone, failed }
      if (gone >= MAX_GONE) return { gone: gone + failed.length, failed: [] }
      const half = Math.ceil(some.length / 2)
      if (some.length === 1) gone++
      else waiting.unshift(some.slice(0, half), some.slice(half))
    }
  }
  return { gone, failed: [] }
}
