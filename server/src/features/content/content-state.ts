import type { FastifyRequest } from 'fastify'
import { refuse } from '../../infrastructure/errors/refusal.ts'

/** What identifies the bytes of a file. */
export interface ContentState {
  readonly sha256: string
  readonly version: number
  /** Milliseconds. */
  readonly modified: number
}

/** A strong tag. */
export const etagOf = ({ sha256, version }: ContentState): string => `"${sha256.slice(0, 40)}-${version}"`

/**
 * Refuses a request for a content that the file no longer has, as RFC 9110 says: by If-Match, else by If-Unmodified-Since.
 * A date that cannot be read counts as none.
 */
export function refuseChanged({ headers }: FastifyRequest, content: ContentState): void {
  const { 'if-match': tags, 'if-unmodified-since': date } = headers
  if (tags !== undefined) {
    // Commas are in no tag of ours. A weak tag matches nothing here.
    const isMatch = tags.trim() === '*' || tags.split(',').some((tag) => tag.trim() === etagOf(content))
    if (!isMatch) throw refuse('precondition-failed')
    return
  }
  const since = Date.parse(date ?? '')
  // The header has no milliseconds.
  if (Math.floor(content.modified / 1000) * 1000 > since) throw refuse('precondition-failed')
}
