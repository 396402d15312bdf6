import type { Listing } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { type FileSource, pageKey, type Sort } from './file-source.ts'

/** Whether the list of a search, whose first page is loaded, lacks matches: the server did not look at all of them. */
export function useIsTruncated({ source, sort }: { readonly source: FileSource; readonly sort: Sort }): boolean {
  const page = useQueryClient().getQueryData<Listing>(pageKey(source, null, sort, 1))
  return page !== undefined && 'truncated' in page.meta && page.meta.truncated === true
}
