import { createHash } from 'node:crypto'
import { canHaveThumbnail } from '@holdall/api'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { refusePathDepth } from '../entries/path-depth.ts'
import { nthName } from '../entries/entry-name-rules.ts'
import { freeName } from '../entries/entry-placement.store.ts'
import { childNamed, insertEntry, type StoredContent } from '../entries/entry.store.ts'
import { childrenNamed } from '../entries/selection.store.ts'
import { type EntryRow, entryOf, inSpace, type Space } from '../entries/space.store.ts'
import { insertBlob } from '../storage/garbage.store.ts'
import { charge, settle, type StorageLimits, storageLimits } from '../storage/quota.store.ts'
import { enqueueThumbnails } from '../thumbnails/thumbnail-jobs.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { replaceContent } from '../versions/version.store.ts'
import type { UploadRequest } from './parse-upload-request.ts'
import type { SendingLink } from './sending-link.ts'
import { SNIFF_BYTES, sniff } from '../../infrastructure/file-types/detect-file-type.ts'
import { close, countUploaded, findUpload, deleteUpload, type Uploaded, type UploadRow } from './upload.store.ts'

type Deps = Pick<Infrastructure, 'transact' | 'clock' | 'ids' | 'jobs' | 'settings'>

export interface Content {
  readonly size: number
  readonly sha256: string
  readonly mime: string
}

/** Completes the blob durably and returns its size, type and hash. */
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

/** For uploads that were begun in another process or whose hash was lost. */
async function hashBlob(blobs: BlobStore, blobId: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of blobs.read(blobId, { start: 0, end: size - 1 })) hash.update(bytes)
  return hash.digest('hex')
}

/** Creates the file, in one transaction with the counts, the quota and the end of the upload. */
export async function commitUpload(
  { transact, clock, ids, jobs, settings }: Deps,
  space: Space,
  upload: UploadRow,
  requested: UploadRequest,
  content: Content,
  link?: SendingLink,
): Promise<Uploaded> {
  const maxDepth = await settings.get('files.max_depth')
  const limits = await storageLimits(settings)
  return inSpace(transact, space, async (trx) => {
    await link?.admit(trx)
    const now = clock.now()
    const reserved = (await findUpload(trx, upload))?.reserved ?? 0
    const base = await entryOf(trx, space.id, upload.parent_id)
    if (!base || base.kind === 'file') throw refuse('not-found')
    // Checked again: the folder may have been moved meanwhile.
    await refusePathDepth(trx, base.id, requested.folders, maxDepth)
    const uploadRequestId = link?.upload_request_id ?? null
    const maker = { ids, space, creatorId: upload.creator_id, uploadRequestId, now }
    const folderIds = await foldersAt(trx, maker, base.id, requested.folders, limits)
    const folderId = folderIds.at(-1) ?? base.id
    const hasThumbnails = canHaveThumbnail(content.mime)
    await insertBlob(trx, {
      id: upload.blob_id,
      size: content.size,
      sha256: content.sha256,
      created_at: now,
      thumbnail_state: hasThumbnails ? null : 'none',
    })
    if (hasThumbnails) {
      const ownerId = upload.creator_id ?? upload.owner_id
      const queued = { blobId: upload.blob_id, ownerId, isByVisitor: link !== undefined }
      await enqueueThumbnails({ clock, jobs }, trx, queued)
    }
    const modifiedAt = upload.modified_at ?? requested.modifiedAt ?? now
    const stored: StoredContent = { ...content, blob_id: upload.blob_id, modified_at: modifiedAt }
    const namesake = upload.replace_existing ? await childNamed(trx, folderId, upload.name) : undefined
    const before = namesake?.kind === 'file' ? namesake : undefined
    const entry = before
      ? await replaceContent(trx, before, stored, now)
      : await insertEntry(trx, {
          id: ids.next(),
          space,
          creatorId: upload.creator_id,
          uploadRequestId,
          parentId: folderId,
          kind: 'file',
          name: await freeName(trx, folderId, upload.name, 'file'),
          now,
          content: stored,
        })
    await settle(trx, upload.owner_id, reserved, content.size)
    await countUploaded(trx, upload.owner_id, new Date(now).toISOString().slice(0, 10), content.size)
    const uploaded: Uploaded = { entry, replacedVersion: before?.version ?? null, folderIds }
    if (!(await close(trx, upload, uploaded, now))) throw refuse('upload-conflict')
    if (requested.form !== 'offset') await deleteUpload(trx, upload)
    return uploaded
  })
}

/**
 * The folders of the path `names`, created if missing. Where a file has the name, or for an upload request a folder that did
 * not come through it, it is "name (2)", the same each time.
 */
async function foldersAt(
  trx: Trx,
  maker: {
    ids: Infrastructure['ids']
    space: Space
    creatorId: string | null
    uploadRequestId: string | null
    now: number
  },
  from: string,
  names: readonly string[],
  limits: StorageLimits,
): Promise<readonly string[]> {
  let at = from
  let created = 0
  const folderIds: string[] = []
  for (const requested of names) {
    const { name, folder } = await folderNamed(trx, at, requested, maker.uploadRequestId)
    const { ids, ...rest } = maker
    if (!folder) created++
    at = folder?.id ?? (await insertEntry(trx, { ...rest, id: ids.next(), parentId: at, kind: 'folder', name })).id
    folderIds.push(at)
  }
  await charge(trx, maker.space.owner_id, { bytes: 0, items: created }, limits)
  return folderIds
}

/** Names that one query looks up: other writers wait for all of them. */
const NAMES_PER_QUERY = 1000

/** The first form of a name that is free or has a folder to upload into, and that folder. */
async function folderNamed(
  trx: Trx,
  parentId: string,
  requested: string,
  uploadRequestId: string | null,
): Promise<{ readonly name: string; readonly folder: EntryRow | undefined }> {
  for (let n = 1; ;) {
    // Almost always it is the first one.
    const count = n === 1 ? 1 : NAMES_PER_QUERY
    const names = Array.from({ length: count }, (_, further) => nthName(requested, n + further, 'folder'))
    const found = await childrenNamed(trx, parentId, names)
    const isUsable = (row: EntryRow | undefined) =>
      !row || (row.kind !== 'file' && (uploadRequestId === null || row.upload_request_id === uploadRequestId))
    const name = names.find((each) => isUsable(found.get(each)))
    if (name !== undefined) return { name, folder: found.get(name) }
    n += count
  }
}
