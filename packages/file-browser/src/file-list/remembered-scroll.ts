import type { QueryClient } from '@tanstack/react-query'

/** How a list was left: Back shows it so again. */
export interface LeftList {
  /** Pixels. */
  readonly scrollTop: number
  /** The row that the keyboard was on; -1 is none. */
  readonly index: number
  readonly hadFocus: boolean
}

const MAX_LISTS = 50
/** Lives as long as the rows that it is about. */
const stores = new WeakMap<QueryClient, Map<string, LeftList>>()

/** `visit` is the key of the entry in the browser's history. */
export const leftList = (client: QueryClient, visit: string): LeftList | undefined => stores.get(client)?.get(visit)

export function rememberList(client: QueryClient, visit: string, list: LeftList): void {
  const left = stores.get(client) ?? new Map<string, LeftList>()
  stores.set(client, left)
  left.delete(visit)
  left.set(visit, list)
  for (const [oldest] of left) {
    if (left.size <= MAX_LISTS) break
    left.delete(oldest)
  }
}
