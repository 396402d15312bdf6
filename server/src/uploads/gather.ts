/** What fits into one write. Shared, so that the hashing thread reads it without a copy. */
export const GATHER = 1024 * 1024

export interface Piece {
  readonly shared: SharedArrayBuffer
  readonly bytes: Uint8Array
}

/** Large buffers are collected late when they are made anew each time; a few are kept instead. */
const spare: SharedArrayBuffer[] = []
const KEEP = 16

/**
 * Collects what trickles in into large pieces, one ahead: while the caller writes a piece, the next one fills. A piece
 * holds its bytes until the next one is asked for.
 */
export async function* gather(source: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  const size = GATHER
  const incoming = source[Symbol.asyncIterator]()
  const take = () => spare.pop() ?? new SharedArrayBuffer(size)
  const buffers = [take(), take()] as const
  let rest: Uint8Array = new Uint8Array(0)

  async function fill(shared: SharedArrayBuffer): Promise<Piece> {
    const buffer = new Uint8Array(shared)
    let length = 0
    for (;;) {
      const some = rest.subarray(0, size - length)
      buffer.set(some, length)
      length += some.length
      rest = rest.subarray(some.length)
      if (length === size) break
      const next = await incoming.next()
      if (next.done) break
      rest = next.value
    }
    return { shared, bytes: buffer.subarray(0, length) }
  }

  let filling = fill(buffers[0])
  try {
    for (;;) {
      const piece = await filling
      if (piece.bytes.length === 0) return
      filling = fill(piece.shared === buffers[0] ? buffers[1] : buffers[0])
      // Whoever leaves early never awaits it.
      filling.catch(() => undefined)
      yield piece
    }
  } finally {
    // Given back when nothing comes into them any more.
    void filling.then(
      () => spare.push(...buffers.slice(0, Math.max(0, KEEP - spare.length))),
      () => undefined,
    )
  }
}
