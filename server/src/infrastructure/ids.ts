import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

export interface Ids {
  /** A UUIDv7; those of one process are strictly ascending, also within a millisecond. */
  next(): string
  /** Base64url text of `bytes` random bytes, by default 16 (128 bits). */
  token(bytes?: number): string
}

/** What the server stores of a token that it issued: its SHA-256, hex. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const ids: Ids = {
  next: () => v7(),
  token: (bytes = 16) => randomBytes(bytes).toString('base64url'),
}
