import { isApiError } from '@holdall/api-client'

/** Proxies that take less than this are not worked around. */
export const MIN_PART_BYTES = 64 * 1024
/** Requests of a size that break off one after another, before smaller ones are tried. */
const MAX_BROKEN = 2

/** How much is sent in one request, for all uploads of the page: a body limit of a proxy concerns each of them. */
export interface PartSize {
  readonly bytes: number
  /** A request with this many bytes was answered. */
  accepted(bytes: number): void
  /** A proxy has refused a request with this many bytes. False where no smaller one is to be tried. */
  refused(bytes: number): boolean
  /**
   * The connection was lost while this many bytes were sent. Some proxies close it in place of an answer, which shows
   * only in that it happens again: a part that is not larger than one that was accepted is not refused.
   */
  broken(bytes: number): void
}

export function createPartSize(chunkBytes: number): PartSize {
  let current = chunkBytes
  let largestAccepted = 0
  let broken = 0
  const halve = (sent: number) => {
    broken = 0
    current = Math.min(current, Math.max(MIN_PART_BYTES, Math.floor(sent / 2)))
  }
  return {
    get bytes() {
      return current
    },
    accepted(bytes) {
      broken = 0
      largestAccepted = Math.max(largestAccepted, bytes)
    },
    refused(bytes) {
      if (bytes <= MIN_PART_BYTES) return false
      halve(bytes)
      return true
    },
    broken(bytes) {
      if (bytes <= Math.max(MIN_PART_BYTES, largestAccepted)) return
      broken += 1
      if (broken >= MAX_BROKEN) halve(bytes)
    },
  }
}

/** Whether a proxy with a body limit of its own has answered: the server's own 413 has an error code. */
export const isRefusedByProxy = (error: unknown): boolean => isApiError(error, 'malformed') && error.status === 413
