import { useEffect } from 'react'
import { type HostApi, useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { createBatcher } from './use-live-file-updates.ts'

type FactName = Parameters<HostApi['events']['on']>[0]

/** Very many changes may come within seconds; a list is fetched again at most this often. */
const REFETCH_INTERVAL_MS = 1000
/** The first change after a while is shown almost at once. */
const FIRST_REFETCH_MS = 50

/** Fetches the queries whose key begins with `key` again after these events. Both arguments keep their identity. */
export function useBatchedRefetch(names: readonly FactName[], key: readonly string[]): void {
  const { events } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const batch = createBatcher(
      REFETCH_INTERVAL_MS,
      () => void client.invalidateQueries({ queryKey: key }),
      FIRST_REFETCH_MS,
    )
    const onChange = () => {
      batch.add('')
    }
    for (const name of names) events.on(name, onChange, stop.signal)
    return () => {
      stop.abort()
      batch.stop()
    }
  }, [events, client, names, key])
}
