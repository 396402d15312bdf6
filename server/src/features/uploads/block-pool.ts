/** Buffers for the bytes of uploads, in memory shared with the thread that hashes them. */
export interface BlockPool {
  /** A block that is not cleared. */
  take(): Uint8Array
  giveBack(block: Uint8Array): void
}

const BLOCK_BYTES = 1024 * 1024
/** Kept for the next chunks. Others are left to the garbage collector. */
const MAX_KEPT = 8

export function createBlockPool(): BlockPool {
  const kept: Uint8Array[] = []
  return {
    take: () => kept.pop() ?? new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES)),
    giveBack(block) {
      if (kept.length < MAX_KEPT) kept.push(block)
    },
  }
}
