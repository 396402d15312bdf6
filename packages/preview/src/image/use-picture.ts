import { useEffect, useRef, useState } from 'react'
import { probe, PROBE_TIMEOUT_MS } from '../reading/read-bytes.ts'
import type { ReadFailure } from '../reading/read-failure.ts'
import { noSize, type Size } from './zoom.ts'

interface PictureOptions {
  /** The one to show first at the beginning, the original at the end; null while there is none. */
  readonly addresses: readonly (string | null)[]
  /** Whether a picture of this size is not enough. */
  readonly needsOriginal: (size: Size) => boolean
  /** Called when the original takes the place of a picture that was `factor` times as large. */
  readonly onReplace: (factor: number) => void
  readonly onFailure: (failure?: ReadFailure) => void
}

/**
 * What an image element shows: a thumbnail, and the original once that is needed and loaded, so that the picture is
 * always there.
 */
export function usePicture({ addresses, needsOriginal, onReplace, onFailure }: PictureOptions) {
  const [level, setLevel] = useState(0)
  const [size, setSize] = useState(noSize)
  const last = addresses.length - 1
  const original = addresses[last] ?? null
  const isOriginal = level >= last
  const isWanted = size.width > 0 && !isOriginal && needsOriginal(size)
  const latest = useRef({ size, onReplace })
  useEffect(() => {
    latest.current = { size, onReplace }
  })

  useEffect(() => {
    if (!isWanted || original === null) return undefined
    const stop = new AbortController()
    const image = new Image()
    const load = async () => {
      image.src = original
      await image.decode()
      if (stop.signal.aborted) return
      latest.current.onReplace(latest.current.size.width / image.naturalWidth)
      setSize(naturalSizeOf(image))
      setLevel(last)
    }
    const report = async () => {
      const failure = await probe(original, AbortSignal.any([stop.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]))
      // The thumbnail stays, unless the file may not be read any more.
      if (failure?.reason === 'refused' && !stop.signal.aborted) onFailure(failure)
    }
    load()
      .catch(report)
      .catch(() => undefined)
    return () => {
      stop.abort()
      image.removeAttribute('src')
    }
  }, [isWanted, last, onFailure, original])

  return {
    address: addresses[Math.min(level, last)] ?? null,
    size,
    isOriginal,
    onLoad: (image: HTMLImageElement) => {
      setSize((known) => (known.width > 0 ? known : naturalSizeOf(image)))
    },
    onError: () => {
      if (isOriginal) onFailure()
      else setLevel(level + 1)
    },
  }
}

/** A vector image without a size of its own has none. */
const naturalSizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth || 512,
  height: naturalHeight || 512,
})
