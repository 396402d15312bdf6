import { abortUpload, uploadChunk, uploadState, uploadWhole } from '@holdall/api'
import { openBlobs } from '../blobs/open.ts'
import { presentEntry } from '../files/present.ts'
import { type EntryRow, homeOf, type Space } from '../files/space.ts'
import { ownerView } from '../files/view.ts'
import { type Call, handle, type Route, userIdOf, userOf } from '../http/handle.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { bodyOf } from './body.ts'
import { presentUpload } from './present.ts'
import { type Wanted, wantedChunk, wantedWhole } from './request.ts'
import { createUploads, type Received } from './service.ts'
import { findUpload } from './store.ts'

export function uploadRoutes(services: Services): Route[] {
  const { db, ids, log } = services
  const uploads = createUploads(services, openBlobs(services.config))

  async function receive(call: Call, space: Space, parentId: string, wanted: Wanted): Promise<Received> {
    if (!call.upload) throw refuse('unsupported-media-type')
    const userId = userIdOf(call)
    return uploads.receive({
      actor: `u:${userId}`,
      creatorId: userId,
      space,
      parentId,
      wanted,
      bytes: bodyOf(call.upload.open()),
      announced: announcedBy(call),
    })
  }

  async function file(call: Call, space: Space, entry: EntryRow) {
    const view = await ownerView(services, userOf(call), space.root_id, [entry])
    return { data: presentEntry(entry, view) }
  }

  return [
    handle(uploadChunk, async ({ body }, call) => {
      const space = await homeOf(db, userIdOf(call))
      const parentId = folderId(body.parent_id) ?? space.root_id
      const received = await receive(call, space, parentId, wantedChunk(body, parentId))
      if (received.kind === 'progress') return { data: presentUpload(received.upload) }
      void call.reply.code(201)
      return file(call, space, received.entry)
    }),

    handle(uploadWhole, async ({ body }, call) => {
      const space = await homeOf(db, userIdOf(call))
      const parentId = folderId(body.parent_id) ?? space.root_id
      const received = await receive(call, space, parentId, wantedWhole(body, ids.next()))
      if (received.kind === 'progress') {
        log.error('a whole upload ended as a part')
        throw refuse('internal')
      }
      return file(call, space, received.entry)
    }),

    handle(uploadState, async ({ params }, call) => {
      const upload = await findUpload(db, { actor: `u:${userIdOf(call)}`, upload_id: params.upload_id })
      if (!upload || upload.expires_at <= services.clock.now()) throw refuse('not-found')
      return { data: presentUpload(upload) }
    }),

    handle(abortUpload, async ({ params }, call) => {
      await uploads.abort({ actor: `u:${userIdOf(call)}`, upload_id: params.upload_id })
      return {}
    }),
  ]
}

const folderId = (id: string | undefined) => (id === '' || id === 'null' ? undefined : id)

function announcedBy({ request }: Call): number | undefined {
  const length = Number(request.headers['content-length'])
  return Number.isSafeInteger(length) && length > 0 ? length : undefined
}
