import { browseRemoteUploads, createRemoteUpload, removeRemoteUpload } from '@holdall/api'
import { can } from '../../access/can.ts'
import { homeOf, loadItemsFor } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { presentRemoteUpload } from './present-remote-upload.ts'
import type { RemoteUploads } from './remote-upload-service.ts'
import { type RemoteUploadWithFiles, remoteUploadsOf } from './remote-upload.store.ts'

type Deps = Pick<Infrastructure, 'db'> & { readonly remoteUploads: RemoteUploads }

export function remoteUploadRoutes({ db, remoteUploads }: Deps): Route[] {
  /** Of folders that were moved out of a team folder since, and of one that the user has left, there is no name. */
  const present = async (actor: UserActor, found: readonly RemoteUploadWithFiles[], topId: string) => {
    const ids = [...new Set(found.map(({ row }) => row.parent_id))]
    const folders = (await loadItemsFor(db, actor, ids)).filter((item) => can(actor, 'list', item) && item.id !== topId)
    const folderNames = new Map(folders.map(({ id, name }) => [id, name]))
    return found.map((each) => presentRemoteUpload(each, { topId, folderNames }))
  }

  return [
    handle(createRemoteUpload, async ({ body }, { actor, entry, space, home }) => {
      const created = await remoteUploads.create({
        userId: actor.userId,
        creatorId: actor.userId,
        space,
        parentId: entry.id,
        urls: body.urls,
      })
      const [data] = await present(actor, [created], home.root_id)
      return { data: data! }
    }),

    handle(browseRemoteUploads, async (_input, { actor }) => {
      const { root_id: topId } = await homeOf(db, actor.userId)
      return { data: await present(actor, await remoteUploadsOf(db, actor.userId), topId) }
    }),

    handle(removeRemoteUpload, async ({ params }, { actor }) => {
      await remoteUploads.remove({ userId: actor.userId }, params.id)
      return {}
    }),
  ]
}
