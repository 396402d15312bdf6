import { collect } from '../blobs/garbage.ts'
import type { BlobStore } from '../blobs/store.ts'
import { newBlobId } from '../blobs/local.ts'
import { day } from '../clock.ts'
import { type EntryRow, forOwner, type Space } from '../files/space.ts'
import { refusePathDepth } from '../files/depth.ts'
import { inTurn } from '../files/turns.ts'
import { refuse } from '../http/refusal.ts'
import { available, reserve } from '../quota/store.ts'
import type { Services } from '../services.ts'
import { createBlockPool } from './block-pool.ts'
import { stoppable } from './body.ts'
import { type Seen, writeChunk } from './chunk.ts'
import { appear, sealBlob } from './finish.ts'
import { createHeldQuota } from './held-quota.ts'
import type { Wanted } from './request.ts'
import { isBlocked, sniff } from './sniff.ts'
import type { StreamHash } from './stream-hash.ts'
import { advance, findUpload, forget, giveUp, insertUpload, turnOf, type UploadKey, type UploadRow } from './store.ts'

const LIFE = day
/** Open uploads whose hash is kept in memory. */
const MOST_SEEN = 1000
/** What a form may have around its file. */
const FORM_SLACK = 64 * 1024

interface Incoming {
  /** `u:<user id>`. */
  readonly actor: string
  readonly creatorId: string | null
  readonly space: Space
  readonly parentId: string
  readonly wanted: Wanted
  readonly bytes: AsyncIterable<readonly Uint8Array[]>
  /** By the request's headers: at most this many. */
  readonly announced: number | undefined
}

export type Received =
  { readonly kind: 'progress'; readonly upload: UploadRow } | { readonly kind: 'file'; readonly entry: EntryRow }

type Deps = Pick<Services, 'db' | 'transact' | 'transactUnsynced' | 'clock' | 'ids' | 'settings' | 'streamHashes'>

export interface Uploads {
  receive(incoming: Incoming): Promise<Received>
  abort(key: UploadKey): Promise<void>
}

