import { Readable } from 'node:stream'
import type { S3Body } from '../infrastructure/blobs/s3-body.ts'
import type { S3Requests } from '../infrastructure/blobs/s3-requests.ts'
import { StorageError } from '../infrastructure/blobs/storage-error.ts'

interface Multipart {
  readonly key: string
  readonly uploadId: string
  readonly parts: Map<number, Buffer>
}

async function bytesOf(body: S3Body): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body.read()) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A bucket in memory, for tests of what several processes do with one. Lists multipart uploads as S3 does, the oldest first. */
export function memoryBucket() {
  const objects = new Map<string, Buffer>()
  const multiparts = new Map<string, Multipart>()
  let created = 0
  const multipart = (uploadId: string): Multipart => {
    const found = multiparts.get(uploadId)
    if (!found) throw new StorageError('lost', 'there is no such multipart upload')
    return found
  }
  const object = (key: string): Buffer => {
    const found = objects.get(key)
    if (!found) throw new StorageError('missing', 'there is no such object')
    return found
  }
  const create = (key: string): string => {
    const uploadId = `upload-${++created}`
    multiparts.set(uploadId, { key, uploadId, parts: new Map() })
    return uploadId
  }
  const requests: S3Requests = {
    head: (key) => Promise.resolve(objects.has(key) ? { sizeBytes: object(key).length } : null),
    get: (key, start, end) => Promise.resolve(Readable.from([object(key).subarray(start, end + 1)])),
    presign: () => Promise.reject(new Error('not needed')),
    put: async (key, body) => void objects.set(key, await bytesOf(body)),
    remove: (key) => Promise.resolve(void objects.delete(key)),
    // eslint-disable-next-line typescript/require-await -- as that of S3
    async *list(prefix) {
      for (const [key, bytes] of [...objects].filter(([each]) => each.startsWith(prefix))) {
        yield { key, sizeBytes: bytes.length, modifiedMs: 0 }
      }
    },
    createMultipart: (key) => Promise.resolve(create(key)),
    async putPart(_key, uploadId, number, body) {
      const bytes = await bytesOf(body)
      multipart(uploadId).parts.set(number, bytes)
    },
    copyPart: (key, uploadId, number, start, end) =>
      Promise.resolve(void multipart(uploadId).parts.set(number, object(key).subarray(start, end + 1))),
    // eslint-disable-next-line typescript/require-await -- as that of S3
    async *parts(_key, uploadId) {
      const parts = [...multipart(uploadId).parts].toSorted(([a], [b]) => a - b)
      for (const [number, bytes] of parts) yield { number, sizeBytes: bytes.length, etag: `"${number}"` }
    },
    completeMultipart(key, uploadId, parts) {
      const found = multipart(uploadId).parts
      objects.set(key, Buffer.concat(parts.map(({ number }) => found.get(number) ?? Buffer.alloc(0))))
      multiparts.delete(uploadId)
      return Promise.resolve()
    },
    abortMultipart: (_key, uploadId) => Promise.resolve(void multiparts.delete(uploadId)),
    // eslint-disable-next-line typescript/require-await -- as that of S3
    async *multiparts(prefix) {
      for (const { key, uploadId } of [...multiparts.values()].filter((each) => each.key.startsWith(prefix))) {
        yield { key, uploadId, startedMs: 0 }
      }
    },
    check: () => Promise.resolve(),
    close: () => undefined,
  }
  return {
    requests,
    objectAt: (key: string) => objects.get(key),
    unfinished: () => [...multiparts.keys()],
  }
}
