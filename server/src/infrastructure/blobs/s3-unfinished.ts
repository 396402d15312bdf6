import pLimit from 'p-limit'
import type { S3Body } from './s3-body.ts'
import { receivedBytes } from './s3-received-bytes.ts'
import type { S3Part, S3Requests } from './s3-requests.ts'
import { StorageError } from './storage-error.ts'

/** Blobs whose state is remembered: without it the next chunk has to ask S3. */
const MAX_REMEMBERED = 2000
/** Multipart uploads of one blob that are looked at. Two exist where two processes began it at the same time. */
const MAX_CANDIDATES = 10
const COPIES_AT_ONCE = 4

/** What S3 has of a blob that is being written: parts, and the bytes behind the last part as an object of its own. */
export interface Unfinished {
  readonly partBytes: number
  /** Another process may have written some of it, and left objects that this one does not know. */
  readonly isShared: boolean
  /** This process knows that S3 has the bytes before it. */
  end: number
  /** Null until the first part. */
  uploadId: string | null
  /** Numbers of the parts whose beginnings are kept as objects. */
  readonly rests: Set<number>
}

export const blobKey = (id: string): string => `blobs/${checked(id)}`
const restFolder = (id: string): string => `partial/${checked(id)}/`
export const restKey = (id: string, part: number): string => `${restFolder(id)}${part}`

const isId = (name: string) => /^[0-9a-zA-Z-]{8,64}$/.test(name)

/** Ids come from the database, never from a request; even so none may lead to another object. */
function checked(id: string): string {
  if (!isId(id)) throw new Error('not a blob key')
  return id
}

/** The blob that an object or a multipart upload belongs to; undefined for what others keep in the bucket. */
export function idOf(key: string): string | undefined {
  const id = /^(?:blobs\/([^/]+)|partial\/([^/]+)\/\d+)$/.exec(key)?.slice(1).find(Boolean)
  return id !== undefined && isId(id) ? id : undefined
}

/** The parts of a multipart upload; null where it is gone. */
async function partsOf(s3: S3Requests, id: string, uploadId: string): Promise<S3Part[] | null> {
  try {
    const parts: S3Part[] = []
    for await (const part of s3.parts(blobKey(id), uploadId)) parts.push(part)
    return parts
  } catch (error) {
    if (error instanceof StorageError && (error.reason === 'lost' || error.reason === 'missing')) return null
    throw error
  }
}

/** The first `count` parts, where all of them have this size. */
async function fullParts(
  s3: S3Requests,
  id: string,
  uploadId: string,
  count: number,
  partBytes: number,
): Promise<readonly S3Part[] | null> {
  const parts = new Map((await partsOf(s3, id, uploadId))?.map((part) => [part.number, part]))
  const found = Array.from({ length: count }, (_, index) => parts.get(index + 1))
  return found.every((part) => part?.sizeBytes === partBytes) ? (found as S3Part[]) : null
}

/** Removes all that is left of writing a blob. */
export async function removeLeftovers(s3: S3Requests, id: string): Promise<void> {
  for await (const { key } of s3.list(restFolder(id))) await s3.remove(key)
  await abortMultiparts(s3, id)
}

async function abortMultiparts(s3: S3Requests, id: string): Promise<void> {
  for await (const { key, uploadId } of s3.multiparts(blobKey(id))) {
    if (key === blobKey(id)) await s3.abortMultipart(key, uploadId)
  }
}

/** Remembers what this process knows of unfinished blobs, and asks S3 for what another one has written. */
export function createUnfinishedBlobs(s3: S3Requests, idleMs?: number) {
  const remembered = new Map<string, Unfinished>()

  function remember(id: string, unfinished: Unfinished): Unfinished {
    remembered.delete(id)
    remembered.set(id, unfinished)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED) break
      remembered.delete(oldest)
    }
    return unfinished
  }

  /** Null where S3 does not have the first `offset` bytes any more. */
  async function recover(id: string, offset: number, partBytes: number): Promise<Unfinished | null> {
    const full = Math.floor(offset / partBytes)
    const rest = offset % partBytes
    const hasRest = rest === 0 || ((await s3.head(restKey(id, full + 1)))?.sizeBytes ?? 0) >= rest
    if (hasRest) {
      if (full === 0) return { partBytes, isShared: true, end: offset, uploadId: null, rests: new Set([1]) }
      let seen = 0
      for await (const { key, uploadId } of s3.multiparts(blobKey(id))) {
        if (key !== blobKey(id)) continue
        if (await fullParts(s3, id, uploadId, full, partBytes)) {
          return { partBytes, isShared: true, end: offset, uploadId, rests: new Set(rest > 0 ? [full + 1] : []) }
        }
        if (++seen === MAX_CANDIDATES) break
      }
    }
    return reopen(id, offset, partBytes)
  }

  /**
   * Makes a blob unfinished again that was completed, but not committed: its first `offset` bytes are copied into a new
   * multipart upload. The blob stays until it is replaced.
   */
  async function reopen(id: string, offset: number, partBytes: number): Promise<Unfinished | null> {
    if (((await s3.head(blobKey(id)))?.sizeBytes ?? 0) < offset) return null
    const full = Math.floor(offset / partBytes)
    const rest = offset % partBytes
    if (rest > 0)
      await s3.put(
        restKey(id, full + 1),
        objectBody(s3, blobKey(id), { start: full * partBytes, sizeBytes: rest }, idleMs),
      )
    let uploadId: string | null = null
    if (full > 0) {
      const created = (uploadId = await s3.createMultipart(blobKey(id)))
      const limit = pLimit(COPIES_AT_ONCE)
      const copies = Array.from({ length: full }, (_, index) =>
        limit(() => s3.copyPart(blobKey(id), created, index + 1, index * partBytes, (index + 1) * partBytes - 1)),
      )
      await Promise.all(copies)
    }
    return { partBytes, isShared: true, end: offset, uploadId, rests: new Set(rest > 0 ? [full + 1] : []) }
  }

  return {
    remembered: (id: string): Unfinished | undefined => remembered.get(id),
    forget: (id: string): void => void remembered.delete(id),

    /** For a writer at `offset`. Null where the bytes before it are gone. */
    async at(id: string, offset: number, partBytes: number): Promise<Unfinished | null> {
      const known = remembered.get(id)
      // Bytes behind those that it knows were written by another process, perhaps into another multipart upload.
      if (known?.partBytes === partBytes && offset <= known.end) return known
      // What an earlier attempt left is not looked up; the collector finds it.
      if (offset === 0) return remember(id, { partBytes, isShared: false, end: 0, uploadId: null, rests: new Set() })
      const recovered = await recover(id, offset, partBytes)
      return recovered && remember(id, recovered)
    },

    async multipartOf(id: string, unfinished: Unfinished): Promise<string> {
      if (unfinished.uploadId !== null) return unfinished.uploadId
      // Those of attempts that were not acknowledged may have other bytes in parts of the same size: `recover` must not find them.
      await abortMultiparts(s3, id)
      return (unfinished.uploadId = await s3.createMultipart(blobKey(id)))
    },
  }
}

/** A range of an object, to be sent again. */
export const objectBody = (
  s3: S3Requests,
  key: string,
  { start, sizeBytes }: { readonly start: number; readonly sizeBytes: number },
  idleMs?: number,
): S3Body => ({
  sizeBytes,
  async *read() {
    yield* receivedBytes(await s3.get(key, start, start + sizeBytes - 1), idleMs)
  },
})
