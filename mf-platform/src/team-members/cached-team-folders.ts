import type { Entry, Listing } from '@holdall/api'
import type { QueryClient } from '@tanstack/react-query'
import { liveLists, newestFirst } from '../entries/cached-entries.ts'

/** A page of a list; that of a team folder has the team folder too. */
type AnyListing = Listing & { readonly meta: { readonly teamFolder?: { readonly data: Entry } | null } }

/** Whether a folder is this team folder, or is in it, as far as the lists that are loaded show that. */
export function isInTeamFolder(client: QueryClient, folderId: string, teamFolderId: string): boolean {
  if (folderId === teamFolderId) return true
  return newestFirst<AnyListing>(client, ...liveLists.map((key) => [key])).some(
    ({ meta: { root, ancestors, teamFolder } }) =>
      root?.data.id === folderId &&
      (teamFolder?.data.id === teamFolderId || ancestors.some(({ id }) => id === teamFolderId)),
  )
}

/** Writes a team folder into the lists that are loaded, so that they show it at once. */
export function showTeamFolder(client: QueryClient, folder: Entry): void {
  const shown = (entry: Entry): Entry => (entry.id === folder.id ? folder : entry)
  for (const key of liveLists) {
    client.setQueriesData<AnyListing>({ queryKey: [key] }, (listing) => {
      if (!listing) return listing
      const { root, teamFolder } = listing.meta
      return {
        ...listing,
        data: listing.data.map(shown),
        meta: {
          ...listing.meta,
          root: root && { data: shown(root.data) },
          ...(teamFolder && { teamFolder: { data: shown(teamFolder.data) } }),
        },
      }
    })
  }
}
