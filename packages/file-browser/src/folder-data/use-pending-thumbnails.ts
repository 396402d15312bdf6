import { useEffect, useState } from 'react'
import { canHaveThumbnail, type Entry } from '@holdall/api'
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'

/** When a list is fetched again for the thumbnails of new files. Files that have none by then get theirs later. */
const DELAYS_MS = [2000, 4000, 8000, 16_000]
/** A file that was changed longer ago has no thumbnail, or a server with much to do. */
const NEW_MS = 120_000

function isPending({ attributes }: Entry): boolean {
  const { mimetype, thumbnail, updated_at: updatedAt } = attributes
  // The clocks of server and browser differ.
  return thumbnail === null && canHaveThumbnail(mimetype) && Math.abs(Date.now() - Date.parse(updatedAt)) < NEW_MS
}

/** Refetches active queries with this key, a few times, while new files in `pages` have no thumbnails yet. */
export function usePendingThumbnails(queryKey: QueryKey, pages: Iterable<readonly Entry[]>): void {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  const pending = [...pages].flatMap((page) => page.filter(isPending).map(({ id }) => id)).join()
  const [tries] = useState(() => new Map<string, number>())
  const [round, setRound] = useState(0)
  useEffect(() => {
    const left = pending.split(',').filter((id) => id !== '' && (tries.get(id) ?? 0) < DELAYS_MS.length)
    if (left.length === 0) return
    const done = Math.min(...left.map((id) => tries.get(id) ?? 0))
    const timer = setTimeout(() => {
      for (const id of left) tries.set(id, (tries.get(id) ?? 0) + 1)
      void client
        .refetchQueries({ queryKey: JSON.parse(hash) as QueryKey, type: 'active' })
        .finally(() => setRound((now) => now + 1))
    }, DELAYS_MS[done])
    return () => {
      clearTimeout(timer)
    }
  }, [client, hash, pending, round, tries])
}
