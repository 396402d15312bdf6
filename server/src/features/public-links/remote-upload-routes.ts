import { publicCreateRemoteUpload, publicRemoteUploads, publicRemoveRemoteUpload } from '@holdall/api'
import type { VisitorActor, VisitorOf } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import { can } from '../../access/can.ts'
import { refuseDisabled } from '../../access/refuse-disabled.ts'
import { refuseRestricted } from '../../access/restrictions.ts'
import { loadItemsFor } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { spaceOf } from '../entries/space.store.ts'
import type { RemoteUploadByLink } from '../remote-uploads/fetch-remote-file.ts'
import { presentRemoteUpload } from '../remote-uploads/present-remote-upload.ts'
import type { RemoteUploads } from '../remote-uploads/remote-upload-service.ts'
import { remoteUploadsOfVisitor, type RemoteUploadWithFiles } from '../remote-uploads/remote-upload.store.ts'
import { shareById } from '../share-links/share-link.store.ts'
import { linkVisitorOf, rememberLinkVisitor } from './link-visitor.ts'
import { readmit } from './readmit-visitor.ts'

type Deps = Pick<Infrastructure, 'config' | 'db' | 'ids' | 'throttle'> & {
  readonly remoteUploads: RemoteUploads
  readonly visitorOf: VisitorOf
}

/** Files that the server fetches for visitors. Their bytes are of the owner of the link; nobody is their creator. */
export function publicRemoteUploadRoutes(services: Deps): Route[] {
  const { db, remoteUploads, throttle, visitorOf } = services

  /** Of folders that were moved out of the shared one since, visitors do not get the name. */
  const present = async (visitor: VisitorActor, found: readonly RemoteUploadWithFiles[]) => {
    const ids = [...new Set(found.map(({ row }) => row.parent_id))]
    const folders = (await loadItemsFor(db, visitor, ids)).filter((item) => can(visitor, 'list', item))
    const folderNames = new Map(folders.map(({ id, name }) => [id, name]))
    return found.map((each) => presentRemoteUpload(each, { topId: visitor.rootId, folderNames }))
  }

  return [
    handle(publicCreateRemoteUpload, async (input, { actor: visitor, entry: folder, request, reply }) => {
      const visit = { endpoint: publicCreateRemoteUpload, input, visitor, request }
      // Of one link, however many visitors it has: requests of this server to other ones.
      await throttle.begin('remote-upload', [{ kind: 'account', value: `link:${visitor.shareId}` }])
      const created = await remoteUploads.create({
        userId: visitor.ownerId,
        creatorId: null,
        visitor: rememberLinkVisitor(services, visitor, request, reply),
        space: await spaceOf(db, folder.space_id),
        parentId: folder.id,
        urls: input.body.urls,
        admit: (trx) => readmit(visitorOf, visit, trx),
      })
      const [data] = await present(visitor, [created])
      return { data: data! }
    }),

    handle(publicRemoteUploads, async (_input, { actor: visitor, request }) => {
      const by = linkVisitorOf(visitor, request)
      return { data: by ? await present(visitor, await remoteUploadsOfVisitor(db, by)) : [] }
    }),

    handle(publicRemoveRemoteUpload, async ({ params }, { actor: visitor, request }) => {
      const by = linkVisitorOf(visitor, request)
      if (!by) throw refuse('not-found')
      await remoteUploads.remove({ userId: visitor.ownerId, visitor: by }, params.id)
      return {}
    }),
  ]
}

/**
 * Throws where the link by which a remote upload was started does not allow it any more. Its password was given when it
 * was started, and a new one has ended it.
 */
export async function readmitRemoteUpload(
  services: Pick<Infrastructure, 'db' | 'settings'> & { readonly visitorOf: VisitorOf },
  at: Db,
  { shareId, parentId }: RemoteUploadByLink,
): Promise<void> {
  const { targets } = publicCreateRemoteUpload.access
  const share = await shareById(at, shareId)
  if (!share) throw refuse('not-found')
  const visitor = { ...(await services.visitorOf(share.token, {}, at)), unlocked: true }
  // Settings are not read within a transaction, which would wait for them.
  if (at === services.db) await refuseDisabled(services, visitor, targets)
  await refuseRestricted(at, visitor, 'upload')
  await authorise({ db: at }, visitor, targets, { params: {}, query: {}, body: { parent_id: parentId } })
}
