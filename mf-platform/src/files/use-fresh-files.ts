import { useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A thousand small files may arrive within seconds; the list follows at this pace. */
const PACE = 1000
/** What is used of the storage follows when things have come to rest. */
const REST = 2000

/** Keeps lists, tree and storage up with the facts on the bus, for as long as a page of the platform is shown. */
export function useFreshFiles(): void {
  const { events, session, log } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const refetch = (...queryKey: string[]) => {
      client.invalidateQueries({ queryKey }).catch((error: unknown) => {
        log.warn('A list could not be refreshed.', error)
      })
    }
    const paced = createPace(PACE, (folders: ReadonlySet<string>) => {
      for (const folder of folders) refetch('files', folder)
    })
    const rested = createPace(REST, () => {
      session.refresh().catch((error: unknown) => {
        log.warn('The account could not be refreshed.', error)
      })
    })
    events.on(
      'files.changed',
      () => {
        // The parent of a changed folder shows how many items it holds, so every list on screen is asked again.
        refetch('files')
        refetch('tree')
      },
      signal,
    )
    events.on(
      'trash.changed',
      () => {
        refetch('trash')
        rested.add('')
      },
      signal,
    )
    events.on(
      'shares.changed',
      () => {
        refetch('files')
      },
      signal,
    )
    events.on(
      'upload.finished',
      ({ folderId }) => {
        paced.add(folderId ?? 'top')
        rested.add('')
      },
      signal,
    )
    return () => {
      stop.abort()
      paced.stop()
      rested.stop()
      // Nothing is heard from here on, and an upload may go on: who comes back sees what is at hand and is told anew.
      for (const key of ['files', 'tree', 'trash']) {
        void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
      }
    }
  }, [events, session, client, log])
}

/** Collects for `wait` milliseconds from the first addition on, then hands everything over at once. */
export function createPace(wait: number, run: (items: ReadonlySet<string>) => void) {
  let items = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(item: string) {
      items.add(item)
      timer ??= setTimeout(() => {
        const due = items
        items = new Set()
        timer = undefined
        run(due)
      }, wait)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
