import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { OutgoingAllow } from '../outgoing/outgoing-allow.ts'
import type { BlobStore, ByteRange } from './blob-store.ts'
import { bytesBody } from './s3-body.ts'
import { createS3BlobWriter } from './s3-blob-writer.ts'
import { isTransient, toStorageError } from './s3-errors.ts'
import { BODY_IDLE_MS, nextBytes, receivedBytes } from './s3-received-bytes.ts'
import { createS3Requests, type S3RequestOptions } from './s3-requests.ts'
import type { S3Settings } from './s3-settings.ts'
import { blobKey, idOf, removeLeftovers } from './s3-unfinished.ts'
import { StorageError } from './storage-error.ts'
import { parseStorageId, STORAGE_ID_BYTES, STORAGE_ID_KEY } from './storage-id.ts'

/** Connections that may break one after another without a byte in between. */
const MAX_BROKEN = 4
/** Small blobs that are read at the same time, of all zips. */
const SMALL_AT_ONCE = 16
/** Larger files are not copied to the disk for a program that reads files. */
const MAX_TEMPORARY_BYTES = 1024 * 1024 * 1024

interface S3BlobOptions extends Partial<Omit<S3RequestOptions, 'allow'>> {
  readonly settings: S3Settings
  readonly allow: OutgoingAllow
  /** Of this process alone. */
  readonly temporaryFolder: string
  readonly idleMs?: number
}

/** Blobs in a bucket: `blobs/<id>` when whole; until then a multipart upload of that key, and `partial/<id>/<part>`. */
export function s3Blobs({ settings, temporaryFolder, idleMs = BODY_IDLE_MS, ...options }: S3BlobOptions): BlobStore {
  const s3 = createS3Requests(settings, options)
  const writer = createS3BlobWriter(s3, temporaryFolder, idleMs)
  const reading = pLimit(SMALL_AT_ONCE)

  /** Continues behind the last byte when a connection breaks. */
  async function* read(id: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let at = start
    for (let broken = 0; at <= end;) {
      const body = await s3.get(blobKey(id), at, end)
      try {
        const before = at
        for (;;) {
          const bytes = await nextBytes(body, idleMs).catch((error: unknown) => {
            if (!isTransient(error) || ++broken === MAX_BROKEN) throw toStorageError(error, settings)
            return null
          })
          if (bytes === null) break
          broken = 0
          at += bytes.length
          yield bytes
        }
        if (at <= end && at === before && ++broken >= MAX_BROKEN) {
          throw new StorageError('unavailable', `${settings.endpoint} ends its answers too early.`)
        }
      } finally {
        body.destroy()
      }
    }
  }

  async function readInto(id: string, memory: Uint8Array): Promise<string | null> {
    try {
      let at = 0
      for await (const bytes of read(id, { start: 0, end: memory.length - 1 })) {
        memory.set(bytes, at)
        at += bytes.length
      }
      return null
    } catch (error) {
      return String(error)
    }
  }

  async function removeUnfinished(id: string): Promise<void> {
    await writer.forget(id)
    await removeLeftovers(s3, id)
  }

  return {
    begin: writer.begin,
    writeAt: writer.writeAt,
    keep: writer.keep,
    release: writer.release,
    truncate: writer.truncate,
    survived: writer.survived,
    complete: writer.complete,
    // `keep` and `complete` return when S3 has the bytes.
    flush: () => undefined,
    read,

    async readSmall(blobs, memory) {
      let at = 0
      const parts = blobs.map(({ id, size }) => ({ id, into: memory.subarray(at, (at += size)) }))
      return Promise.all(parts.map(({ id, into }) => reading(() => readInto(id, into))))
    },

    async withFile(id, sizeBytes, readFile) {
      if (sizeBytes > MAX_TEMPORARY_BYTES) return 'too-large'
      await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
      const path = join(temporaryFolder, `blob-${randomUUID()}`)
      try {
        const file = await open(path, 'wx', 0o600)
        try {
          for await (const bytes of read(id, { start: 0, end: sizeBytes - 1 })) await file.writeFile(bytes)
        } finally {
          await file.close()
        }
        return await readFile(path)
      } finally {
        await rm(path, { force: true })
      }
    },

    async directAddress(id, headers) {
      return settings.downloadUrl === null ? null : s3.presign(blobKey(id), settings.downloadUrl, headers)
    },

    async delete(id) {
      await removeUnfinished(id)
      await s3.remove(blobKey(id))
    },

    removeUnfinished,

    async stat(id) {
      if (writer.isWriting(id)) return null
      const found = await s3.head(blobKey(id))
      return found && { size: found.sizeBytes }
    },

    async *list() {
      for await (const { key, modifiedMs } of s3.list('partial/')) yield* listed(key, modifiedMs, true)
      for await (const { key, startedMs } of s3.multiparts('blobs/')) yield* listed(key, startedMs, true)
      for await (const { key, modifiedMs } of s3.list('blobs/')) yield* listed(key, modifiedMs, false)
    },

    async identity() {
      // An empty object has no range.
      const found = await s3.head(STORAGE_ID_KEY)
      if (!found) return null
      if (found.sizeBytes !== STORAGE_ID_BYTES) return parseStorageId('')
      const chunks: Uint8Array[] = []
      for await (const bytes of receivedBytes(await s3.get(STORAGE_ID_KEY, 0, STORAGE_ID_BYTES - 1), idleMs)) {
        chunks.push(bytes)
      }
      return parseStorageId(Buffer.concat(chunks).toString('utf8'))
    },

    setIdentity: (id) => s3.put(STORAGE_ID_KEY, bytesBody(Buffer.from(id))),

    check: () => s3.check(),
    close: () => s3.close(),
  }
}

function* listed(key: string, touchedAt: number, isUnfinished: boolean) {
  const id = idOf(key)
  if (id !== undefined) yield { id, touchedAt, isUnfinished }
}
