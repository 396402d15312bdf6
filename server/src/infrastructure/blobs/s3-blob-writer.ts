import pLimit from 'p-limit'
import type { BlobStore } from './blob-store.ts'
import { createPartSpool, type PartSpool } from './part-spool.ts'
import { bytesBody, type S3Body } from './s3-body.ts'
import { partBytesOf, refusePart } from './s3-part-size.ts'
import type { S3Part, S3Requests } from './s3-requests.ts'
import {
  blobKey,
  createUnfinishedBlobs,
  objectBody,
  removeLeftovers,
  restKey,
  type Unfinished,
} from './s3-unfinished.ts'
import { StorageError } from './storage-error.ts'

/** Parts that are sent at the same time, by all uploads. */
const MAX_SENDING = 32

/** Bytes behind the last full part that are not in S3 yet. */
interface Unkept {
  readonly spool: PartSpool
  /** The number of the part that they begin. */
  readonly part: number
  /** The offset behind them. */
  readonly end: number
}

type Writing = 'begin' | 'writeAt' | 'keep' | 'release' | 'truncate' | 'survived' | 'complete'

export interface S3BlobWriter extends Pick<BlobStore, Writing> {
  /** Whether this process is writing the blob. */
  isWriting(id: string): boolean
  forget(id: string): Promise<void>
}

/**
 * Writes blobs as multipart uploads with parts of one size. A chunk ends anywhere: the bytes behind its last full part are
 * an object of their own until the next chunk, which begins with them. A blob below the size of a part is one object.
 */
