import type { RemoteUploadReason } from '@holdall/api'
import { restrictionsOf } from '../../access/restrictions.ts'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { isDiskFull } from '../../infrastructure/db/is-disk-full.ts'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import type { ActingParty } from '../../infrastructure/db/activity-tables.ts'
import { actingParty } from '../../infrastructure/db/recorded-activity.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type Outgoing, OutgoingError, type OutgoingResponse } from '../../infrastructure/outgoing/outgoing.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { entryOf, type EntryRow, isStillIn, type Space, spaceOf } from '../entries/space.store.ts'
import { parseWholeRequest } from '../uploads/parse-upload-request.ts'
import { bodyOf, stoppable } from '../uploads/upload-body.ts'
import type { Uploads } from '../uploads/upload-service.ts'
import { findUpload, type UploadKey } from '../uploads/upload.store.ts'
import { findUserById } from '../users/user.store.ts'
import { lastModifiedOf } from './last-modified.ts'
import { remoteFileName } from './remote-file-name.ts'
import type { RemoteFileKey, RemoteUploadRow } from './remote-upload.store.ts'

/** How long a server may take. */
export interface RemoteFileLimits {
  /** Without a byte of the file. */
  readonly idleMs: number
  /** Every window of this length, less the time in which this server stores the bytes, has to bring `minWindowBytes`. */
  readonly windowMs: number
  readonly minWindowBytes: number
  /** For the whole file. */
  readonly fileMs: number
  /** After this long a remote upload begins no further file before those of others that wait. */
  readonly turnMs: number
}

export const defaultRemoteFileLimits: RemoteFileLimits = {
  idleMs: 30 * second,
  windowMs: 30 * second,
  minWindowBytes: 30 * 1024,
  fileMs: 2 * hour,
  turnMs: 10 * minute,
}

