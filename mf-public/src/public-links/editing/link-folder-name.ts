import type { FolderNode, Listing } from '@holdall/api'
import type { QueryClient } from '@tanstack/react-query'

/** The name of a folder inside of a link, from the lists and the tree that are loaded; empty where none has it. */
export function linkFolderName(client: QueryClient, token: string, id: string): string {
  for (const [, listing] of client.getQueriesData<Listing>({ queryKey: ['link-files', token] })) {
    const entry = listing?.data.find((one) => one.id === id) ?? listing?.meta.root?.data
    if (entry?.id === id) return entry.attributes.name
    const ancestor = listing?.meta.ancestors.find((one) => one.id === id)
    if (ancestor) return ancestor.name
  }
  for (const [, nodes] of client.getQueriesData<readonly FolderNode[]>({ queryKey: ['link-tree', token] })) {
    const node = nodes?.find((one) => one.id === id)
    if (node) return node.name
  }
  return ''
}