export function createS3BlobWriter(s3: S3Requests, temporaryFolder: string, idleMs?: number): S3BlobWriter {
  const unfinished = createUnfinishedBlobs(s3, idleMs)
  const unkept = new Map<string, Unkept>()
  const sending = pLimit(MAX_SENDING)
  const lost = () => new StorageError('lost', 'What was stored of an unfinished blob is gone.')

  async function release(id: string): Promise<void> {
    const held = unkept.get(id)
    unkept.delete(id)
    await held?.spool.close()
  }

  /** So that the next attempt finds that the bytes are gone, and begins again. */
  async function abandon(id: string, uploadId: string): Promise<void> {
    unfinished.forget(id)
    await s3.abortMultipart(blobKey(id), uploadId)
  }

  async function sendPart(id: string, state: Unfinished, number: number, body: S3Body): Promise<void> {
    refusePart(number)
    try {
      const uploadId = await unfinished.multipartOf(id, state)
      await sending(() => s3.putPart(blobKey(id), uploadId, number, body))
    } catch (error) {
      // The next attempt asks S3 what is left.
      if (error instanceof StorageError && error.reason === 'lost') unfinished.forget(id)
      throw error
    }
  }

  /** Objects of earlier chunks: that a chunk begins behind them shows that their bytes are in parts. */
  async function removeRests(id: string, state: Unfinished, before: number): Promise<void> {
    for (const part of state.rests) {
      if (part >= before) continue
      await s3.remove(restKey(id, part))
      state.rests.delete(part)
    }
  }

  /** Fills the spool with the bytes that the last chunk left behind its last part; false where they are gone. */
  async function fillWithRest(spool: PartSpool, id: string, part: number, rest: number): Promise<boolean> {
    try {
      const kept = objectBody(s3, restKey(id, part), { start: 0, sizeBytes: rest }, idleMs)
      for await (const bytes of kept.read()) await spool.write(bytes)
      return true
    } catch (error) {
      if (!(error instanceof StorageError && error.reason === 'missing')) throw error
      unfinished.forget(id)
      return false
    }
  }

  async function writeAt(
    id: string,
    offset: number,
    bytes: AsyncIterable<readonly Uint8Array[]>,
    sizeBytes: number | null = null,
  ): Promise<number> {
    const partBytes = partBytesOf(sizeBytes)
    let state = await unfinished.at(id, offset, partBytes)
    if (!state) throw lost()
    await release(id)
    let part = Math.floor(offset / partBytes) + 1
    await removeRests(id, state, part)
    const spool = await createPartSpool(temporaryFolder, partBytes)
    let at = offset
    let isHeld = false
    let sent: Promise<void> = Promise.resolve()
    try {
      if (offset % partBytes > 0 && !(await fillWithRest(spool, id, part, offset % partBytes))) {
        // Another process has completed the blob meanwhile, without committing it.
        state = await unfinished.at(id, offset, partBytes)
        if (!state || !(await fillWithRest(spool, id, part, offset % partBytes))) throw lost()
      }
      const target = state
      for await (const batch of bytes) {
        for (const piece of batch) {
          for (let from = 0; from < piece.length;) {
            const some = piece.subarray(from, from + partBytes - spool.filled)
            await spool.write(some)
            from += some.length
            at += some.length
            if (spool.filled < partBytes) continue
            // While one part is sent, the next one is received.
            await sent
            sent = sendPart(id, target, part++, spool.part())
            sent.catch(() => undefined)
            spool.next()
          }
        }
      }
      await sent
      unkept.set(id, { spool, part, end: at })
      isHeld = true
      return at - offset
    } finally {
      await sent.catch(() => undefined)
      if (!isHeld) await spool.close()
    }
  }

  async function keep(id: string): Promise<void> {
    const held = unkept.get(id)
    if (!held) return
    const state = unfinished.remembered(id)
    if (!state) throw lost()
    if (held.spool.filled > 0) {
      await sending(() => s3.put(restKey(id, held.part), held.spool.part()))
      state.rests.add(held.part)
    }
    state.end = held.end
    await release(id)
  }

  /** The bytes behind the full parts of a blob: as written last, or as kept. */
  function restOf(id: string, part: number, rest: number): S3Body {
    // An object of no bytes has no range that could be read.
    if (rest === 0) return bytesBody(new Uint8Array(0))
    const held = unkept.get(id)
    return held?.part === part && held.spool.filled >= rest
      ? held.spool.part(rest)
      : objectBody(s3, restKey(id, part), { start: 0, sizeBytes: rest }, idleMs)
  }

  async function assemble(id: string, state: Unfinished, full: number, rest: number): Promise<void> {
    const uploadId = state.uploadId
    if (uploadId === null) throw lost()
    if (rest > 0) await sendPart(id, state, full + 1, restOf(id, full + 1, rest))
    const count = full + (rest > 0 ? 1 : 0)
    const parts: S3Part[] = []
    for await (const part of s3.parts(blobKey(id), uploadId)) parts.push(part)
    const isRight = ({ number, sizeBytes }: S3Part, index: number) =>
      number === index + 1 && sizeBytes === (index < full ? state.partBytes : rest)
    if (parts.length < count || !parts.slice(0, count).every(isRight)) throw lost()
    try {
      await s3.completeMultipart(blobKey(id), uploadId, parts.slice(0, count))
    } catch (error) {
      // Some servers take all parts or none, also those of an attempt that sent more bytes.
      if (parts.length > count) await abandon(id, uploadId)
      throw error
    }
  }

  async function complete(id: string, size: number): Promise<void> {
    const isComplete = async () => (await s3.head(blobKey(id)))?.sizeBytes === size
    const state = unfinished.remembered(id)
    if (!state) {
      if (await isComplete()) return
      throw lost()
    }
    const full = Math.floor(size / state.partBytes)
    const rest = size % state.partBytes
    try {
      if (full === 0) await sending(() => s3.put(blobKey(id), restOf(id, 1, rest)))
      else await assemble(id, state, full, rest)
    } catch (error) {
      const isLost = error instanceof StorageError && error.reason === 'lost'
      if (isLost) unfinished.forget(id)
      // The answer to an earlier attempt may have been lost.
      if (!isLost || !(await isComplete())) throw error
    }
    // What cannot be removed now is found by the collector.
    const removed = state.isShared ? removeLeftovers(s3, id) : removeRests(id, state, Number.POSITIVE_INFINITY)
    await removed.catch(() => undefined)
    unfinished.forget(id)
    await release(id)
  }

  return {
    begin: () => Promise.resolve(),
    writeAt,
    keep,
    release,
    complete,

    /**
     * Parts behind `size` cannot be deleted alone, and some servers refuse to complete an upload without them: then it
     * starts again.
     */
    async truncate(id, size) {
      await release(id)
      const state = unfinished.remembered(id)
      if (!state?.uploadId) return
      const full = Math.floor(size / state.partBytes)
      let hasMore = false
      for await (const { number } of s3.parts(blobKey(id), state.uploadId)) hasMore ||= number > full
      if (hasMore) await abandon(id, state.uploadId)
    },

    survived: async (id, offset, sizeBytes = null) =>
      (await unfinished.at(id, offset, partBytesOf(sizeBytes))) !== null,

    isWriting: (id) => unfinished.remembered(id) !== undefined,

    async forget(id) {
      unfinished.forget(id)
      await release(id)
    },
  }
}