/** Why a file cannot be fetched, however often it is tried. */
export class RemoteFileFailure extends Error {
  override readonly name = 'RemoteFileFailure'
  readonly reason: RemoteUploadReason
  readonly httpStatus: number | null
  constructor(reason: RemoteUploadReason, httpStatus: number | null = null) {
    super(`remote file: ${reason}`)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}

export interface RemoteFileListener {
  /** The answer has begun; `size` is null where the server announces none. */
  answered(name: string, size: number | null): Promise<void>
  /** Called with the number of bytes so far, often. */
  received(bytes: number): Promise<void>
}

export type RemoteFileDeps = Pick<Infrastructure, 'db'> & {
  readonly uploads: Uploads
  /** Never with the operator's allowances: the addresses are chosen by users. */
  readonly outgoing: Outgoing
  /** Throws a refusal where the link by which a visitor has started it does not allow it any more. */
  readonly admitByLink: (at: Db, link: RemoteUploadByLink) => Promise<void>
}

/** What a visitor has started. */
export interface RemoteUploadByLink {
  readonly shareId: string
  /** The target folder. */
  readonly parentId: string
}

/**
 * Streams a file into the target folder by the code of uploads: with its quota, limits, blocked types and free names.
 * Throws `RemoteFileFailure`; after any other error it may be repeated. A file that an earlier run has stored is not
 * fetched again, as long as its upload was not removed by `deleteFinishedUpload`.
 */
export async function fetchRemoteFile(
  deps: RemoteFileDeps,
  upload: RemoteUploadRow,
  { position, url }: RemoteFileKey & { readonly url: string },
  {
    limits,
    listener,
    signal,
  }: {
    readonly limits: RemoteFileLimits
    readonly listener: RemoteFileListener
    readonly signal: AbortSignal
  },
): Promise<EntryRow | undefined> {
  const { db, uploads, outgoing } = deps
  const key = uploadKeyOf(upload, position)
  const earlier = await findUpload(db, key)
  if (earlier?.status === 'done') return entryOfOwner(db, earlier.owner_id, earlier.entry_id ?? '')
  // Its process ended in the middle.
  if (earlier) await uploads.abort(key)
  const { share_id: shareId, parent_id: parentId } = upload
  const link = shareId === null ? null : { shareId, parentId }
  if (link) await admit(deps, db, link)
  const space = await targetSpace(deps, upload)
  try {
    const response = await outgoing.get(url, signal)
    try {
      return await store(response, space)
    } finally {
      response.close()
    }
  } catch (error) {
    await uploads.abort(key)
    signal.throwIfAborted()
    throw toFailure(error)
  }

  async function store(response: OutgoingResponse, space: Space): Promise<EntryRow> {
    if (response.status !== 200) throw new RemoteFileFailure('http-error', response.status)
    const name = remoteFileName(response.url, response.headers)
    const size = announcedSize(response.headers['content-length'])
    const modifiedAt = lastModifiedOf(response.headers['last-modified'])
    await listener.answered(name, size ?? null)
    const bytes = atMinimumRate(bodyOf(response.body, limits.idleMs), limits)
    const { creator_id: creatorId } = upload
    // Without a creator it was a visitor of a link.
    const party: ActingParty =
      creatorId === null ? { kind: 'link', id: shareId, network: null } : { kind: 'user', id: creatorId }
    const receive = () =>
      uploads.receive({
        actor: key.actor,
        creatorId,
        ...(link && {
          link: { share_id: link.shareId, upload_request_id: null, admit: (trx) => admit(deps, trx, link) },
        }),
        space,
        parentId,
        requested: {
          ...parseWholeRequest({ name, modified_at: modifiedAt }, ''),
          uploadId: key.upload_id,
          form: 'offset',
          size,
        },
        bytes: stoppable(counted(bytes, listener), signal),
        announced: size,
      })
    const stored = await actingParty.run(party, receive)
    if (stored.kind !== 'file') throw new RemoteFileFailure('interrupted')
    return stored.entry
  }
}

/** Clients cannot choose this id: it has a dot. */
const uploadKeyOf = ({ id, user_id: userId }: RemoteUploadRow, position: number): UploadKey => ({
  actor: `u:${userId}`,
  upload_id: `remote.${id}.${position}`,
})

/** To be called once it is recorded that the file was stored. */
export const deleteFinishedUpload = (
  { uploads }: RemoteFileDeps,
  upload: RemoteUploadRow,
  position: number,
): Promise<void> => uploads.abort(uploadKeyOf(upload, position))

async function admit({ admitByLink }: RemoteFileDeps, at: Db, link: RemoteUploadByLink): Promise<void> {
  try {
    await admitByLink(at, link)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new RemoteFileFailure(error.code === 'upload-restricted' ? 'upload-restricted' : 'link-ended')
  }
}

async function targetSpace({ db }: RemoteFileDeps, upload: RemoteUploadRow): Promise<Space> {
  const found = await spaceOf(db, upload.space_id)
  const space: Space = found.owner_id === upload.user_id ? found : { ...found, memberId: upload.user_id }
  for (const userId of new Set([upload.user_id, space.owner_id])) {
    const account = await findUserById(db, userId)
    if (!account) throw new RemoteFileFailure('account-ended')
    // Since it was begun.
    if (!restrictionsOf(account, { used: 0, capacity: null }).canUpload)
      throw new RemoteFileFailure('upload-restricted')
  }
  const folder = await entryOf(db, space.id, upload.parent_id)
  if (!(await isStillIn(db, space, 'can_edit'))) throw new RemoteFileFailure('folder-missing')
  if (!folder || folder.kind === 'file') throw new RemoteFileFailure('folder-missing')
  return space
}

const announcedSize = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined

type Batch = readonly Uint8Array[]

async function* counted(source: AsyncIterable<Batch>, listener: RemoteFileListener): AsyncGenerator<Batch> {
  let total = 0
  for await (const batch of source) {
    for (const { length } of batch) total += length
    await listener.received(total)
    yield batch
  }
}

/** The same bytes, unless they come too slowly. The time in which nobody asks for more is not counted. */
async function* atMinimumRate(
  source: AsyncGenerator<Batch>,
  { windowMs, minWindowBytes }: RemoteFileLimits,
): AsyncGenerator<Batch> {
  let waitedMs = 0
  let bytes = 0
  try {
    for (;;) {
      const askedAt = performance.now()
      const next = await source.next()
      if (next.done) return
      waitedMs += performance.now() - askedAt
      for (const { length } of next.value) bytes += length
      if (waitedMs >= windowMs) {
        if (bytes < minWindowBytes) throw new RemoteFileFailure('interrupted')
        waitedMs = 0
        bytes = 0
      }
      yield next.value
    }
  } finally {
    await source.return(undefined)
  }
}

const reasons: Readonly<Record<string, RemoteUploadReason>> = {
  'too-large': 'too-large',
  'quota-exceeded': 'quota-exceeded',
  'disk-full': 'disk-full',
  'blocked-type': 'blocked-type',
  'empty-file': 'empty-file',
  // Of the target folder, which is looked up again when the file is created.
  'not-found': 'folder-missing',
  'too-deep': 'folder-missing',
  // Of the body.
  'malformed-request': 'interrupted',
  'upload-conflict': 'interrupted',
  'upload-ended': 'interrupted',
}

function toFailure(error: unknown): unknown {
  if (error instanceof OutgoingError) return new RemoteFileFailure(error.code)
  if (error instanceof Refusal) {
    const reason = reasons[error.code]
    return reason ? new RemoteFileFailure(reason) : error
  }
  return isDiskFull(error) ? new RemoteFileFailure('disk-full') : error
}
