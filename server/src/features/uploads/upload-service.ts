import { extensionOf } from '@holdall/api'
import { collect } from '../storage/garbage.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import { day } from '../../infrastructure/clock.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { forOwner, inSpace, type Space } from '../entries/space.store.ts'
import { refusePathDepth } from '../entries/path-depth.ts'
import { ifUnlocked, withLock } from '../entries/keyed-lock.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { type Amount, available, fullStorage, reserve, storageLimits } from '../storage/quota.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { createBlockPool } from './block-pool.ts'
import { stoppable } from './upload-body.ts'
import { type KeptHash, writeChunk } from './write-chunk.ts'
import { commitUpload, sealBlob } from './finish-upload.ts'
import { createHeldQuota } from './held-quota.ts'
import type { UploadRequest } from './parse-upload-request.ts'
import { isBlocked, sniff } from '../../infrastructure/file-types/detect-file-type.ts'
import type { SendingLink } from './sending-link.ts'
import type { StreamHash, StreamHashes } from './stream-hash.ts'
import { refuseEnded } from './unfinished-upload.store.ts'
import {
  advance,
  canBegin,
  findUpload,
  deleteUpload,
  abandonUpload,
  holdsWholeSize,
  insertUpload,
  isAtOffset,
  lockKeyOf,
  type Uploaded,
  type UploadKey,
  type UploadRow,
} from './upload.store.ts'

const UPLOAD_TTL_MS = day
/** Open uploads whose hash is kept in memory. */
const MAX_KEPT_HASHES = 1000
/** Bytes that a form may have around its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024
/** When an account or a link with too many unfinished uploads may begin another one. */
const RETRY_AFTER_SECONDS = 5

interface Incoming {
  /** `uploaderOf`. */
  readonly actor: string
  readonly creatorId: string | null
  /** Absent for a user's own upload. */
  readonly link?: SendingLink
  readonly space: Space
  readonly parentId: string
  readonly requested: UploadRequest
  readonly bytes: AsyncIterable<readonly Uint8Array[]>
  /** Upper bound of the bytes, from the request's headers. */
  readonly announced: number | undefined
}

export type Received =
  | { readonly kind: 'progress'; readonly upload: UploadRow }
  | ({ readonly kind: 'file' } & Uploaded)

type Deps = Pick<
  Infrastructure,
  'db' | 'disk' | 'transact' | 'transactUnsynced' | 'clock' | 'ids' | 'jobs' | 'settings'
> & {
  readonly streamHashes: StreamHashes
}

export interface Uploads {
  receive(incoming: Incoming): Promise<Received>
  abort(key: UploadKey): Promise<void>
  /** Ends what this process receives of an upload that has ended already. */
  stop(upload: UploadRow): Promise<void>
}

