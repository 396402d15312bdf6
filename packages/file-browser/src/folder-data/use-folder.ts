import { useCallback, useMemo, useState } from 'react'
import type { Entry, Listing } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import {
  type FileSource,
  type FolderPath,
  type FolderState,
  type FoundEntry,
  PAGE_SIZE,
  pageKey,
  pageOf,
  pagesOf,
  type Sort,
} from './file-source.ts'
import { useErrorAlert } from './use-error-alert.ts'
import { usePendingThumbnails } from './use-pending-thumbnails.ts'
import { STALE_MS, useRefetchOnFocus } from './use-refetch-on-focus.ts'

/** The rows of a folder, loaded in pages when they are shown. */
export interface Folder {
  readonly status: FolderState
  /** 0 until the first page is loaded. */
  readonly total: number
  /** The row at `index`, when its page is shown and loaded. */
  at(index: number): Entry | undefined
  /** Tells which rows are on the screen; loads their pages. */
  show(first: number, last: number): void
  /** All rows of a range in order; loads missing pages. Rejects with an ApiError. */
  load(first: number, last: number): Promise<readonly Entry[]>
  /** The cached rows, with their indexes. */
  known(): Iterable<readonly [number, Entry]>
  /**
   * Asks the server for the first row whose name begins with `prefix`, and loads its page; null where there is none.
   */
  findByPrefix(prefix: string, signal: AbortSignal): Promise<FoundRow | null>
  retry(): void
}

export interface FoundRow {
  readonly index: number
  readonly entry: Entry
}

const MAX_CONCURRENT_LOADS = 4
const PAGE_GC_MS = 60_000
const MAX_RETRY_DELAY_MS = 30_000

/** `retry` of a query: twice, after failures that may pass. */
const canRetry = (count: number, error: Error) =>
  count < 2 && (isApiError(error, 'network') || isApiError(error, 'busy'))

/**
 * `refetchInterval` of a query: after a network error or `busy` it is fetched again with growing delays until it loads.
 */
function retryInterval({
  state,
}: {
  readonly state: { readonly error: Error | null; readonly errorUpdateCount: number }
}) {
  if (!state.error || !canRetry(0, state.error)) return false
  return Math.min(MAX_RETRY_DELAY_MS, 1000 * 2 ** state.errorUpdateCount)
}

