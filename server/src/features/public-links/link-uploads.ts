import type { FastifyRequest } from 'fastify'
import { type LinkActor, uploaderOf } from '../../access/actor.ts'
import { refuseRestricted } from '../../access/restrictions.ts'
import type { UploadBody } from '../../http/multipart-upload.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import type { Space } from '../entries/space.store.ts'
import type { UploadRequest } from '../uploads/parse-upload-request.ts'
import { announcedBy } from '../uploads/routes.ts'
import type { SenderIds } from '../uploads/sending-link.ts'
import { bodyOf } from '../uploads/upload-body.ts'
import type { Received, Uploads } from '../uploads/upload-service.ts'

interface Deps {
  readonly db: Db
  readonly uploads: Uploads
}

interface LinkUpload {
  readonly actor: LinkActor
  readonly sender: SenderIds
  readonly space: Space
  readonly parentId: string
  readonly request: FastifyRequest
  readonly upload: UploadBody | undefined
  readonly requested: UploadRequest
  /** Throws when the visitor may not upload there any more. */
  readonly admit: (at: Db) => Promise<unknown>
  /** The same in the transaction that creates the file; by default `admit`. */
  readonly admitFile?: (trx: Trx) => Promise<unknown>
}

/** Receives bytes by a link. Quota and limits are those of its owner; nobody is the creator of the files. */
export async function receiveByLink({ db, uploads }: Deps, sent: LinkUpload): Promise<Received> {
  const { sender, space, parentId, request, upload, requested, admit, admitFile = admit } = sent
  if (!upload) throw refuse('unsupported-media-type')
  if (requested.folders.length > 0) await refuseRestricted(db, sent.actor, 'create-folder')
  const actor = uploaderOf(sent.actor)
  let isClosed = false
  const watched =
    <T extends Db>(check: (at: T) => Promise<unknown>) =>
    async (at: T) => {
      try {
        await check(at)
      } catch (error) {
        isClosed = error instanceof Refusal
        throw error
      }
    }
  try {
    return await uploads.receive({
      actor,
      creatorId: null,
      link: { ...sender, admit: watched(admitFile) },
      space,
      parentId,
      requested,
      bytes: whileAdmitted(() => watched(admit)(db), bodyOf(upload.open())),
      announced: announcedBy(request),
    })
  } catch (error) {
    // It can never be continued: its quota is free at once.
    if (isClosed) await uploads.abort({ actor, upload_id: requested.uploadId })
    throw error
  }
}

/** The same bytes, which may take hours to arrive; at their end it is checked again whether they may be sent. */
async function* whileAdmitted<T>(admit: () => Promise<unknown>, bytes: AsyncIterable<T>): AsyncGenerator<T> {
  yield* bytes
  await admit()
}
