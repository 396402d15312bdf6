import type { FolderLevel, Listing } from '@holdall/api'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/** The name of a folder inside of a link, from the lists and the tree that are loaded; empty where none has it. */
export function linkFolderName(client: QueryClient, token: string, id: string): string {
  for (const [, listing] of client.getQueriesData<Listing>({ queryKey: ['link-files', token] })) {
    const entry = listing?.data.find((one) => one.id === id) ?? listing?.meta.root?.data
    if (entry?.id === id) return entry.attributes.name
    const ancestor = listing?.meta.ancestors.find((one) => one.id === id)
    if (ancestor) return ancestor.name
  }
  for (const [, level] of client.getQueriesData<InfiniteData<FolderLevel>>({ queryKey: ['link-tree', token] })) {
    const node = level?.pages.flatMap(({ data }) => data).find((one) => one.id === id)
    if (node) return node.name
  }
  return ''
}
