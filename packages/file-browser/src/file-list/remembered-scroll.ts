import type { QueryClient } from '@tanstack/react-query'

export type View = 'list' | 'grid'

/** State of a list when it was left, which Back restores. */
export interface RememberedList {
  readonly view: View
  /** Pixels. */
  readonly scrollTop: number
  /** Index of the entry at the top, for the other view. */
  readonly firstShown: number
  /** The row that the keyboard was on; -1 is none. */
  readonly index: number
  readonly hadFocus: boolean
}

const MAX_LISTS = 50
/** Kept as long as the query client, which caches the rows. */
const stores = new WeakMap<QueryClient, Map<string, RememberedList>>()

/** `visit` is the key of the entry in the browser's history. */
export const rememberedList = (client: QueryClient, visit: string): RememberedList | undefined =>
  stores.get(client)?.get(visit)

export function rememberList(client: QueryClient, visit: string, list: RememberedList): void {
  const lists = stores.get(client) ?? new Map<string, RememberedList>()
  stores.set(client, lists)
  lists.delete(visit)
  lists.set(visit, list)
  for (const [oldest] of lists) {
    if (lists.size <= MAX_LISTS) break
    lists.delete(oldest)
  }
}
