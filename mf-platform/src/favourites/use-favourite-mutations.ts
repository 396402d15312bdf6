import { addFavourites, type Entry, removeFavourite } from '@holdall/api'
import { api } from '@holdall/api-client'
import { isolate, useHost } from '@holdall/section'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { useUndoToast } from '../undo-toast/use-undo-toast.ts'

/** The calls that change favourites. Each emits the change, reports its failure, and confirms its success with a toast. */
export function useFavouriteMutations() {
  const { events, toasts } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const showUndo = useUndoToast()
  return useMemo(() => {
    const change = async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work()
        return true
      } catch (error) {
        report(error)
        return false
      } finally {
        events.emit('favourites.changed', {})
      }
    }
    const add = (ids: readonly string[]) => change(() => api.call(addFavourites, { body: { ids: [...ids] } }))
    const messageOf = (id: string, folders: readonly Entry[]) =>
      intl.formatMessage({ id }, { count: folders.length, name: isolate(folders[0]?.attributes.name ?? '') })
    return {
      async add(folders: readonly Entry[]) {
        const isAdded = await add(folders.map(({ id }) => id))
        if (isAdded) toasts.show({ type: 'success', message: messageOf('favourites.added', folders) })
      },
      async remove(folders: readonly Entry[]) {
        const removed: Entry[] = []
        await change(async () => {
          for (const folder of folders) {
            await api.call(removeFavourite, { params: { id: folder.id } })
            removed.push(folder)
          }
        })
        if (removed.length > 0) {
          showUndo(messageOf('favourites.removed', removed), () => add(removed.map(({ id }) => id)))
        }
      },
    }
  }, [events, toasts, intl, report, showUndo])
}