/** Subscribes to a folder of `source`; renders again when its rows or its status change. */
export function useFolder(source: FileSource, folderId: string | null, sort: Sort): Folder {
  const client = useQueryClient()
  const { field, direction } = sort
  const options = useMemo(
    () => (page: number) => ({
      queryKey: pageKey(source, folderId, { field, direction }, page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.page(folderId, { sort: field, direction, page, per_page: PAGE_SIZE }, signal),
      gcTime: PAGE_GC_MS,
      staleTime: STALE_MS,
      retry: canRetry,
      refetchOnReconnect: 'always' as const,
      refetchInterval: retryInterval,
    }),
    [source, folderId, field, direction],
  )
  const [shown, setShown] = useState<{ of: typeof options; pages: readonly number[] }>({ of: options, pages: [1] })
  const pages = shown.of === options ? shown.pages : FIRST
  const path = useMemo(() => knownPath(client, source, folderId), [client, source, folderId])
  const { status: loaded, rows } = useQueries({
    queries: pages.map(options),
    combine: useCallback(
      (results: readonly PageResult[]) => combine(results, pages, path, folderId === null),
      [pages, path, folderId],
    ),
  })
  const [failure, setFailure] = useState<{ of: typeof options; error: Error } | null>(null)
  if (loaded.state === 'failed' && failure?.error !== loaded.error) setFailure({ of: options, error: loaded.error })
  // A failure stays shown while the folder is refetched in the background.
  const isRetried = loaded.state === 'loading' && failure?.of === options
  const failed = isRetried ? failure.error : null
  const [known, setKnown] = useState<{ source: FileSource; folderId: string | null; status: FolderState } | null>(null)
  if (loaded.state === 'ready' && known?.status !== loaded) setKnown({ source, folderId, status: loaded })
  // While another order is loading the list stays, with placeholder rows: unmounting it would lose the focus.
  const wasShown = known?.source === source && known.folderId === folderId
  const isReordered = loaded.state === 'loading' && wasShown
  const current = isReordered ? known.status : loaded
  const status = useMemo<FolderState>(() => (failed ? failedWith(failed, path) : current), [failed, path, current])
  const total = status.state === 'ready' ? status.total : 0
  useErrorAlert(status.state === 'failed' && !wasShown && !isExplained(status.error) ? status.error : null)
  useRefetchOnFocus(pageKey(source, folderId, { field, direction }))
  usePendingThumbnails(pageKey(source, folderId, { field, direction }), rows.values())

  return useMemo(
    () => ({
      status,
      total,
      at: (index) => rows.get(pageOf(index))?.[index % PAGE_SIZE],
      show(first, last) {
        const next = [...new Set([1, ...pagesOf(first, last)])]
        setShown((now) => (now.of === options && now.pages.join() === next.join() ? now : { of: options, pages: next }))
      },
      load: (first, last) => loadRange(client, options, first, Math.min(last, total - 1)),
      *known() {
        for (const page of pagesOf(0, total - 1)) {
          const data = client.getQueryData<Listing>(options(page).queryKey)?.data ?? []
          for (const [offset, entry] of data.entries()) yield [(page - 1) * PAGE_SIZE + offset, entry] as const
        }
      },
      async findByPrefix(prefix, signal) {
        const found = await source.findByPrefix?.(folderId, { prefix, sort: field, direction }, signal)
        return found ? loadFound(client, options, found) : null
      },
      retry() {
        setFailure(null)
        void client.refetchQueries({ queryKey: pageKey(source, folderId, { field, direction }), type: 'active' })
      },
    }),
    [status, rows, total, client, options, source, folderId, field, direction],
  )
}

/** A session or a link that has ended, and a link with another password: the page shows them in another way. */
const isExplained = (error: Error) => isApiError(error) && [401, 403, 410].includes(error.status)

const FIRST: readonly number[] = [1]

interface PageResult {
  readonly data: Listing | undefined
  readonly error: Error | null
  readonly dataUpdatedAt: number
}

function combine(results: readonly PageResult[], pages: readonly number[], path: FolderPath | null, isTop: boolean) {
  const rows = new Map<number, readonly Entry[]>()
  let newest: PageResult | undefined
  for (const [index, result] of results.entries()) {
    const page = pages[index]
    if (!result.data || page === undefined) continue
    rows.set(page, result.data.data)
    if (!newest || result.dataUpdatedAt > newest.dataUpdatedAt) newest = result
  }
  return { rows, status: statusOf(results[0], newest?.data, path, isTop) }
}

const failedWith = (error: Error, path: FolderPath | null): FolderState => ({
  state: 'failed',
  error,
  path: isApiError(error, 'not-found') ? null : path,
})

function statusOf(
  first: PageResult | undefined,
  newest: Listing | undefined,
  path: FolderPath | null,
  isTop: boolean,
): FolderState {
  // A deleted folder fails even while its old rows are cached.
  if (first?.error && (!newest || isApiError(first.error, 'not-found'))) return failedWith(first.error, path)
  if (!newest) return { state: 'loading', path }
  const { paginate, totals, root, ancestors } = newest.meta
  return { state: 'ready', total: paginate.total, totals, root: (!isTop && root?.data) || null, ancestors }
}

type PageOptions = (page: number) => {
  queryKey: readonly (string | number)[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Listing>
  gcTime: number
}

async function loadRange(client: QueryClient, options: PageOptions, first: number, last: number) {
  if (last < first) return []
  const pages = pagesOf(first, last)
  const loaded = new Map<number, readonly Entry[]>()
  const queue = [...pages]
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_LOADS }, async () => {
      for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
        const listing = await client.ensureQueryData({ ...options(page), retry: canRetry })
        loaded.set(page, listing.data)
      }
    }),
  )
  const start = (pages[0] ?? 1) - 1
  return pages.flatMap((page) => loaded.get(page) ?? []).slice(first - start * PAGE_SIZE, last - start * PAGE_SIZE + 1)
}

/** Loads the page of an entry. A cached page with other rows is loaded again. */
async function loadFound(client: QueryClient, options: PageOptions, found: FoundEntry): Promise<FoundRow | null> {
  const page = pageOf(found.index)
  const query = options(page)
  const rowIn = ({ data }: Listing) => {
    const offset = data.findIndex(({ id }) => id === found.id)
    const entry = data[offset]
    return entry ? { index: (page - 1) * PAGE_SIZE + offset, entry } : null
  }
  const row = rowIn(await client.ensureQueryData(query))
  return row?.index === found.index ? row : rowIn(await client.fetchQuery({ ...query, staleTime: 0 }))
}

/**
 * Name and path of a folder from cached lists, for the time while its own list is loading; null where none has them.
 */
function knownPath(client: QueryClient, { key }: FileSource, folderId: string | null): FolderPath | null {
  if (folderId === null) return null
  for (const [queryKey, listing] of client.getQueriesData<Listing>({ queryKey: key })) {
    if (!listing) continue
    const { ancestors } = listing.meta
    // Where a link begins, its folder is not a part of the path.
    const root = queryKey[key.length] === 'top' ? null : listing.meta.root
    const here = [...ancestors, ...(root ? [{ id: root.data.id, name: root.data.attributes.name }] : [])]
    const child = listing.data.find(({ id }) => id === folderId)
    if (child) return { current: child.attributes, ancestors: here }
    const at = here.findIndex(({ id }) => id === folderId)
    const current = here[at]
    if (current) return { current, ancestors: here.slice(0, at) }
  }
  return null
}
