import { searchEntries } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { FileSource } from '@holdall/file-browser'
import { periods, type SearchFilters } from './search-address.ts'

const DAY_MS = 86_400_000

/** The entries that a search finds. */
export function searchSource({ query, type, period, folderId }: SearchFilters): FileSource {
  return {
    key: ['search', query, type ?? '', period ?? '', folderId ?? ''],
    isFolder: false,
    page: (_top, page, signal) =>
      api.call(
        searchEntries,
        {
          query: {
            ...page,
            query,
            ...(type && { type }),
            ...(period && { from: new Date(Date.now() - periods[period] * DAY_MS).toISOString() }),
            ...(folderId && { parent_id: folderId }),
          },
        },
        { signal },
      ),
  }
}
