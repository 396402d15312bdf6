import type { Entry } from '@holdall/api'
import { useQueryClient } from '@tanstack/react-query'
import { useFavourites } from '../favourites/favourite-ids.ts'
import { knownEntry } from './cached-entries.ts'

/** The entry from the newest list that has it, or from the favourites; null where none does. */
export function useKnownEntry(id: string | undefined): Entry | null {
  const client = useQueryClient()
  const favourites = useFavourites()
  if (id === undefined) return null
  return knownEntry(client, id) ?? favourites.find((folder) => folder.id === id) ?? null
}
