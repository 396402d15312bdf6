import { useEffect, useMemo, useState } from 'react'
import type { Entry } from '@holdall/api'
import { decodeText, detectEncoding, type Encoding } from '../reading/decode-text.ts'
import { readHead } from '../reading/read-bytes.ts'
import { type ReadFailure, toReadFailure } from '../reading/read-failure.ts'

export interface ReadText {
  readonly text: string
  /** Whether the file has more than `text`. */
  readonly isHead: boolean
  /** Bytes that were read. */
  readonly bytes: number
  readonly detected: Encoding
  /** What the reader chose; null is the detected one. */
  readonly chosen: Encoding | null
  readonly choose: (encoding: Encoding | null) => void
}

interface Source {
  readonly entry: Entry
  readonly url: string
  readonly onFailure: (failure: ReadFailure) => void
}

/** The first `limit` bytes of a file as text; null while they are loading. */
export function useText({ entry, url, onFailure }: Source, limit: number): ReadText | null {
  const [bytes, setBytes] = useState<Uint8Array | null>(null)
  const [chosen, setChosen] = useState<Encoding | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    readHead(url, limit, stop.signal).then(setBytes, (error: unknown) => {
      if (!stop.signal.aborted) onFailure(toReadFailure(error))
    })
    return () => {
      stop.abort()
    }
  }, [limit, onFailure, url])
  const size = entry.attributes.filesize ?? 0
  return useMemo(() => {
    if (!bytes) return null
    const detected = detectEncoding(bytes)
    const text = decodeText(bytes, chosen ?? detected)
    return { text, isHead: bytes.length < size, bytes: bytes.length, detected, chosen, choose: setChosen }
  }, [bytes, chosen, size])
}
