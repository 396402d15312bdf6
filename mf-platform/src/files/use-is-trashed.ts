import type { Listing } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { newestFirst } from '../entries/cached-entries.ts'

/** Whether the folder of this page is in the trash, according to its list; false until that is loaded. */
export function useIsTrashed(folderId: string | null): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client])
  return useSyncExternalStore(subscribe, () => {
    if (folderId === null) return false
    // A list that was cached in another order before the folder was restored still says that it is trashed.
    const [newest] = newestFirst<Listing>(client, ['files', folderId])
    return (newest?.meta.root?.data.attributes.deleted_at ?? null) !== null
  })
}
