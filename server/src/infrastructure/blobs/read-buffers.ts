/**
 * Each reader has two buffers. Large ones are faster: the first readers get them, and the others smaller ones, so that
 * very many slow downloads take little memory.
 */
const SIZES = [
  { bytes: 1024 * 1024, maxReaders: 8 },
  { bytes: 256 * 1024, maxReaders: 128 },
  { bytes: 64 * 1024, maxReaders: Number.POSITIVE_INFINITY },
]
/** Up to this length, a range is read into one buffer of its own, unless all readers of that size are taken. */
const ONE_READ = 256 * 1024
/** Unused buffers that are kept of each size: for a short range, new memory costs more than reading. */
const MAX_KEPT = 16

interface Taken {
  /** Two of the same size, or one that the whole range fits into. */
  readonly buffers: readonly Buffer[]
  giveBack(): void
}

export interface ReadBuffers {
  /** For a reader of `total` bytes. */
  take(total: number): Taken
}

export function readBuffers(): ReadBuffers {
  const pools = SIZES.map((size) => ({ ...size, readers: 0, kept: [] as Buffer[] }))
  return {
    take(total) {
      const pool = pools.find(
        ({ bytes, maxReaders, readers }) => readers < maxReaders && (total > bytes || bytes <= ONE_READ),
      )!
      pool.readers++
      if (total <= pool.bytes) {
        return { buffers: [Buffer.allocUnsafeSlow(total)], giveBack: () => void pool.readers-- }
      }
      const buffers = [0, 1].map(() => pool.kept.pop() ?? Buffer.allocUnsafeSlow(pool.bytes))
      return {
        buffers,
        giveBack() {
          pool.readers--
          for (const buffer of buffers) if (pool.kept.length < MAX_KEPT) pool.kept.push(buffer)
        },
      }
    },
  }
}
