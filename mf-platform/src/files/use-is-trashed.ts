import type { Listing } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the folder of this page lies in the trash, as its list tells; false while that is not loaded. */
export function useIsTrashed(folderId: string | null): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client])
  return useSyncExternalStore(subscribe, () => {
    if (folderId === null) return false
    const listings = client.getQueriesData<Listing>({ queryKey: ['files', folderId] })
    return listings.some(([, listing]) => (listing?.meta.root?.data.attributes.deleted_at ?? null) !== null)
  })
}
