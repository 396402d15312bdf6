import type { Entry, Listing } from '@holdall/api'
import { newestFirst } from '../entries/cached-entries.ts'
import { useCachedQueries } from '../entries/use-cached-queries.ts'

/** The folder of this page, according to its list; null until that is loaded, and at the top. */
export const useListedFolder = (folderId: string | null): Entry | null =>
  useCachedQueries((client) => {
    if (folderId === null) return null
    // A list that was cached in another order before the folder was restored still says that it is trashed.
    const [newest] = newestFirst<Listing>(client, ['files', folderId])
    return newest?.meta.root?.data ?? null
  })

/** Whether the folder of this page is in the trash. */
export const useIsTrashed = (folderId: string | null): boolean =>
  (useListedFolder(folderId)?.attributes.deleted_at ?? null) !== null
