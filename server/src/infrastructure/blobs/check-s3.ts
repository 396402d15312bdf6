import { randomUUID } from 'node:crypto'
import type { StorageTestStep } from '@holdall/api'
import type { OutgoingAllow } from '../outgoing/outgoing-allow.ts'
import type { ByteRange } from './blob-store.ts'
import { bytesBody } from './s3-body.ts'
import { receivedBytes } from './s3-received-bytes.ts'
import { createS3Requests, type S3RequestOptions, type S3Requests } from './s3-requests.ts'
import type { S3Settings } from './s3-settings.ts'
import { StorageError } from './storage-error.ts'

const text = Buffer.from('Holdall checks whether it can use this bucket.')

/**
 * Does in a bucket what Holdall needs there, and removes it again. Throws a `StorageError` that says what the key, the
 * bucket or the server does not allow.
 */
export async function checkS3(
  settings: S3Settings,
  allow: OutgoingAllow,
  options: Omit<S3RequestOptions, 'allow'> & { readonly begins?: (step: StorageTestStep) => void } = {},
): Promise<void> {
  const { begins = () => undefined } = options
  const s3 = createS3Requests(settings, { ...options, allow })
  const key = `partial/check-${randomUUID()}/1`
  try {
    begins('write')
    await s3.check()
    try {
      await s3.put(key, bytesBody(text))
      begins('read')
      await checkRead(s3, key, options.attemptMs)
      begins('range')
      await checkRange(s3, key, options.attemptMs)
      begins('multipart')
      await checkMultipart(s3, key)
      begins('delete')
    } catch (error) {
      // What went wrong before is what the operator has to know.
      await s3.remove(key).catch(() => undefined)
      throw error
    }
    await s3.remove(key)
  } finally {
    s3.close()
  }
}

async function read(s3: S3Requests, key: string, { start, end }: ByteRange, idleMs?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const bytes of receivedBytes(await s3.get(key, start, end), idleMs)) chunks.push(bytes)
  return Buffer.concat(chunks)
}

async function checkRead(s3: S3Requests, key: string, idleMs?: number): Promise<void> {
  if (!(await read(s3, key, { start: 0, end: text.length - 1 }, idleMs)).equals(text)) {
    throw new StorageError('other', 'The S3 storage answers other bytes than were written.')
  }
}

async function checkRange(s3: S3Requests, key: string, idleMs?: number): Promise<void> {
  if (!(await read(s3, key, { start: 8, end: 13 }, idleMs)).equals(text.subarray(8, 14))) {
    throw new StorageError('ranges', 'The S3 storage answers a range with other bytes.')
  }
}

async function checkMultipart(s3: S3Requests, key: string): Promise<void> {
  const uploadId = await s3.createMultipart(key)
  try {
    await s3.putPart(key, uploadId, 1, bytesBody(text))
    let isListed = false
    for await (const { number, sizeBytes } of s3.parts(key, uploadId))
      isListed ||= number === 1 && sizeBytes === text.length
    if (!isListed) throw new StorageError('other', 'The S3 storage does not list the parts of a multipart upload.')
  } finally {
    await s3.abortMultipart(key, uploadId)
  }
}