export function createUploads(deps: Deps, blobs: BlobStore): Uploads {
  const { db, transact, transactUnsynced, clock, settings } = deps
  const writing = { blobs, hashes: deps.streamHashes, pool: createBlockPool() }
  const heldQuota = createHeldQuota(deps)
  /** By blob. Whatever is missing is hashed from the disk in the end. */
  const seen = new Map<string, Seen & { readonly expiresAt: number }>()

  function see({ blob_id: blobId, offset, expires_at: expiresAt }: UploadRow, hash: StreamHash) {
    unsee(blobId)
    seen.set(blobId, { hash, offset, expiresAt })
    const [oldest] = seen.keys()
    if (oldest !== undefined && seen.size > MOST_SEEN) unsee(oldest)
  }

  function freeExpired() {
    const now = clock.now()
    for (const [blobId, { expiresAt }] of seen) if (expiresAt <= now) unsee(blobId)
  }

  function unsee(blobId: string) {
    seen.get(blobId)?.hash.free()
    seen.delete(blobId)
  }

  async function end(upload: UploadRow): Promise<void> {
    await forOwner(transact, upload.owner_id, (trx) => giveUp(trx, upload, clock.now()))
    unsee(upload.blob_id)
    await collect(deps, blobs, upload.blob_id)
  }

  async function begin(incoming: Incoming): Promise<UploadRow> {
    freeExpired()
    const { actor, creatorId, space, parentId, wanted, announced } = incoming
    const { 'upload.limit_bytes': limit, 'upload.blocked_types': blocked } = await settings.all()
    if (wanted.size === 0) throw refuse('empty-file')
    const expected = wanted.size ?? Math.max(0, (announced ?? 0) - FORM_SLACK)
    if (limit > 0 && expected > limit) throw refuse('too-large')
    if (isBlocked(blocked, wanted.extension, extensionIn(wanted.name))) throw refuse('blocked-type')
    await refusePathDepth(db, parentId, wanted.folders, await settings.get('files.max_depth'))
    const quota = await settings.get('storage.default_quota_bytes')
    const room = await available(db, space.owner_id, quota)
    if (room !== null && expected > room) throw refuse('quota-exceeded')
    const now = clock.now()
    const upload: UploadRow = {
      actor,
      upload_id: wanted.uploadId,
      owner_id: space.owner_id,
      creator_id: creatorId,
      parent_id: parentId,
      name: wanted.name,
      path: wanted.folders.join('/'),
      size: wanted.size ?? null,
      offset: 0,
      reserved: wanted.size ?? 0,
      blob_id: newBlobId(),
      replace_existing: wanted.replace ? 1 : 0,
      status: 'receiving',
      entry_id: null,
      expires_at: now + LIFE,
      created_at: now,
      updated_at: now,
    }
    await forOwner(transact, upload.owner_id, async (trx) => {
      if (!(await reserve(trx, upload.owner_id, upload.reserved, quota))) throw refuse('quota-exceeded')
      await insertUpload(trx, upload)
    })
    return upload
  }

  const isLost = async (upload: UploadRow) =>
    upload.status === 'receiving' && upload.offset > 0 && !(await blobs.survived(upload.blob_id))

  /** The upload that goes on; one that ended otherwise makes room for a new one. */
  async function current(incoming: Incoming): Promise<UploadRow> {
    const { wanted, actor } = incoming
    const found = await findUpload(db, { actor, upload_id: wanted.uploadId })
    if (found && (found.expires_at <= clock.now() || (await isLost(found)))) {
      if (found.status === 'receiving') await end(found)
      else await forget(db, found)
      // This chunk may be from the middle of the file, and has no offset that would tell.
      if (wanted.form === 'bare' && found.status === 'receiving' && found.offset > 0) {
        throw refuse('upload-conflict', { message: 'The earlier parts are gone. Begin again.' })
      }
    } else if (found) {
      const same =
        found.parent_id === incoming.parentId &&
        found.name === wanted.name &&
        found.path === wanted.folders.join('/') &&
        (wanted.size === undefined || found.size === wanted.size)
      if (!same) throw refuse('upload-conflict')
      return found
    }
    if (wanted.offset) throw refuse('wrong-offset', { offset: 0 })
    return begin(incoming)
  }

  async function receive(incoming: Incoming): Promise<Received> {
    const { wanted } = incoming
    const upload = await current(incoming)
    const source = incoming.bytes
    if (wanted.offset !== undefined && (upload.status === 'done' || wanted.offset !== upload.offset)) {
      return repeated(upload, wanted.offset, source)
    }
    try {
      return await append(incoming, upload, source)
    } catch (error) {
      const { code } = error as { code?: unknown }
      // Nobody can go on with these; for the others the client may try the chunk again.
      const hopeless = code === 'too-large' || code === 'blocked-type' || code === 'empty-file'
      const isEmpty = wanted.form === 'bare' && upload.offset === 0
      if (hopeless || wanted.form === 'once' || isEmpty || (wanted.form === 'bare' && code === 'quota-exceeded')) {
        await end(upload)
      }
      throw error
    }
  }

  /** A chunk that is here already is acknowledged and not kept again; any other offset is told the true one. */
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
    const entry = await db
      .selectFrom('entries')
      .selectAll()
      .where('id', '=', upload.entry_id ?? '')
      .where('owner_id', '=', upload.owner_id)
      .executeTakeFirst()
    if (!entry) throw refuse('not-found')
    return { kind: 'file', entry }
  }

  async function append(
    incoming: Incoming,
    upload: UploadRow,
    source: AsyncIterable<readonly Uint8Array[]>,
  ): Promise<Received> {
    const { wanted } = incoming
    const { 'upload.limit_bytes': limit, 'upload.blocked_types': blocked } = await settings.all()
    let held = upload.reserved
    const key = upload.blob_id
    let whole: StreamHash | undefined
    try {
      // Here and not where the row is made: a process may be killed between the two.
      if (upload.offset === 0) await blobs.begin(key)
      const written = await writeChunk(writing, source, {
        blobId: key,
        offset: upload.offset,
        checksum: wanted.checksum,
        expectedBytes: upload.size ?? incoming.announced,
        seen: seen.get(key),
        room: upload.size === null ? Number.MAX_SAFE_INTEGER : upload.size - upload.offset,
        before: async (total, head) => {
          const needed = upload.offset + total
          if (limit > 0 && needed > limit) throw refuse('too-large')
          if (needed > held) held += await heldQuota.take(upload, needed - held, incoming.announced)
          if (head && upload.offset === 0 && blocked.length > 0) {
            if (isBlocked(blocked, await sniff(head, upload.name))) throw refuse('blocked-type')
          }
        },
      })
      whole = written.whole
      const offset = upload.offset + written.length
      if (upload.size === null ? wanted.last : offset === upload.size) {
        return { kind: 'file', entry: await finish(incoming, upload, offset, await digestOf(whole)) }
      }
      if (wanted.last) throw refuse('upload-conflict', { message: 'The last chunk ends before the announced size.' })
      const acknowledged = await acknowledge(upload, offset, held)
      if (whole) see(acknowledged, whole)
      else unsee(key)
      whole = undefined
      return { kind: 'progress', upload: acknowledged }
    } catch (error) {
      // A commit whose answer was lost has moved the upload on: its bytes are content.
      if (upload.size === null && (await isUnmoved(upload))) {
        // Nobody repeats such a chunk: what came of it would lie there without quota.
        if (upload.offset > 0) await blobs.truncate(key, upload.offset)
        await heldQuota.giveBackAlone(upload, held - upload.offset)
      }
      throw error
    } finally {
      whole?.free()
    }
  }

  /** Whether the upload is known to stand where this chunk began. */
  async function isUnmoved(upload: UploadRow): Promise<boolean> {
    const now = await findUpload(db, upload).catch(() => undefined)
    return now?.status === 'receiving' && now.blob_id === upload.blob_id && now.offset === upload.offset
  }

  async function acknowledge(upload: UploadRow, offset: number, held: number): Promise<UploadRow> {
    if (offset === upload.offset) return upload
    const now = clock.now()
    const change = { offset, updated_at: now, expires_at: now + LIFE }
    // What a power cut takes of an upload it takes wholly, so its offset need not wait for the disk. A bare chunk does
    // not say where it belongs: to it an offset that was lost would look like the beginning.
    const commit = upload.size === null ? transact : transactUnsynced
    const moved = await forOwner(commit, upload.owner_id, async (trx) => {
      if (!(await advance(trx, upload, change))) return false
      if (upload.size === null) await heldQuota.giveBack(trx, upload, held - offset)
      return true
    })
    if (!moved) throw refuse('upload-conflict')
    return { ...upload, ...change }
  }

  async function finish(
    { space, wanted }: Incoming,
    upload: UploadRow,
    size: number,
    whole: string | undefined,
  ): Promise<EntryRow> {
    if (size === 0) throw refuse('empty-file')
    const content = await sealBlob(blobs, upload.blob_id, size, upload.name, whole)
    const { 'upload.blocked_types': blocked } = await settings.all()
    if (isBlocked(blocked, content.mime)) throw refuse('blocked-type')
    const entry = await appear(deps, space, upload, wanted, content)
    unsee(upload.blob_id)
    return entry
  }

  /** Calls that are receiving bytes, or wait for their turn to. */
  const receiving = new Map<string, Set<AbortController>>()

  async function whileStoppable<T>(turn: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const calls = receiving.get(turn) ?? new Set()
    receiving.set(turn, calls.add(stop))
    try {
      return await inTurn(turn, () => work(stop.signal))
    } finally {
      calls.delete(stop)
      if (calls.size === 0) receiving.delete(turn)
    }
  }

  return {
    receive: (incoming) =>
      whileStoppable(turnOf({ actor: incoming.actor, upload_id: incoming.wanted.uploadId }), (signal) =>
        receive({ ...incoming, bytes: stoppable(incoming.bytes, signal) }),
      ),
    abort(key) {
      // Its own chunk may take for ever to come.
      for (const call of receiving.get(turnOf(key)) ?? []) call.abort()
      return inTurn(turnOf(key), async () => {
        const upload = await findUpload(db, key)
        if (upload?.status === 'receiving') await end(upload)
        else await forget(db, key)
      })
    },
  }
}

/** Undefined where the hash is lost with its thread: the bytes are safe on the disk. */
const digestOf = (hash: StreamHash | undefined) => hash?.digest().catch(() => undefined)

const extensionIn = (name: string) => name.slice(name.lastIndexOf('.') + 1)
