import { createHash } from 'node:crypto'
import type { BlobStore } from '../blobs/store.ts'
import type { Trx } from '../db/transact.ts'
import { refuse } from '../http/refusal.ts'
import { refusePathDepth } from '../files/depth.ts'
import { nthName } from '../files/names.ts'
import { count, freeName } from '../files/placing.ts'
import { insertEntry } from '../files/service.ts'
import { type EntryRow, entryOf, inSpace, type Space } from '../files/space.ts'
import { settle } from '../quota/store.ts'
import type { Services } from '../services.ts'
import { GARBAGE_REST } from '../trash/store.ts'
import type { Wanted } from './request.ts'
import { SNIFF_BYTES, sniff } from './sniff.ts'
import { close, countUploaded, findUpload, forget, type UploadRow } from './store.ts'

type Deps = Pick<Services, 'transact' | 'clock' | 'ids' | 'settings'>

export interface Content {
  readonly size: number
  readonly sha256: string
  readonly mime: string
}

/** Makes the blob whole and durable and says what is in it. */
export async function sealBlob(
  blobs: BlobStore,
  blobId: string,
  size: number,
  name: string,
  sha256: string | undefined,
): Promise<Content> {
  await blobs.complete(blobId, size)
  let head: Uint8Array = new Uint8Array(0)
  for await (const bytes of blobs.read(blobId, { start: 0, end: Math.min(SNIFF_BYTES, size) - 1 })) {
    head = Buffer.concat([head, bytes])
  }
  return { size, mime: await sniff(head, name), sha256: sha256 ?? (await hashBlob(blobs, blobId, size)) }
}

/** For uploads whose beginning went past another process or whose hash was lost: what counts is what lies on the disk. */
async function hashBlob(blobs: BlobStore, blobId: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of blobs.read(blobId, { start: 0, end: size - 1 })) hash.update(bytes)
  return hash.digest('hex')
}

/** The file appears: one transaction for its row, the counts, the quota and the upload's end. */
export async function appear(
  { transact, clock, ids, settings }: Deps,
  space: Space,
  upload: UploadRow,
  wanted: Wanted,
  content: Content,
): Promise<EntryRow> {
  const maxDepth = await settings.get('files.max_depth')
  return inSpace(transact, space, async (trx) => {
    const now = clock.now()
    const reserved = (await findUpload(trx, upload))?.reserved ?? 0
    const base = await entryOf(trx, space.id, upload.parent_id)
    if (!base || base.kind === 'file') throw refuse('not-found')
    // Again, for the folder may have been moved meanwhile.
    await refusePathDepth(trx, base.id, wanted.folders, maxDepth)
    const folderId = await folderAt(trx, { ids, space, creatorId: upload.creator_id, now }, base.id, wanted.folders)
    await trx
      .insertInto('blobs')
      .values({ id: upload.blob_id, size: content.size, sha256: content.sha256, created_at: now })
      .execute()
    const before = upload.replace_existing ? await fileNamed(trx, folderId, upload.name) : undefined
    const entry = before
      ? await replaceContent(trx, before, upload, content, now)
      : await insertEntry(trx, {
          id: ids.next(),
          space,
          creatorId: upload.creator_id,
          parentId: folderId,
          kind: 'file',
          name: await freeName(trx, folderId, upload.name, 'file'),
          now,
          content: { ...content, blob_id: upload.blob_id },
        })
    await settle(trx, upload.owner_id, reserved, content.size, before?.size ?? 0)
    await countUploaded(trx, upload.owner_id, new Date(now).toISOString().slice(0, 10), content.size)
    if (!(await close(trx, upload, entry.id, content.size, now))) throw refuse('upload-conflict')
    if (wanted.form !== 'offset') await forget(trx, upload)
    return entry
  })
}

async function replaceContent(
  trx: Trx,
  before: EntryRow,
  upload: UploadRow,
  content: Content,
  now: number,
): Promise<EntryRow> {
  if (before.blob_id) {
    await trx
      .insertInto('garbage')
      .values({
        blob_id: before.blob_id,
        owner_id: before.owner_id,
        size: before.size,
        collect_at: now + GARBAGE_REST,
      })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  if (before.parent_id) {
    await count(trx, before.parent_id, { all: 0, folders: 0, bytes: content.size - before.size })
  }
  return trx
    .updateTable('entries')
    .set((eb) => ({ ...content, blob_id: upload.blob_id, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function fileNamed(trx: Trx, parentId: string, name: string): Promise<EntryRow | undefined> {
  return liveChildren(trx, parentId).where('name', '=', name).where('kind', '=', 'file').executeTakeFirst()
}

const liveChildren = (trx: Trx, parentId: string) =>
  trx.selectFrom('entries').selectAll().where('parent_id', '=', parentId).where('trash_root_id', 'is', null)

/** Walks down `names`, making the folders that are missing. A file in the way makes the folder "name (2)", each time the same. */
async function folderAt(
  trx: Trx,
  maker: { ids: Services['ids']; space: Space; creatorId: string | null; now: number },
  from: string,
  names: readonly string[],
): Promise<string> {
  let at = from
  for (const wanted of names) {
    for (let n = 1; ; n++) {
      const name = nthName(wanted, n, 'folder')
      const found = await liveChildren(trx, at).where('name', '=', name).executeTakeFirst()
      if (found?.kind === 'file') continue
      const { ids, ...rest } = maker
      at = found?.id ?? (await insertEntry(trx, { ...rest, id: ids.next(), parentId: at, kind: 'folder', name })).id
      break
    }
  }
  return at
}
