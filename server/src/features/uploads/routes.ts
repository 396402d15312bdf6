import { abortUpload, uploadChunk, uploadState, uploadWhole } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../infrastructure/db/transact.ts'
import { presentEntry } from '../entries/present-entry.ts'
import { ancestorsOf } from '../entries/listing.store.ts'
import { type EntryRow, isStillIn, type Space } from '../entries/space.store.ts'
import { ownerView } from '../entries/present-owned-entries.ts'
import { refuseRestricted, refuseRestrictedOwners } from '../../access/restrictions.ts'
import { type Call, handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { uploaderOf } from '../../access/actor.ts'
import { can } from '../../access/can.ts'
import { loadItemsFor } from '../../access/target.store.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { bodyOf } from './upload-body.ts'
import { presentUpload } from './present-upload.ts'
import { type UploadRequest, parseChunkRequest, parseWholeRequest } from './parse-upload-request.ts'
import type { Received, Uploads } from './upload-service.ts'
import { findUpload, type Uploaded } from './upload.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'secret' | 'sessions'> & {
  readonly uploads: Uploads
}

export function uploadRoutes(services: Deps): Route[] {
  const { clock, db, ids, log, sessions, uploads } = services

  async function receive(
    { actor, entry, space, upload, request }: UploadCall,
    requested: UploadRequest,
  ): Promise<Received> {
    if (!upload) throw refuse('unsupported-media-type')
    if (requested.folders.length > 0) {
      await refuseRestricted(db, actor, 'create-folder')
      await refuseRestrictedOwners(db, actor, [space.owner_id], 'create-folder')
    }
    return uploads.receive({
      actor: uploaderOf(actor),
      creatorId: actor.userId,
      space,
      parentId: entry.id,
      requested,
      bytes: whileSignedIn(sessions, actor, whileMember(db, space, bodyOf(upload.open()))),
      announced: announcedBy(request),
    })
  }

  /** An upload that was finished before is answered again; its file may have been moved out of the team folder since. */
  async function file(
    { actor, space, home, entry: target }: UploadCall,
    requested: UploadRequest,
    { entry, replacedVersion, folderIds }: Uploaded,
  ) {
    if (entry.space_id !== space.id || entry.trash_root_id !== null) {
      const [item] = await loadItemsFor(db, actor, [entry.id])
      if (!item || !can(actor, 'read', item)) throw refuse('not-found')
    }
    const data = presentEntry(entry, await ownerView(services, actor, home.root_id, [entry]))
    const hasPath = requested.folders.length > 0
    const meta = {
      ...data.meta,
      ...(replacedVersion !== null && { replaced_version: replacedVersion }),
      ...(hasPath && { upload_folders: [...(folderIds ?? (await foldersBetween(space, target.id, entry)))] }),
    }
    return { data: replacedVersion === null && !hasPath ? data : { ...data, meta } }
  }

  /** The folders from `targetId` down to a file; none where it was moved out of that folder. */
  async function foldersBetween(space: Space, targetId: string, file: EntryRow): Promise<readonly string[]> {
    if (file.space_id !== space.id) return []
    const above = await ancestorsOf(db, file, space.root_id, { isTopShown: true })
    const at = above.findIndex(({ id }) => id === targetId)
    return at < 0 ? [] : above.slice(at + 1).map(({ id }) => id)
  }

  return [
    handle(uploadChunk, async ({ body }, call) => {
      const requested = parseChunkRequest(body, call.entry.id)
      const received = await receive(call, requested)
      if (received.kind === 'progress') return { data: presentUpload(received.upload) }
      void call.reply.code(201)
      return file(call, requested, received)
    }),

    handle(uploadWhole, async ({ body }, call) => {
      const requested = parseWholeRequest(body, ids.next())
      const received = await receive(call, requested)
      if (received.kind === 'progress') {
        log.error('a whole upload ended without a file')
        throw refuse('internal')
      }
      return file(call, requested, received)
    }),

    handle(uploadState, async ({ params }, { actor }) => {
      const upload = await findUpload(db, { actor: uploaderOf(actor), upload_id: params.upload_id })
      if (!upload || upload.expires_at <= clock.now()) throw refuse('not-found')
      return { data: presentUpload(upload) }
    }),

    handle(abortUpload, async ({ params }, { actor }) => {
      await uploads.abort({ actor: uploaderOf(actor), upload_id: params.upload_id })
      return {}
    }),
  ]
}

type UploadCall = Call<typeof uploadChunk.access | typeof uploadWhole.access>

/** The same bytes, which may take hours to arrive. Throws `unauthenticated` at their end where the session has ended. */
async function* whileSignedIn<T>(
  sessions: Infrastructure['sessions'],
  { sessionId }: UserActor,
  bytes: AsyncIterable<T>,
): AsyncGenerator<T> {
  yield* bytes
  if (!(await sessions.userOf(sessionId))) throw refuse('unauthenticated')
}

/** The same bytes, as long as their sender may change what is in the space. Throws `not-found` as soon as that ends. */
async function* whileMember<T>(db: Db, space: Space, bytes: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of bytes) {
    if (!(await isStillIn(db, space, 'can_edit'))) throw refuse('not-found')
    yield batch
  }
}

/** Upper bound of the bytes of a request, where it has one. */
export function announcedBy(request: FastifyRequest): number | undefined {
  const length = Number(request.headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}
