import { useEffect, useState } from 'react'
import { readHead } from '../reading/read-bytes.ts'
import { ReadFailure, toReadFailure } from '../reading/read-failure.ts'

/** Larger vector images are not rendered. */
const MAX_VECTOR_BYTES = 10 * 1024 * 1024

/**
 * The address of an SVG for an image element, where it runs no script and loads nothing; null while it is loading. The
 * server sends it as an unknown type, which browsers do not render, so it becomes a blob of its type.
 */
export function useVectorImage(url: string | null, onFailure: (failure: ReadFailure) => void): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return undefined
    const stop = new AbortController()
    let made: string | null = null
    const load = async () => {
      const bytes = await readHead(url, MAX_VECTOR_BYTES + 1, stop.signal)
      if (bytes.length > MAX_VECTOR_BYTES) throw new ReadFailure('too-large')
      made = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }))
      setAddress(made)
    }
    load().catch((error: unknown) => {
      if (!stop.signal.aborted) onFailure(toReadFailure(error))
    })
    return () => {
      stop.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [onFailure, url])
  return address
}
