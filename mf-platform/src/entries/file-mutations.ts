import {
  type Entry,
  type Listing,
  moveEntries,
  removeEntries,
  renameEntry,
  restoreEntries,
  restoreVersions,
  type Selection,
} from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { showEntries, type Target } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { nameError, useReportError } from '../error-messages/report-error.ts'
import { filesOf, splitIntoCalls, type Item, type Renamed, sendAll, type BatchResult } from './batched-calls.ts'
import { knownEntry, knownFolderName, knownItems, liveLists } from './cached-entries.ts'
import { folderOf, foldersOf, type Origin } from './entry-origin.ts'
import { withSkipped } from '../name-conflicts/skipped-text.ts'
import { ConflictCanceled, useConflictCalls } from '../name-conflicts/use-conflict-calls.ts'
import { useUndoToast } from '../undo-toast/use-undo-toast.ts'

/** More entries than this are confirmed first, and so is "everything in this folder". */
const CONFIRM_ABOVE = 100

/** An entry and the name it has. */
type Named = Pick<Entry, 'id'> & { readonly attributes: Pick<Entry['attributes'], 'name'> }

/** What `editFolder` changes. */
type FolderLook = Pick<Entry['attributes'], 'name' | 'color' | 'emoji'>

/** Entries to be moved. */
export interface Moving {
  readonly selections: readonly Selection[]
  readonly from: Origin
  readonly count: number
  /** Everything in the folder, or everything but some. */
  readonly all: boolean
  /** Of the entry, when it is only one. */
  readonly name: string | null
}

export const movingOf = (target: Target, from: Origin): Moving => ({
  selections: target.wire(),
  from,
  count: target.count,
  all: target.all,
  name: target.single?.attributes.name ?? null,
})

const itemsOf = (entries: readonly Entry[]): Item[] => entries.map(({ id, type }) => ({ id, type }))

