import { useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A thousand small files may be uploaded within seconds; the list is refetched at most this often. */
const REFETCH_INTERVAL_MS = 1000
/** The first change after a while is shown almost at once. */
const FIRST_REFETCH_MS = 50

/** What shows the content of the folder of a link, or whether a request has any. */
const KEYS = ['link-files', 'link-tree', 'upload-request']

/** Refetches the lists of the folder of a link when its visitor has changed it. */
export function useLinkChanges(token: string): void {
  const { events } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastMs = -Infinity
    const refetch = () => {
      timer = undefined
      lastMs = performance.now()
      for (const key of KEYS) void client.invalidateQueries({ queryKey: [key, token] })
    }
    const onChange = (changed: { readonly token: string }) => {
      if (changed.token !== token) return
      timer ??= setTimeout(refetch, Math.max(FIRST_REFETCH_MS, lastMs + REFETCH_INTERVAL_MS - performance.now()))
    }
    events.on('link-files.changed', onChange, stop.signal)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [events, client, token])
}
