import { browseRemoteUploads, createRemoteUpload, removeRemoteUpload } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentRemoteUpload } from './present-remote-upload.ts'
import type { RemoteUploads } from './remote-upload-service.ts'
import { folderNames, type RemoteUploadWithFiles, remoteUploadsOf } from './remote-upload.store.ts'

type Deps = Pick<Infrastructure, 'db'> & { readonly remoteUploads: RemoteUploads }

export function remoteUploadRoutes({ db, remoteUploads }: Deps): Route[] {
  const present = async (found: readonly RemoteUploadWithFiles[], topId: string) => {
    const names = await folderNames(
      db,
      found.map(({ row }) => row.parent_id),
    )
    return found.map((each) => presentRemoteUpload(each, { topId, folderNames: names }))
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
      const [data] = await present([created], home.root_id)
      return { data: data! }
    }),

    handle(browseRemoteUploads, async (_input, { actor }) => {
      const { root_id: topId } = await homeOf(db, actor.userId)
      return { data: await present(await remoteUploadsOf(db, actor.userId), topId) }
    }),

    handle(removeRemoteUpload, async ({ params }, { actor }) => {
      await remoteUploads.remove({ userId: actor.userId }, params.id)
      return {}
    }),
  ]
}