/** Changes of the user's files. Each emits what it changed, so that lists refetch. */
export function useFileMutations() {
  const { events, overlay, toasts } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const report = useReportError()
  const done = useUndoToast()
  const conflictCalls = useConflictCalls()
  const trashing = useRef(new Set<string>())
  return useMemo(() => {
    const text = (id: string, values?: Record<string, number | string>) => intl.formatMessage({ id }, values)
    const changed = (...folderIds: (string | null)[]) => {
      events.emit('files.changed', { folderIds })
    }
    const known = (ids: readonly string[]) => knownItems(client, ids)
    const nameOf = ([first]: readonly Item[]) => (first && knownEntry(client, first.id)?.attributes.name) ?? ''
    const confirmMany = async (verb: 'trash' | 'move', count: number, all: boolean): Promise<boolean> =>
      (!all && count <= CONFIRM_ABOVE) ||
      overlay.confirm({
        title: text(`files.${verb}_many.title`, { count }),
        message: text(`files.${verb}_many.text`),
        confirm: text(`files.${verb}_many.confirm`),
        cancel: text('popup.cancel'),
        danger: verb === 'trash',
      })

    /** Where nothing else was done. */
    const showSkipped = (count: number) => {
      if (count > 0) toasts.show({ type: 'info', message: withSkipped(intl, '', count) })
    }

    /** Restores entries to where they were, beside what has their names now; false when that failed, which is reported. */
    const putBack = async (items: readonly Item[], to: Origin): Promise<boolean> => {
      let succeeded = false
      try {
        for (const some of splitIntoCalls(items)) await api.call(restoreEntries, { body: { items: some } })
        succeeded = true
      } catch (error) {
        report(error)
      }
      changed(...foldersOf(to))
      events.emit('trash.changed', {})
      return succeeded
    }
    /** Puts restored entries into the trash again, and restores what they have replaced. */
    const trashAgain = async (items: readonly Item[], replaced: readonly Item[], to: Origin) => {
      try {
        for (const some of splitIntoCalls(items)) {
          await api.call(removeEntries, { body: { items: some, only_live: true } })
        }
      } catch (error) {
        report(error)
      }
      await putBack(replaced, to)
    }
    /** Restores entries of the trash, asking about taken names. Returns how many; null when that failed or was canceled. */
    const restore = async (load: () => Promise<readonly Item[]>, to: Origin): Promise<number | null> => {
      const restored: Item[] = []
      const replaced: Item[] = []
      let allSkipped = 0
      const call = conflictCalls('restore')
      let succeeded = false
      try {
        for (const items of splitIntoCalls(await load())) {
          const {
            ids,
            trashed = [],
            skipped = 0,
          } = await call((options) => api.call(restoreEntries, { body: { items, ...options } }))
          const isRestored = ids && new Set(ids)
          restored.push(...items.filter(({ id }) => isRestored?.has(id) ?? true))
          replaced.push(...filesOf(trashed))
          allSkipped += skipped
        }
        succeeded = true
      } catch (error) {
        if (!(error instanceof ConflictCanceled)) report(error)
      }
      changed(...foldersOf(to))
      events.emit('trash.changed', {})
      if (restored.length > 0) {
        const message = withSkipped(intl, text('trash.restored', { count: restored.length }), allSkipped)
        done(message, () => trashAgain(restored, replaced, to))
      } else showSkipped(allSkipped)
      return succeeded ? restored.length : null
    }
    /** Moves entries from `fromId` back to where they were. */
    const moveBack = async ({ items, renamed, replaced, trashed }: BatchResult, to: Origin, fromId: string | null) => {
      // First: a version whose content a live file has is not kept.
      if (trashed.length > 0) {
        await putBack(filesOf(trashed), to)
      }
      try {
        for (const some of splitIntoCalls(replaced)) await api.call(restoreVersions, { body: { items: some } })
      } catch (error) {
        report(error)
      }
      const selections = foldersOf(to).flatMap((toId) =>
        splitIntoCalls(items.filter(({ id }) => folderOf(to, id) === toId)).map((some) => ({
          to_id: toId,
          items: some,
        })),
      )
      const { items: moved, failure } = await sendAll(selections, (body) => api.call(moveEntries, { body }), known)
      changed(...foldersOf(to), fromId)
      const back = new Set(moved.map(({ id }) => id))
      const problems = [failure?.error, ...(await renameBack(renamed.filter(({ id }) => back.has(id))))]
      const [first] = problems.filter((problem) => problem !== undefined)
      if (first !== undefined) report(first)
      if (renamed.length > 0) changed(...foldersOf(to))
    }
    const saveName = async (entry: Named, name: string): Promise<string> => {
      const revert = showName(client, entry.id, name)
      try {
        const { data } = await api.call(renameEntry, { params: { id: entry.id }, body: { name } })
        changed(data.attributes.parent_id, ...(data.type === 'folder' ? [data.id] : []))
        return data.attributes.name
      } catch (error) {
        revert()
        if (!nameError(error)) report(error)
        throw error
      }
    }
    const saveLook = async (id: string, look: FolderLook) => {
      try {
        const { data } = await api.call(renameEntry, { params: { id }, body: look })
        changed(data.attributes.parent_id, data.id)
        return data.attributes
      } catch (error) {
        if (!nameError(error)) report(error)
        throw error
      }
    }
    const moveToTrash = async (target: Target, from: Origin) => {
      if (!(await confirmMany('trash', target.count, target.all))) return
      // Entries that are in the trash already would be deleted permanently.
      const { items, count, canUndo, failure } = await sendAll(
        target.wire(),
        (selection) => api.call(removeEntries, { body: { ...selection, only_live: true } }),
        known,
      )
      if (failure) report(failure.error)
      else target.clear()
      const name = target.single?.attributes.name ?? nameOf(items)
      changed(...foldersOf(from))
      events.emit('trash.changed', {})
      if (count === 0) return
      done(text('files.trashed', { count, name: isolate(name) }), canUndo ? () => putBack(items, from) : null)
    }
    return {
      /** Restores entries of the trash, with an Undo. Returns how many; null when that failed, which is reported. */
      restore: (target: Pick<Target, 'load'>, folderId: string | null) =>
        restore(async () => itemsOf(await target.load()), folderId),
      /** Shows the new name at once and reverts it when it is refused. Rejects with the error, which the field shows. */
      async rename(entry: Named, name: string) {
        const saved = await saveName(entry, name)
        done(text('files.renamed', { name: isolate(saved) }), () =>
          saveName(entry, entry.attributes.name).catch(() => {
            // Reported already.
          }),
        )
      },
      /** Changes name, color and emoji of a folder. Rejects with the error, which the field of the name shows. */
      async editFolder(id: string, next: FolderLook, before: FolderLook) {
        const { name } = await saveLook(id, next)
        done(text('files.folder_edited', { name: isolate(name) }), () =>
          saveLook(id, before).catch(() => {
            // Reported already.
          }),
        )
      },
      /** Moves entries to the trash. Called again for the same ones while that is running, it does nothing. */
      async trash(target: Target, from: Origin) {
        const key = JSON.stringify(target.wire())
        if (trashing.current.has(key)) return
        trashing.current.add(key)
        try {
          await moveToTrash(target, from)
        } finally {
          trashing.current.delete(key)
        }
      },
      /** False when nothing was confirmed or when it failed, which is reported. */
      async move(moving: Moving, toId: string | null): Promise<boolean> {
        if (!(await confirmMany('move', moving.count, moving.all))) return false
        const call = conflictCalls('move')
        const sent = await sendAll(
          moving.selections,
          (selection) => call((options) => api.call(moveEntries, { body: { to_id: toId, ...selection, ...options } })),
          known,
        )
        const { items, count, canUndo, trashed, skipped, failure } = sent
        if (failure && !(failure.error instanceof ConflictCanceled)) report(failure.error)
        // Read before the lists are fetched again without them.
        const name = moving.name ?? nameOf(items)
        const folder = toId === null ? text('locations.home') : (knownFolderName(client, toId) ?? '')
        changed(...foldersOf(moving.from), toId)
        showEntries(
          toId,
          items.map(({ id }) => id),
        )
        // What has replaced another file is in the trash now.
        if (trashed.length > 0) events.emit('trash.changed', {})
        if (count > 0) {
          const moved = text('files.moved', { count, name: isolate(name), folder: isolate(folder) })
          done(withSkipped(intl, moved, skipped), canUndo ? () => moveBack(sent, moving.from, toId) : null)
        } else showSkipped(skipped)
        return failure === null
      },
      /** False when it was not confirmed or failed, which is reported. */
      async destroy(
        target: Pick<Target, 'count' | 'single' | 'load' | 'clear'>,
        folderId: string | null,
      ): Promise<boolean> {
        const confirmed = await overlay.confirm({
          title: text('trash.destroy.title', {
            count: target.count,
            name: isolate(target.single?.attributes.name ?? ''),
          }),
          message: text('trash.destroy.text'),
          confirm: text('trash.destroy.confirm'),
          cancel: text('trash.destroy.cancel'),
          danger: true,
        })
        if (!confirmed) return false
        let succeeded = false
        try {
          for (const items of splitIntoCalls(itemsOf(await target.load())))
            await api.call(removeEntries, { body: { items } })
          target.clear()
          succeeded = true
        } catch (error) {
          report(error)
        }
        changed(folderId)
        events.emit('trash.changed', {})
        return succeeded
      },
    }
  }, [client, events, overlay, toasts, intl, report, done, conflictCalls])
}

/** Restores the names that a move has changed. Returns the errors of those that failed. */
async function renameBack(renamed: readonly Renamed[]): Promise<readonly unknown[]> {
  const problems: unknown[] = []
  for (const { id, name } of renamed) {
    try {
      await api.call(renameEntry, { params: { id }, body: { name } })
    } catch (error) {
      problems.push(error)
      // The others would fail for the same reason.
      if (!isApiError(error) || error.code === 'network' || error.code === 'unauthenticated') break
    }
  }
  return problems
}

/** Writes a name into every loaded list; returns a function that reverts it. */
function showName(client: QueryClient, id: string, name: string): () => void {
  const isLive = { predicate: ({ queryKey: [list] }: Query) => liveLists.some((key) => key === list) }
  const before = client.getQueriesData<Listing>(isLive)
  client.setQueriesData<Listing>(isLive, (listing) =>
    listing?.data.some((entry) => entry.id === id)
      ? {
          ...listing,
          data: listing.data.map((entry) =>
            entry.id === id ? { ...entry, attributes: { ...entry.attributes, name } } : entry,
          ),
        }
      : listing,
  )
  return () => {
    for (const [key, listing] of before) client.setQueryData(key, listing)
  }
}
