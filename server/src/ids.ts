import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

export interface Ids {
  /** A UUIDv7; those of one process rise strictly, also within a millisecond. */
  next(): string
  /** Base64url text of `bytes` random bytes, 16 (128 bits) unless said. */
  token(bytes?: number): string
}

/** What is stored of a secret that somebody else keeps: its SHA-256, hex. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

export function createIds(clock: Clock): Ids {
  let last = 0
  let counter = 0
  return {
    next() {
      const now = clock.now()
      if (now > last) {
        last = now
        counter = randomBytes(2).readUInt16BE() & 0x7ff
      } else if (++counter > 0xfff) {
        last++
        counter = 0
      }
      const tail = randomBytes(8)
      tail[0] = (tail[0]! & 0x3f) | 0x80
      const time = hex(last, 12)
      const rest = tail.toString('hex')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${rest.slice(0, 4)}-${rest.slice(4)}`
    },
    token: (bytes = 16) => randomBytes(bytes).toString('base64url'),
  }
}
