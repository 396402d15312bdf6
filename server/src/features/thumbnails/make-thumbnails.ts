import { canHaveThumbnail } from '@holdall/api'
import { storeBytes } from '../../infrastructure/blobs/store-bytes.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Thumbnailer } from '../../infrastructure/thumbnails/thumbnailer.ts'
import { insertSlowContent } from './thumbnail-queue.store.ts'
import { type Content, insertThumbnails, type NewThumbnail, setThumbnailState } from './thumbnail.store.ts'

export interface ThumbnailDeps extends Pick<Infrastructure, 'blobs' | 'clock' | 'db' | 'transact'> {
  readonly thumbnailer: Thumbnailer
}

const outcomes = {
  failed: 'failed',
  none: 'none',
  'no-ffmpeg': 'no-ffmpeg',
  'timed-out': 'failed',
  'too-large': 'none',
} as const

/**
 * Makes the thumbnails of a content, once. What a bad file does is its outcome; rejects when it cannot be known. False
 * where it has to be tried again: as the last attempt, after others.
 */
export async function makeThumbnails(
  deps: ThumbnailDeps,
  content: Content,
  signal: AbortSignal,
  isLastAttempt: boolean,
): Promise<boolean> {
  const { blobs, clock, thumbnailer, transact } = deps
  const { id, mime, sha256, size: sizeBytes } = content
  if (mime === null) return true
  const rendered = canHaveThumbnail(mime)
    ? await blobs.withFile(id, sizeBytes, (path) =>
        thumbnailer.render({ path, mime, sizeBytes }, signal, { isLastAttempt }),
      )
    : 'none'
  if (rendered === 'interrupted') return false
  if (typeof rendered === 'string') {
    await transact(async (trx) => {
      if (rendered === 'timed-out') await insertSlowContent(trx, sha256, clock.now())
      await setThumbnailState(trx, [id], outcomes[rendered])
    })
    return true
  }
  const stored: NewThumbnail[] = []
  for (const { size, bytes, width, height } of rendered) {
    const blob = await storeBytes(blobs, bytes, clock.now())
    stored.push({ row: { blob_id: id, size, thumbnail_blob_id: blob.id, width, height }, blob })
  }
  const isKept = await transact(async (trx) => {
    if (!(await setThumbnailState(trx, [id], 'made'))) return false
    await insertThumbnails(trx, stored)
    return true
  })
  if (!isKept) for (const { blob } of stored) await blobs.delete(blob.id)
  return true
}
