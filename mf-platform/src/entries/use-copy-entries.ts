import { copyEntries, removeEntries, restoreVersions, type Selection } from '@holdall/api'
import { api } from '@holdall/api-client'
import { showEntries } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { withSkipped } from '../name-conflicts/skipped-text.ts'
import { ConflictCanceled, useConflictCalls } from '../name-conflicts/use-conflict-calls.ts'
import { type Item, type Replaced, splitIntoCalls } from './batched-calls.ts'
import { knownEntry, knownFolderName, knownItems } from './cached-entries.ts'
import { folderOf, foldersOf } from './entry-origin.ts'
import type { Moving } from './file-mutations.ts'
import { useUndoToast } from '../undo-toast/use-undo-toast.ts'

interface CopyCall {
  readonly toId: string | null
  readonly selection: Selection
}

/** Copies entries into a folder or beside themselves. Undo moves the copies to the trash, and restores what they have replaced. */
export function useCopyEntries() {
  const { events, session, log, toasts } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const report = useReportError()
  const showUndo = useUndoToast()
  const conflictCalls = useConflictCalls()
  return useMemo(() => {
    const changed = (folderIds: readonly (string | null)[]) => {
      events.emit('files.changed', { folderIds })
      // Copies use storage.
      session.refresh().catch((error: unknown) => {
        log.warn('The account could not be refreshed.', error)
      })
    }
    const undo = async (
      items: readonly Item[],
      replaced: readonly Replaced[],
      folderIds: readonly (string | null)[],
    ) => {
      try {
        for (const some of splitIntoCalls(replaced)) await api.call(restoreVersions, { body: { items: some } })
        for (const some of splitIntoCalls(items)) {
          await api.call(removeEntries, { body: { items: some, only_live: true } })
        }
      } catch (error) {
        report(error)
      }
      changed(folderIds)
      events.emit('trash.changed', {})
    }
    /** False when one of the calls failed, which is reported. What was copied before can be undone. */
    const send = async (calls: readonly CopyCall[], message: (count: number) => string): Promise<boolean> => {
      const ids: string[] = []
      const replaced: Replaced[] = []
      let [count, skipped] = [0, 0]
      const call = conflictCalls('copy')
      let hasFailed = false
      for (const { toId, selection } of calls) {
        try {
          const answer = await call((options) =>
            api.call(copyEntries, { body: { to_id: toId, ...selection, ...options } }),
          )
          count += answer.count
          ids.push(...answer.ids)
          replaced.push(...(answer.replaced ?? []))
          skipped += answer.skipped ?? 0
        } catch (error) {
          if (!(error instanceof ConflictCanceled)) report(error)
          hasFailed = true
          break
        }
      }
      const folderIds = [...new Set(calls.map(({ toId }) => toId))]
      // Read before the lists are fetched again.
      // The answer to a very large copy does not name the copies.
      const canUndo = count === ids.length + replaced.length
      const text = withSkipped(intl, count > 0 ? message(count) : '', skipped)
      changed(folderIds)
      const [folderId] = folderIds
      if (folderId !== undefined && folderIds.length === 1) showEntries(folderId, ids)
      if (count > 0) showUndo(text, canUndo ? () => undo(knownItems(client, ids), replaced, folderIds) : null)
      else if (skipped > 0) toasts.show({ type: 'info', message: text })
      return !hasFailed
    }
    const nameOf = ({ name, selections: [first] }: Moving) => {
      const [item] = first && 'items' in first ? first.items : []
      return isolate(name ?? (item && knownEntry(client, item.id)?.attributes.name) ?? '')
    }
    return {
      copy(moving: Moving, toId: string | null): Promise<boolean> {
        const folder =
          toId === null ? intl.formatMessage({ id: 'locations.home' }) : (knownFolderName(client, toId) ?? '')
        const calls = moving.selections.map((selection) => ({ toId, selection }))
        return send(calls, (count) =>
          intl.formatMessage({ id: 'files.copied' }, { count, name: nameOf(moving), folder: isolate(folder) }),
        )
      },
      /** Copies each entry into the folder that it is in. */
      duplicate(moving: Moving): Promise<boolean> {
        const calls = foldersOf(moving.from).flatMap((toId) =>
          moving.selections.flatMap((selection): CopyCall[] => {
            if ('all' in selection) return [{ toId, selection }]
            const items = selection.items.filter(({ id }) => folderOf(moving.from, id) === toId)
            return items.length > 0 ? [{ toId, selection: { items } }] : []
          }),
        )
        return send(calls, (count) => intl.formatMessage({ id: 'files.duplicated' }, { count, name: nameOf(moving) }))
      },
    }
  }, [client, events, session, log, toasts, intl, report, showUndo, conflictCalls])
}
