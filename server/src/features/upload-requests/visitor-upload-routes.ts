import { requestedAbortUpload, requestedUploadChunk, requestedUploadState, requestedUploadWhole } from '@holdall/api'
import { can } from '../../access/can.ts'
import { type RequestVisitorActor, type RequestVisitorOf, uploaderOf } from '../../access/actor.ts'
import { loadItems, pathFor } from '../../access/target.store.ts'
import { type Call, handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentEntry } from '../entries/present-entry.ts'
import { type EntryRow, spaceOf } from '../entries/space.store.ts'
import { receiveByLink } from '../public-links/link-uploads.ts'
import { senderOf } from '../public-links/visitor-cookie.ts'
import { parseChunkRequest, parseWholeRequest, type UploadRequest } from '../uploads/parse-upload-request.ts'
import { presentUpload } from '../uploads/present-upload.ts'
import type { Received, Uploads } from '../uploads/upload-service.ts'
import { findUpload } from '../uploads/upload.store.ts'
import { requestView, spaceIdOf } from './request-view.ts'
import { readmit, type RequestVisit } from './request-visitor.ts'
import { noteUploading, receiver, type RequestDeps } from './upload-request-service.ts'

type Deps = RequestDeps &
  Pick<Infrastructure, 'config' | 'log' | 'secret'> & {
    readonly requestVisitorOf: RequestVisitorOf
    readonly uploads: Uploads
  }

/** Uploads through a request. The first file makes its folder, in the transaction that creates the file. */
export function requestUploadRoutes(services: Deps): Route[] {
  const { clock, db, ids, log, requestVisitorOf, uploads } = services

  async function receive(
    visit: RequestVisit,
    { entry: folder, request, upload }: UploadCall,
    requested: UploadRequest,
  ): Promise<Received> {
    const { requestId, rootId } = visit.visitor
    const space = await spaceOf(db, spaceIdOf(visit.visitor))
    await noteUploading(services, requestId)
    const receiveInto = await receiver(services)
    return receiveByLink(services, {
      actor: visit.visitor,
      sender: { share_id: null, upload_request_id: requestId },
      space,
      parentId: folder?.id ?? rootId,
      request,
      upload,
      requested,
      admit: (at) => readmit(requestVisitorOf, visit, at),
      async admitFile(trx) {
        await readmit(requestVisitorOf, visit, trx)
        await receiveInto(trx, space, requestId, 1)
      },
    })
  }

  /** An upload that was finished before is answered again; its file may have been moved out of the folder since. */
  async function file(visitor: RequestVisitorActor, entry: EntryRow) {
    // Its folder may have been made with this file.
    const current = await requestVisitorOf(visitor.token)
    const [item] = await loadItems(db, [entry.id], pathFor(current))
    if (!item || !can(current, 'read', item)) throw refuse('not-found')
    return { data: presentEntry(item, await requestView(services, current, [item])) }
  }

  return [
    handle(requestedUploadChunk, async (input, call) => {
      const { actor: visitor, entry: folder, reply, request } = call
      const visit = { endpoint: requestedUploadChunk, input, visitor }
      const requested = parseChunkRequest(input.body, folder?.id ?? visitor.rootId, senderOf(request))
      const received = await receive(visit, call, requested)
      if (received.kind === 'progress') return { data: presentUpload(received.upload) }
      void reply.code(201)
      return file(visitor, received.entry)
    }),

    handle(requestedUploadWhole, async (input, call) => {
      const { actor: visitor } = call
      const visit = { endpoint: requestedUploadWhole, input, visitor }
      const received = await receive(visit, call, parseWholeRequest(input.body, ids.next()))
      if (received.kind === 'progress') {
        log.error('a whole upload ended without a file')
        throw refuse('internal')
      }
      return file(visitor, received.entry)
    }),

    handle(requestedUploadState, async ({ params }, { actor: visitor }) => {
      const upload = await findUpload(db, { actor: uploaderOf(visitor), upload_id: params.upload_id })
      if (!upload || upload.expires_at <= clock.now()) throw refuse('not-found')
      return { data: presentUpload(upload) }
    }),

    handle(requestedAbortUpload, async ({ params }, { actor: visitor }) => {
      await uploads.abort({ actor: uploaderOf(visitor), upload_id: params.upload_id })
      return {}
    }),
  ]
}

type UploadCall = Pick<
  Call<typeof requestedUploadChunk.access | typeof requestedUploadWhole.access>,
  'entry' | 'request' | 'upload'
>
