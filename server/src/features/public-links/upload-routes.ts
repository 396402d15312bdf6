import { publicAbortUpload, publicUploadChunk, publicUploadState, publicUploadWhole } from '@holdall/api'
import { can } from '../../access/can.ts'
import { uploaderOf, type VisitorActor, type VisitorOf } from '../../access/actor.ts'
import { loadItems, pathFor } from '../../access/target.store.ts'
import { type Call, handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentEntry } from '../entries/present-entry.ts'
import { type EntryRow, spaceOf } from '../entries/space.store.ts'
import { parseChunkRequest, parseWholeRequest, type UploadRequest } from '../uploads/parse-upload-request.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import type { Received, Uploads } from '../uploads/upload-service.ts'
import { findUpload } from '../uploads/upload.store.ts'
import { receiveByLink } from './link-uploads.ts'
import { readmit, type Visit } from './readmit-visitor.ts'
import { visitorView } from '../entries/present-shared-entries.ts'
import { senderOf } from './visitor-cookie.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'ids' | 'log' | 'secret'> & {
  readonly uploads: Uploads
  readonly visitorOf: VisitorOf
}

/** Uploads into a shared folder. Quota and limits are those of its owner; nobody is the creator of the files. */
export function publicUploadRoutes(services: Deps): Route[] {
  const { clock, db, ids, log, uploads, visitorOf } = services

  const receive = async (visit: Visit, { entry: folder, upload }: UploadCall, requested: UploadRequest) =>
    receiveByLink(services, {
      actor: visit.visitor,
      sender: { share_id: visit.visitor.shareId, upload_request_id: null },
      space: await spaceOf(db, folder.space_id),
      parentId: folder.id,
      request: visit.request,
      upload,
      requested,
      admit: (at) => readmit(visitorOf, visit, at),
    })

  /** An upload that was finished before is answered again; its file may have been moved out of the shared folder since. */
  async function file(visitor: VisitorActor, entry: EntryRow) {
    const [item] = await loadItems(db, [entry.id], pathFor(visitor))
    if (!item || !can(visitor, 'read', item)) throw refuse('not-found')
    return { data: presentEntry(item, await visitorView(services, visitor, [item])) }
  }

  return [
    handle(publicUploadChunk, async (input, call) => {
      const { actor: visitor, entry: folder, reply, request } = call
      const visit = { endpoint: publicUploadChunk, input, visitor, request }
      const received: Received = await receive(visit, call, parseChunkRequest(input.body, folder.id, senderOf(request)))
      if (received.kind === 'progress') return { data: presentUpload(received.upload) }
      void reply.code(201)
      return file(visitor, received.entry)
    }),

    handle(publicUploadWhole, async (input, call) => {
      const { actor: visitor, request } = call
      const visit = { endpoint: publicUploadWhole, input, visitor, request }
      const received: Received = await receive(visit, call, parseWholeRequest(input.body, ids.next()))
      if (received.kind === 'progress') {
        log.error('a whole upload ended without a file')
        throw refuse('internal')
      }
      return file(visitor, received.entry)
    }),

    handle(publicUploadState, async ({ params }, { actor: visitor }) => {
      const upload = await findUpload(db, { actor: uploaderOf(visitor), upload_id: params.upload_id })
      if (!upload || upload.expires_at <= clock.now()) throw refuse('not-found')
      return { data: presentUpload(upload) }
    }),

    handle(publicAbortUpload, async ({ params }, { actor: visitor }) => {
      await uploads.abort({ actor: uploaderOf(visitor), upload_id: params.upload_id })
      return {}
    }),
  ]
}

type UploadCall = Pick<Call<typeof publicUploadChunk.access | typeof publicUploadWhole.access>, 'entry' | 'upload'>
