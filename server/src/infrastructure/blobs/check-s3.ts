import { randomUUID } from 'node:crypto'
import type { OutgoingAllow } from '../outgoing/outgoing-allow.ts'
import { bytesBody } from './s3-body.ts'
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
  options: Omit<S3RequestOptions, 'allow'> = {},
): Promise<void> {
  const s3 = createS3Requests(settings, { ...options, allow })
  const key = `partial/check-${randomUUID()}/1`
  try {
    await s3.check()
    try {
      await s3.put(key, bytesBody(text))
      await checkRange(s3, key)
      await checkMultipart(s3, key)
    } finally {
      await s3.remove(key)
    }
  } finally {
    s3.close()
  }
}

async function checkRange(s3: S3Requests, key: string): Promise<void> {
  const body = await s3.get(key, 8, 13)
  const read: Buffer[] = []
  for await (const bytes of body) read.push(bytes as Buffer)
  if (!Buffer.concat(read).equals(text.subarray(8, 14))) {
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
