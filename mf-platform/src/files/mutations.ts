import {
  moveEntries,
  removeEntries,
  renameEntry,
  restoreEntries,
  type Selection,
  type Entry,
  type Listing,
} from '@holdall/api'
import { api } from '@holdall/api-client'
import type { Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { nameProblem } from '../problem/name-problem.ts'
import { useReport } from '../problem/report.ts'

const CALL = 1000

/** What the wire takes at once. */
export const inCalls = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CALL) }, (_, call) => items.slice(call * CALL, (call + 1) * CALL))

const ids = (entries: readonly Entry[]) => entries.map(({ id, type }) => ({ id, type }))

/** Changes of a person's files. Each says on the bus what it did; lists hear it there. */
export function useFileMutations() {
  const { events, toasts, overlay } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const report = useReport()
  return useMemo(() => {
    const text = (id: string, values?: Record<string, number | string>) => intl.formatMessage({ id }, values)
    const changed = (...folderIds: (string | null)[]) => {
      events.emit('files.changed', { folderIds })
    }
    const restore = async (entries: readonly Entry[], folderId: string | null): Promise<boolean> => {
      let done = false
      try {
        for (const items of inCalls(ids(entries))) await api.call(restoreEntries, { body: { items } })
        done = true
      } catch (error) {
        report(error)
      }
      changed(folderId)
      events.emit('trash.changed', {})
      return done
    }
    return {
      /** Brings entries back where they were; false when that failed, which it has said. */
      restore,
      /** Shows the new name at once and takes it back when it is refused. Rejects with what the field can say. */
      async rename(entry: Entry, name: string) {
        const takeBack = showName(client, entry.id, name)
        try {
          await api.call(renameEntry, { params: { id: entry.id }, body: { name } })
        } catch (error) {
          takeBack()
          if (!nameProblem(error)) report(error)
          throw error
        }
        changed(entry.attributes.parent_id)
      },
      async trash(target: Target, folderId: string | null) {
        const entries = target.count <= CALL ? await target.load() : null
        try {
          for (const body of target.wire()) await api.call(removeEntries, { body })
        } catch (error) {
          report(error)
          changed(folderId)
          return
        }
        target.clear()
        changed(folderId)
        events.emit('trash.changed', {})
        toasts.show({
          type: 'success',
          message: text('files.trashed', { count: target.count, name: target.single?.attributes.name ?? '' }),
          ...(entries && { action: { label: text('files.undo'), run: () => void restore(entries, folderId) } }),
        })
      },
      async move(selections: readonly Selection[], toId: string | null, fromId: string | null): Promise<boolean> {
        try {
          let count = 0
          for (const selection of selections) {
            count += (await api.call(moveEntries, { body: { to_id: toId, ...selection } })).count
          }
          changed(fromId, toId)
          toasts.show({ type: 'success', message: text('files.moved', { count }) })
          return true
        } catch (error) {
          report(error)
          changed(fromId, toId)
          return false
        }
      },
      async destroy(target: Target): Promise<void> {
        const confirmed = await overlay.confirm({
          title: text('trash.destroy.title', { count: target.count, name: target.single?.attributes.name ?? '' }),
          message: text('trash.destroy.text'),
          confirm: text('trash.destroy.confirm'),
          cancel: text('trash.destroy.cancel'),
          danger: true,
        })
        if (!confirmed) return
        try {
          for (const items of inCalls(ids(await target.load()))) await api.call(removeEntries, { body: { items } })
          target.clear()
        } catch (error) {
          report(error)
        }
        events.emit('trash.changed', {})
      },
    }
  }, [client, events, toasts, overlay, intl, report])
}

/** Writes a name into every list at hand; returns how to make them forget it. */
function showName(client: QueryClient, id: string, name: string): () => void {
  const before = client.getQueriesData<Listing>({ queryKey: ['files'] })
  client.setQueriesData<Listing>({ queryKey: ['files'] }, (listing) =>
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
