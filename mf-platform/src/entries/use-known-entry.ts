import type { Entry } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { useFavourites } from '../favourites/favourite-ids.ts'
import { knownEntry, knownTeamFolder } from './cached-entries.ts'

/** The entry from the newest list that has it, or from the favourites; null where none does. */
export function useKnownEntry(id: string | undefined): Entry | null {
  const client = useQueryClient()
  const favourites = useFavourites()
  if (id === undefined) return null
  return knownEntry(client, id) ?? favourites.find((folder) => folder.id === id) ?? null
}

/** A team folder with its members, if the list of team folders is loaded, and with what the user may do there. */
export function useKnownTeamFolder(): (folder: Entry) => Entry {
  const client = useQueryClient()
  return (folder) => {
    const team = folder.meta?.team
    const { permission = team?.permission, members_can_share = team?.members_can_share } = folder.attributes
    return (
      knownTeamFolder(client, folder.id) ?? {
        ...folder,
        attributes: { ...folder.attributes, permission, members_can_share },
      }
    )
  }
}
