import type { ByteRange } from '../blobs/store.ts'

export type Wish =
  { readonly kind: 'whole' } | { readonly kind: 'part'; readonly range: ByteRange } | { readonly kind: 'unsatisfiable' }

const whole: Wish = { kind: 'whole' }

/** What a Range header asks of `size` bytes. Several ranges, other units and what is malformed get the whole, as HTTP allows. */
export function wishOf(header: string | undefined, size: number): Wish {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match) return whole
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return whole
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start: size - length, end: size - 1 } }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return whole
  if (start >= size) return { kind: 'unsatisfiable' }
  return { kind: 'part', range: { start, end: Math.min(last === '' ? size - 1 : Number(last), size - 1) } }
}

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string
  /** Milliseconds. */
  readonly modified: number
}

/** Whether a copy that the client has is still right: If-None-Match, and only without it If-Modified-Since. */
export function isUnchanged(headers: Readonly<Record<string, unknown>>, { etag, modified }: Validators): boolean {
  const { 'if-none-match': none, 'if-modified-since': since } = headers
  if (typeof none === 'string') {
    return none.trim() === '*' || none.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
  return typeof since === 'string' && seconds(modified) <= seconds(Date.parse(since))
}

/** Whether a Range header may be followed: the part that the client has must be of this very content. */
export function mayContinue(header: unknown, { etag, modified }: Validators): boolean {
  if (typeof header !== 'string') return true
  if (header.startsWith('"') || header.startsWith('W/')) return header.trim() === etag
  return seconds(Date.parse(header)) === seconds(modified)
}

const seconds = (at: number) => Math.floor(at / 1000)
