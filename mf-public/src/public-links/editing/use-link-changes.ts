import { refetchChanged } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A thousand small files may be uploaded within seconds; the list is refetched at most this often. */
const REFETCH_INTERVAL_MS = 1000
/** The first change after a while is shown almost at once. */
const FIRST_REFETCH_MS = 50

/** What shows the content of the folder of a link, or whether a request has any. */
const KEYS = ['link-files', 'link-tree', 'upload-request']
/** Carries the tokens of links whose folders change. Visitors get no events from the server. */
const CHANNEL = 'holdall-links'

/** Refetches the lists of the folder of a link when its visitor has changed it, in this tab or in another one. */
export function useLinkChanges(token: string): void {
  const { events, log } = useHost()
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    // Old browsers have none.
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastMs = -Infinity
    let isOfThisTab = false
    const refetch = () => {
      timer = undefined
      lastMs = performance.now()
      if (isOfThisTab) channel?.postMessage(token)
      isOfThisTab = false
      for (const key of KEYS) {
        refetchChanged(client, { queryKey: [key, token] }).catch((error: unknown) => {
          log.warn('The folder of a link could not be refreshed.', error)
        })
      }
    }
    const refetchSoon = () => {
      timer ??= setTimeout(refetch, Math.max(FIRST_REFETCH_MS, lastMs + REFETCH_INTERVAL_MS - performance.now()))
    }
    const onChange = (changed: { readonly token: string }) => {
      if (changed.token !== token) return
      isOfThisTab = true
      refetchSoon()
    }
    events.on('link-files.changed', onChange, stop.signal)
    channel?.addEventListener('message', ({ data }) => {
      if (data === token) refetchSoon()
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      // The last change of this tab reaches the others.
      if (isOfThisTab) channel?.postMessage(token)
      channel?.close()
    }
  }, [events, client, log, token])
}
