import type { Entry, FolderNode, Listing } from '@holdall/api'
import type { QueryClient } from '@tanstack/react-query'

/** What the lists and the tree of this page have loaded already. */
const listings = (client: QueryClient) =>
  client.getQueriesData<Listing>({ queryKey: ['files'] }).flatMap(([, listing]) => (listing ? [listing] : []))

/** The entry as some list on this page has it; null when none does. */
export function knownEntry(client: QueryClient, id: string): Entry | null {
  for (const { data } of listings(client)) {
    const entry = data.find((one) => one.id === id)
    if (entry) return entry
  }
  return null
}

/** The name of a folder in a list, a path or the tree; null when none shows it. */
export function knownFolderName(client: QueryClient, id: string): string | null {
  const entry = knownEntry(client, id)
  if (entry) return entry.attributes.name
  for (const { meta } of listings(client)) {
    if (meta.root?.data.id === id) return meta.root.data.attributes.name
    const ancestor = meta.ancestors.find((one) => one.id === id)
    if (ancestor) return ancestor.name
  }
  for (const [, nodes] of client.getQueriesData<readonly FolderNode[]>({ queryKey: ['tree'] })) {
    const node = nodes?.find((one) => one.id === id)
    if (node) return node.name
  }
  return null
}

/** How many entries a folder holds, null being the top; null when no list of it is loaded. */
export function knownTotal(client: QueryClient, folderId: string | null): number | null {
  const [found] = client.getQueriesData<Listing>({ queryKey: ['files', folderId ?? 'top'] })
  return found?.[1]?.meta.paginate.total ?? null
}

/** The folder that an entry lies in, null being the top; undefined when nothing on this page tells. */
export function knownParentId(client: QueryClient, id: string): string | null | undefined {
  for (const [, nodes] of client.getQueriesData<readonly FolderNode[]>({ queryKey: ['tree'] })) {
    const node = nodes?.find((one) => one.id === id)
    if (node) return node.parent_id
  }
  return knownEntry(client, id)?.attributes.parent_id
}
