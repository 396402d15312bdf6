import { createHash } from 'node:crypto'
import { canHaveThumbnail } from '@holdall/api'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { RenderedThumbnail } from '../../infrastructure/thumbnails/render-messages.ts'
import type { Thumbnailer } from '../../infrastructure/thumbnails/thumbnailer.ts'
import { type Content, insertThumbnails, type NewThumbnail, setThumbnailState } from './thumbnail.store.ts'

export interface ThumbnailDeps extends Pick<Infrastructure, 'blobs' | 'clock' | 'db' | 'transact'> {
  readonly thumbnailer: Thumbnailer
}

/** Makes the thumbnails of a content, once. What a bad file does is its outcome; rejects when it cannot be known. */
export async function makeThumbnails(deps: ThumbnailDeps, content: Content, signal: AbortSignal): Promise<void> {
  const { blobs, thumbnailer, transact } = deps
  const { id, mime, size: sizeBytes } = content
  if (mime === null) return
  const rendered = canHaveThumbnail(mime)
    ? await blobs.withFile(id, (path) => thumbnailer.render({ path, mime, sizeBytes }, signal))
    : 'none'
  if (typeof rendered === 'string') {
    await transact((trx) => setThumbnailState(trx, [id], rendered))
    return
  }
  const stored: NewThumbnail[] = []
  for (const thumbnail of rendered) stored.push(await store(deps, id, thumbnail))
  const isKept = await transact(async (trx) => {
    if (!(await setThumbnailState(trx, [id], 'made'))) return false
    await insertThumbnails(trx, stored)
    return true
  })
  if (!isKept) for (const { blob } of stored) await blobs.delete(blob.id)
}

/** Until its row is committed it is an orphan, which `removeOrphans` deletes a day later. */
async function store(
  { blobs, clock }: ThumbnailDeps,
  contentId: string,
  { size, bytes, width, height }: RenderedThumbnail,
): Promise<NewThumbnail> {
  const id = newBlobId()
  await blobs.begin(id)
  await blobs.writeAt(
    id,
    0,
    (async function* () {
      yield [bytes]
    })(),
  )
  await blobs.complete(id, bytes.length)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    row: { blob_id: contentId, size, thumbnail_blob_id: id, width, height },
    blob: { id, size: bytes.length, sha256, created_at: clock.now(), thumbnail_state: 'none' },
  }
}
