import type { Listing } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { newestFirst } from '../entries/cached-entries.ts'

/** Whether the folder of this page is in the trash, as its list says; false while that is not loaded. */
export function useIsTrashed(folderId: string | null): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client])
  return useSyncExternalStore(subscribe, () => {
    if (folderId === null) return false
    // One that was cached under another order before the folder was restored says that it is trashed still.
    const [newest] = newestFirst<Listing>(client, ['files', folderId])
    return (newest?.meta.root?.data.attributes.deleted_at ?? null) !== null
  })
}
