import { useCallback, useEffect, useRef, useState } from 'react'
import type { Entry } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { probe, PROBE_TIMEOUT_MS } from '../reading/read-bytes.ts'
import { type FailureReason, ReadFailure } from '../reading/read-failure.ts'

const PROBE_INTERVAL_MS = 4000

interface Failures {
  /** Address of the bytes that the viewer reads. It stays the same while it is valid. */
  readonly url: string
  /** Raised to render the viewer again. */
  readonly attempt: number
  readonly failure: FailureReason | null
  readonly onFailure: (failure?: ReadFailure) => void
  readonly retry: () => void
}

/**
 * The address of a file's bytes, and what to show where they cannot be read. An address that is refused has expired
 * where the list has another one, otherwise the file is gone, as it is where the list itself is refused; without an
 * answer the address is requested again.
 */
export function useFailure(entry: Entry, refresh: (id: string) => Promise<Entry | null>): Failures {
  const [url, setUrl] = useState(readAddressOf(entry) ?? '')
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<FailureReason | null>(null)
  const refreshed = useRef<string | null>(null)
  // Viewers read again when `onFailure` changes: it must not with each new function of the list.
  const latestRefresh = useRef(refresh)
  useEffect(() => {
    latestRefresh.current = refresh
  }, [refresh])
  const retry = useCallback(() => {
    refreshed.current = null
    setFailure(null)
    setAttempt((count) => count + 1)
  }, [])

  const onFailure = useCallback(
    (known?: ReadFailure) => {
      const settle = async () => {
        const found =
          known ?? (await probe(url, AbortSignal.timeout(PROBE_TIMEOUT_MS))) ?? new ReadFailure('unreadable')
        const isRefusal = found.reason === 'refused' || found.reason === 'forbidden'
        if (!isRefusal || refreshed.current === url) return setFailure(found.reason)
        refreshed.current = url
        const fresh = await latestRefresh.current(entry.id)
        const next = fresh && readAddressOf(fresh)
        if (!next || next === url) return setFailure(found.reason)
        setUrl(next)
        setAttempt((count) => count + 1)
      }
      settle().catch((error: unknown) => {
        setFailure(isRefused(error) ? 'refused' : 'network')
      })
    },
    [entry.id, url],
  )

  useEffect(() => {
    if (failure !== 'network') return undefined
    const stop = new AbortController()
    const probeAgain = async () => {
      const found = await probe(url, stop.signal)
      if (found?.reason !== 'network') retry()
    }
    const probeNow = () => void probeAgain().catch(() => undefined)
    const timer = window.setInterval(probeNow, PROBE_INTERVAL_MS)
    window.addEventListener('online', probeNow, { signal: stop.signal })
    return () => {
      window.clearInterval(timer)
      stop.abort()
    }
  }, [failure, retry, url])

  return { url, attempt, failure, onFailure, retry }
}

/** What viewers read: the bytes, or the largest thumbnail of a file that may not be downloaded. */
const readAddressOf = ({ attributes: { file_url: url, thumbnail } }: Entry): string | null =>
  url ?? thumbnail?.xl ?? null

/** Whether the server answered that there is nothing to read (any more): requesting it again would change nothing. */
const isRefused = (error: unknown) =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
