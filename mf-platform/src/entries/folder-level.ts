import type { FolderLevel, FolderNode } from '@holdall/api'
import { useErrorAlert } from '@holdall/file-browser'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'

/** Folders that a tree shows of a level at first, and with each "Show more". */
const PAGE = 200

interface LevelPage {
  readonly limit: number
  readonly cursor?: string
}

/** The folders of a level, page by page. */
export const levelQuery = (
  queryKey: readonly string[],
  load: (page: LevelPage, signal: AbortSignal) => Promise<FolderLevel>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta?.next_cursor,
    select: foldersOfLevel,
  })
export type LevelQuery = ReturnType<typeof levelQuery>

/** The folders of the loaded pages. One that was renamed between two pages may be on both. */
export function foldersOfLevel({ pages }: InfiniteData<FolderLevel>): readonly FolderNode[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((node) => [node.id, node])).values()]
}

/** What loads the next page of a level. */
export interface MoreFolders {
  readonly isFailed: boolean
  readonly load: () => void
}

/** The loaded part of a level; `more` is null where it is complete. */
export function useFolderLevel(query: LevelQuery, { isEnabled = true } = {}) {
  const { data, error, isError, isFetchNextPageError, isPending, hasNextPage, refetch, fetchNextPage } =
    useInfiniteQuery({
      ...query,
      enabled: isEnabled,
    })
  useErrorAlert(data === undefined || isFetchNextPageError ? error : null)
  const more: MoreFolders | null = hasNextPage
    ? { isFailed: isFetchNextPageError, load: () => void fetchNextPage() }
    : null
  return { nodes: data, isError, isPending, more, retry: () => void refetch() }
}
