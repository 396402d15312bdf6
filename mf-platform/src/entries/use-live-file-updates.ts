import { refetchChanged, repeatInvalidatedLoads } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { favouritesIn } from '../favourites/favourite-ids.ts'
import { linksKey, liveLists, showsContentOf, showsFolder, teamLists } from './cached-entries.ts'

/** A thousand small files may be uploaded within seconds; the list is refetched at most this often. */
const REFETCH_INTERVAL_MS = 1000
/** The first file after a while is shown almost at once. */
const FIRST_REFETCH_MS = 100
/** One change may emit several events. */
const FAVOURITES_INTERVAL_MS = 50
/** The used storage is refetched at most this often. */
const STORAGE_INTERVAL_MS = 2000

/** Refetches lists, tree and storage on events of the bus, while a page of the platform is shown. */
export function useLiveFileUpdates(): void {
  const { events, session, log } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    // After events were missed, the shell invalidates everything.
    const stopRepeating = repeatInvalidatedLoads(client)
    const onFailure = (error: unknown) => {
      log.warn('A list could not be refreshed.', error)
    }
    const refetchNow = (key: string) => {
      refetchChanged(client, { queryKey: [key] }).catch(onFailure)
    }
    const refetchLists = (isShown: typeof showsFolder, folders: ReadonlySet<string>) => {
      refetchChanged(client, { predicate: (query) => isShown(query, folders) }).catch(onFailure)
    }
    // One change may emit several events, and removing many links one for each.
    const pending = new Set<string>()
    const pendingFolders = new Set<string>()
    const refetch = (...keys: string[]) => {
      if (pending.size === 0) {
        queueMicrotask(() => {
          if (!signal.aborted) {
            for (const key of pending) refetchNow(key)
            if (pendingFolders.size > 0 && !pending.has('files')) refetchLists(showsFolder, new Set(pendingFolders))
          }
          pending.clear()
          pendingFolders.clear()
        })
      }
      for (const key of keys) pending.add(key)
    }
    const folderBatch = createBatcher(
      REFETCH_INTERVAL_MS,
      (folders) => {
        refetchLists(showsContentOf, folders)
        refetch('latest', 'shared', 'search')
      },
      FIRST_REFETCH_MS,
    )
    const refreshAccount = () => {
      session.refresh().catch((error: unknown) => {
        log.warn('The account could not be refreshed.', error)
      })
    }
    const storageBatch = createBatcher(STORAGE_INTERVAL_MS, refreshAccount)
    const favouritesBatch = createBatcher(FAVOURITES_INTERVAL_MS, refreshAccount)
    /** The account has the names, places and links of the favourites. */
    const refetchFavourites = () => {
      if (favouritesIn(session.get()).length > 0) favouritesBatch.add('')
    }
    events.on(
      'files.changed',
      ({ folderIds }) => {
        for (const id of folderIds) pendingFolders.add(id ?? 'top')
        refetch('latest', 'shared', 'search', 'tree')
        refetchFavourites()
      },
      signal,
    )
    events.on(
      'trash.changed',
      () => {
        refetch('trash', 'latest', 'shared', 'search')
        refetchFavourites()
        storageBatch.add('')
      },
      signal,
    )
    events.on(
      'shares.changed',
      () => {
        refetch(...liveLists, linksKey)
        refetchFavourites()
      },
      signal,
    )
    events.on(
      'teams.changed',
      () => {
        // The rights of the user may have changed, which entries say wherever they are shown.
        refetch(...teamLists, 'search', 'shared', 'tree')
        refetchFavourites()
      },
      signal,
    )
    events.on(
      'favourites.changed',
      () => {
        favouritesBatch.add('')
      },
      signal,
    )
    events.on(
      'upload.finished',
      ({ folderId }) => {
        folderBatch.add(folderId ?? 'top')
        storageBatch.add('')
      },
      signal,
    )
    return () => {
      stop.abort()
      stopRepeating()
      folderBatch.stop()
      storageBatch.stop()
      favouritesBatch.stop()
      // Events are missed while unmounted: the next visit shows the cached data and refetches it.
      for (const key of [...liveLists, 'tree', 'trash']) {
        void client.invalidateQueries({ queryKey: [key], refetchType: 'none' })
      }
    }
  }, [events, session, client, log])
}

/**
 * Collects items, then runs once with all of them: `soonMs` after the first one, and at most once in `waitMs`. Without
 * `soonMs` it is always `waitMs` after the first one.
 */
export function createBatcher(waitMs: number, run: (items: ReadonlySet<string>) => void, soonMs = waitMs) {
  let lastRunMs = -Infinity
  let items = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(item: string) {
      items.add(item)
      timer ??= setTimeout(
        () => {
          const due = items
          items = new Set()
          timer = undefined
          lastRunMs = performance.now()
          run(due)
        },
        Math.max(soonMs, lastRunMs + waitMs - performance.now()),
      )
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