export function createUploads(deps: Deps, blobs: BlobStore, maxKeptHashes = MAX_KEPT_HASHES): Uploads {
  const { db, disk, transact, transactUnsynced, clock, settings } = deps
  const writing = { blobs, hashes: deps.streamHashes, pool: createBlockPool() }
  const heldQuota = createHeldQuota(deps)
  /** By blob id. A blob without one is hashed from the disk at the end. */
  const keptHashes = new Map<string, KeptHash & { readonly expiresAt: number }>()

  function keepHash({ blob_id: blobId, offset, expires_at: expiresAt }: UploadRow, hash: StreamHash) {
    dropHash(blobId)
    keptHashes.set(blobId, { hash, offset, expiresAt })
    for (const oldest of keptHashes.keys()) {
      if (keptHashes.size <= maxKeptHashes) break
      dropHash(oldest)
    }
  }

  function freeExpired() {
    const now = clock.now()
    for (const [blobId, { expiresAt }] of keptHashes) if (expiresAt <= now) dropHash(blobId)
  }

  function dropHash(blobId: string) {
    keptHashes.get(blobId)?.hash.free()
    keptHashes.delete(blobId)
  }

  async function end(upload: UploadRow): Promise<void> {
    await forOwner(transact, upload.owner_id, (trx) => abandonUpload(trx, upload, clock.now()))
    dropHash(upload.blob_id)
    await collect(deps, blobs, upload.blob_id)
  }

  async function begin(incoming: Incoming): Promise<UploadRow> {
    freeExpired()
    const { actor, creatorId, link, space, parentId, requested } = incoming
    const { 'upload.limit_bytes': limit, 'upload.blocked_types': blocked, ...others } = await settings.all()
    if (requested.size === 0 && !others['upload.allow_empty']) throw refuse('empty-file')
    const expected = requested.size ?? announcedOf(incoming)
    if (limit > 0 && expected > limit) throw refuse('too-large')
    if (isBlocked(blocked, requested.extension, blockableWord(requested.name))) throw refuse('blocked-type')
    await refusePathDepth(db, parentId, requested.folders, await settings.get('files.max_depth'))
    const limits = await storageLimits(settings)
    const full = (on: Db, amount: Amount) => fullStorage(on, space.owner_id, amount, limits)
    const room = await available(db, space.owner_id, limits.defaultQuota)
    if (room !== null && expected > room) throw await full(db, { bytes: expected, items: 0 })
    await disk.admitContent(expected)
    const now = clock.now()
    const begun: UploadRow = {
      id: deps.ids.next(),
      actor,
      upload_id: requested.uploadId,
      share_id: link?.share_id ?? null,
      upload_request_id: link?.upload_request_id ?? null,
      owner_id: space.owner_id,
      creator_id: creatorId,
      parent_id: parentId,
      name: requested.name,
      path: requested.folders.join('/'),
      size: requested.size ?? null,
      offset: 0,
      reserved: 0,
      blob_id: newBlobId(),
      modified_at: requested.modifiedAt ?? null,
      replace_existing: requested.replace ? 1 : 0,
      status: 'receiving',
      entry_id: null,
      replaced_version: null,
      expires_at: now + UPLOAD_TTL_MS,
      created_at: now,
      updated_at: now,
    }
    const upload = { ...begun, reserved: holdsWholeSize(begun) ? (begun.size ?? 0) : 0 }
    await forOwner(transact, upload.owner_id, async (trx) => {
      if (!(await canBegin(trx, actor, link, room))) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
      const needed = { bytes: upload.reserved, items: 1 }
      if (!(await reserve(trx, upload.owner_id, needed, limits))) throw await full(trx, needed)
      await insertUpload(trx, upload)
    })
    return upload
  }

  const isLost = async ({ status, blob_id: blobId, offset, size }: UploadRow) =>
    status === 'receiving' && !(await blobs.survived(blobId, offset, size))

  /** The upload that this chunk continues; an expired or lost one is replaced by a new one. */
  async function current(incoming: Incoming): Promise<UploadRow> {
    const { requested } = incoming
    const found = await findUpload(db, keyOf(incoming))
    if (found && (found.expires_at <= clock.now() || (await isLost(found)))) {
      if (found.status === 'receiving') await end(found)
      else await deleteUpload(db, found)
      // Without an offset this chunk may be from the middle of the file.
      if (requested.form === 'bare' && found.offset > 0) {
        throw refuse('upload-conflict', { message: 'The earlier parts are gone. Begin again.' })
      }
    } else if (found) {
      const same =
        found.parent_id === incoming.parentId &&
        found.name === requested.name &&
        found.path === requested.folders.join('/') &&
        (requested.size === undefined || found.size === requested.size)
      if (!same) throw refuse('upload-conflict')
      // Of a whole blob the commit may have lost its connection and not have ended yet.
      const isWhole = found.status === 'receiving' && (await blobs.stat(found.blob_id)) !== null
      return isWhole && !(await isUnmoved(found)) ? current(incoming) : found
    } else if (requested.form !== 'once') await refuseEnded(db, keyOf(incoming), requested.form)
    if (requested.offset) throw refuse('wrong-offset', { offset: 0 })
    return begin(incoming)
  }

  async function receive(incoming: Incoming): Promise<Received> {
    const { requested } = incoming
    const upload = await current(incoming)
    if (requested.offset !== undefined && (upload.status === 'done' || requested.offset !== upload.offset)) {
      return repeated(upload, requested.offset, incoming.bytes)
    }
    if (upload.offset > 0)
      await disk.admitContent((upload.size ?? upload.offset + announcedOf(incoming)) - upload.offset)
    try {
      return await append(incoming, upload)
    } catch (error) {
      const { code } = error as { code?: unknown }
      // Another process may have deleted its bytes since.
      if (code === 'upload-conflict' || !(error instanceof Refusal))
        await refuseEnded(db, keyOf(incoming), requested.form)
      // These cannot be resumed; after other errors the client may repeat the chunk.
      const isFinal = code === 'too-large' || code === 'blocked-type' || code === 'empty-file'
      const isEmpty = requested.form === 'bare' && upload.offset === 0
      // A request with the whole file begins again.
      const isWhole = requested.last && upload.offset === 0
      const isRefused = code === 'quota-exceeded' && (requested.form === 'bare' || isWhole)
      if (isFinal || requested.form === 'once' || isEmpty || isRefused) await end(upload)
      throw error
    } finally {
      heldQuota.settle(upload)
    }
  }

  /** Acknowledges a chunk that was received before without storing it; any other offset is refused with the right one. */
  async function repeated(
    upload: UploadRow,
    offset: number,
    source: AsyncIterable<readonly Uint8Array[]>,
  ): Promise<Received> {
    let stop = offset
    for await (const batch of source) {
      for (const bytes of batch) stop += bytes.length
      if (stop > upload.offset) break
    }
    if (stop > upload.offset) throw refuse('wrong-offset', { offset: upload.offset })
    if (upload.status === 'receiving') return { kind: 'progress', upload }
    const entry = await entryOfOwner(db, upload.owner_id, upload.entry_id ?? '')
    if (!entry) throw refuse('not-found')
    return { kind: 'file', entry, replacedVersion: upload.replaced_version }
  }

  async function append(incoming: Incoming, upload: UploadRow): Promise<Received> {
    const { requested } = incoming
    const { 'upload.limit_bytes': limit, 'upload.blocked_types': blocked } = await settings.all()
    let held = upload.reserved
    const key = upload.blob_id
    let whole: StreamHash | undefined
    // Not when the row is inserted: the process may be killed between the two.
    if (upload.offset === 0) await blobs.begin(key)
    try {
      const written = await writeChunk(writing, incoming.bytes, {
        blobId: key,
        offset: upload.offset,
        checksum: requested.checksum,
        sizeBytes: upload.size,
        expectedBytes: upload.size ?? incoming.announced,
        keptHash: keptHashes.get(key),
        room: upload.size === null ? Number.MAX_SAFE_INTEGER : upload.size - upload.offset,
        before: async (total, head) => {
          const needed = upload.offset + total
          if (limit > 0 && needed > limit) throw refuse('too-large')
          await disk.admit()
          if (needed > held) held += await takeQuota(incoming, upload, needed - held)
          if (head && upload.offset === 0 && blocked.length > 0) {
            if (isBlocked(blocked, await sniff(head, upload.name))) throw refuse('blocked-type')
          }
        },
      })
      whole = written.whole
      const offset = upload.offset + written.length
      if (upload.size === null ? requested.last : offset === upload.size) {
        return { kind: 'file', ...(await finish(incoming, upload, offset, await digestOf(whole))) }
      }
      if (requested.last) throw refuse('upload-conflict', { message: 'The last chunk ends before the announced size.' })
      await blobs.keep(key)
      const acknowledged = await acknowledge(upload, requested, offset, held)
      blobs.flush(key)
      if (whole) keepHash(acknowledged, whole)
      else dropHash(key)
      whole = undefined
      return { kind: 'progress', upload: acknowledged }
    } catch (error) {
      // If it was committed and only the response was lost, the offset has advanced and the bytes are content.
      if (isUnrepeatable(requested, upload) && (await isUnmoved(upload).catch(() => false))) {
        // Its bytes would stay on the disk, without quota where the upload has no size.
        await blobs.truncate(key, upload.offset)
        if (!holdsWholeSize(upload)) await heldQuota.giveBackAlone(upload, held - upload.offset)
      }
      throw error
    } finally {
      whole?.free()
      await blobs.release(key)
    }
  }

  /** Where the upload has ended because its sender may not upload there any more, throws what that is refused with. */
  async function takeQuota({ announced, link, space }: Incoming, upload: UploadRow, bytes: number): Promise<number> {
    try {
      return await heldQuota.take(upload, bytes, announced)
    } catch (error) {
      if ((error as { code?: unknown }).code === 'upload-conflict')
        await inSpace(transact, space, async (trx) => link?.admit(trx))
      throw error
    }
  }

  /**
   * Whether the stored offset is still the one at which this chunk began. When the connection of a commit was lost, this
   * waits until the commit has ended.
   */
  function isUnmoved(upload: UploadRow): Promise<boolean> {
    return forOwner(transact, upload.owner_id, (trx) => isAtOffset(trx, upload))
  }

  async function acknowledge(
    upload: UploadRow,
    requested: UploadRequest,
    offset: number,
    held: number,
  ): Promise<UploadRow> {
    if (offset === upload.offset) return upload
    const now = clock.now()
    const change = { offset, updated_at: now, expires_at: now + UPLOAD_TTL_MS }
    // After a power cut an unfinished upload starts again, so its offset need not be synced. A bare chunk has no offset:
    // after a lost chunk it would be taken for the first one.
    const commit = isUnrepeatable(requested, upload) ? transact : transactUnsynced
    const moved = await forOwner(commit, upload.owner_id, async (trx) => {
      if (!(await advance(trx, upload, change))) return false
      if (!holdsWholeSize(upload)) await heldQuota.giveBack(trx, upload, held - offset)
      return true
    })
    if (!moved) throw refuse('upload-conflict')
    return { ...upload, ...change }
  }

  async function finish(
    { space, requested, link }: Incoming,
    upload: UploadRow,
    size: number,
    whole: string | undefined,
  ): Promise<Uploaded> {
    const { 'upload.blocked_types': blocked, 'upload.allow_empty': allowsEmpty } = await settings.all()
    if (size === 0 && !allowsEmpty) throw refuse('empty-file')
    const content = await sealBlob(blobs, upload.blob_id, size, upload.name, whole)
    if (isBlocked(blocked, content.mime)) throw refuse('blocked-type')
    const uploaded = await commitUpload(deps, space, upload, requested, content, link)
    dropHash(upload.blob_id)
    return uploaded
  }

  /** Calls that are receiving bytes or wait for the lock. */
  const receiving = new Map<string, Set<AbortController>>()

  async function whileStoppable<T>(turn: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const calls = receiving.get(turn) ?? new Set()
    receiving.set(turn, calls.add(stop))
    try {
      return await withLock(turn, () => work(stop.signal))
    } finally {
      calls.delete(stop)
      if (calls.size === 0) receiving.delete(turn)
    }
  }

  /** A chunk that is being received may never end. */
  function stopReceiving(key: UploadKey) {
    for (const call of receiving.get(lockKeyOf(key)) ?? []) call.abort()
  }

  return {
    receive: (incoming) =>
      whileStoppable(lockKeyOf(keyOf(incoming)), (signal) =>
        receive({ ...incoming, bytes: stoppable(incoming.bytes, signal) }),
      ),
    async stop(upload) {
      stopReceiving(upload)
      dropHash(upload.blob_id)
      // While a chunk is written, its blob is left to the job.
      await ifUnlocked(lockKeyOf(upload), () => collect(deps, blobs, upload.blob_id))
    },
    abort(key) {
      stopReceiving(key)
      return withLock(lockKeyOf(key), async () => {
        const upload = await findUpload(db, key)
        if (upload?.status === 'receiving') await end(upload)
        else await deleteUpload(db, key)
      })
    },
  }
}

const keyOf = ({ actor, requested }: Incoming): UploadKey => ({ actor, upload_id: requested.uploadId })

/** The bytes of a call at least, beside what a form may have around its file. */
const announcedOf = ({ announced }: Incoming) => Math.max(0, (announced ?? 0) - FORM_OVERHEAD_BYTES)

/** Whether a chunk does not say where it belongs, or its upload not how large it will be. */
const isUnrepeatable = ({ form }: UploadRequest, { size }: UploadRow) => form === 'bare' || size === null

/** Undefined when the hash was lost with its thread; then the blob is hashed from the disk. */
const digestOf = (hash: StreamHash | undefined) => hash?.digest().catch(() => undefined)

/** The extension. Other systems take the whole of ".exe" for one, and a name without a dot counts too. */
const blockableWord = (name: string) => extensionOf(name) || (name.lastIndexOf('.') > 0 ? '' : name.replace(/^\./, ''))
