import { Readable } from 'node:stream'
import type { StoredContent } from '../features/entries/entry.store.ts'
import { insertBlob } from '../features/storage/garbage.store.ts'
import { insertThumbnails } from '../features/thumbnails/thumbnail.store.ts'
import type { TestApp } from './test-app.ts'

/** Stores the bytes of a text file and of its smallest thumbnail, for an entry that is inserted without an upload. */
export async function storeText({ services, clock }: Pick<TestApp, 'services' | 'clock'>): Promise<StoredContent> {
  const { blobs, ids, transact } = services
  const now = clock.now()
  const [blobId, thumbnailId] = [ids.next(), ids.next()]
  const content = { size: 4, sha256: '9'.repeat(64) }
  const thumbnail = { id: thumbnailId, ...content, created_at: now }
  const row = { blob_id: blobId, size: 'xs' as const, thumbnail_blob_id: thumbnailId, width: 1, height: 1 }
  await transact(async (trx) => {
    await insertBlob(trx, { id: blobId, ...content, created_at: now })
    await insertThumbnails(trx, [{ row, blob: thumbnail }])
  })
  for (const id of [blobId, thumbnailId]) {
    await blobs.begin(id)
    await blobs.writeAt(id, 0, Readable.from([[Buffer.from('text')]]))
    await blobs.complete(id, content.size)
  }
  return { ...content, mime: 'text/plain', blob_id: blobId, modified_at: now }
}
