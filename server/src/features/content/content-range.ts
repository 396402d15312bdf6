import type { ByteRange } from '../../infrastructure/blobs/blob-store.ts'

/**
 * The bytes that a Range header selects of `size`, null for all of them. Several ranges, other units and a malformed
 * header select all, as RFC 9110 allows.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return null
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: Math.min(last === '' ? size - 1 : Number(last), size - 1) }
}

/**
 * Whether a range of the current content continues the part that the client has, by its If-Range header. By its tag only,
 * which is strong and has its quotes: different contents may have the same date.
 */
export const continuesPart = (ifRange: unknown, etag: string): boolean =>
  typeof ifRange !== 'string' || ifRange.trim() === etag
