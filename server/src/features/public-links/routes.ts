import { publicFile, publicFindByPrefix, publicFolder, publicShare, publicTree, unlockShare } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { VisitorActor } from '../../access/actor.ts'
import { grantVisit, refusalOfEnded } from './share-grants.ts'
import { isPassword } from '../../infrastructure/passwords/passwords.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { browse, findByPrefix } from '../entries/browse-folder.ts'
import { folderTree } from '../entries/folder-tree.ts'
import { presentEntry, presentListing } from '../entries/present-entry.ts'
import { visitorView } from '../entries/present-shared-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import type { ShareLog } from '../../infrastructure/activity/share-log.ts'
import { networkOf } from '../../infrastructure/activity/visitor-network.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentPublicShare } from './present-public-link.ts'
import { type Opened, openedBy } from './public-link.store.ts'
import { markVisitor } from './visitor-cookie.ts'

export function publicShareRoutes(
  services: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'ids' | 'secret' | 'settings' | 'transact'> & {
    readonly shareLog: ShareLog
  },
): Route[] {
  const { db, settings } = services

  async function opened(visitor: VisitorActor): Promise<Opened> {
    const found = await openedBy(db, visitor.shareId)
    // The link may have ended since the visitor was authorised.
    if (!found) throw await refusalOfEnded(db, visitor.token)
    return found
  }

  const present = async (found: Opened, unlocked: boolean) => {
    const avatars = await readAvatars(db, unlocked ? [found.owner.id] : [])
    const canUploadRemote = found.share.permission === 'editor' && (await settings.get('shares.remote_uploads'))
    return { data: presentPublicShare(found, avatars.get(found.owner.id) ?? null, { unlocked, canUploadRemote }) }
  }

  const logOpening = ({ shareId }: VisitorActor, { ip }: Pick<FastifyRequest, 'ip'>) =>
    services.shareLog.opened({ shareId, network: networkOf(ip) })

  return [
    handle(publicShare, async (_input, { actor: visitor, request, reply }) => {
      const found = await opened(visitor)
      if (visitor.permission === 'editor') markVisitor(services, request, reply)
      if (visitor.unlocked) logOpening(visitor, request)
      return present(found, visitor.unlocked)
    }),

    handle(unlockShare, async ({ body }, { actor: visitor, request, reply }) => {
      const found = await opened(visitor)
      if (found.share.password_hash !== null) {
        if (!(await isPassword(found.share.password_hash, body.password))) throw refuseSecret('bad-credentials')
        await grantVisit(services, found.share, request, reply)
      }
      logOpening(visitor, request)
      return present(found, true)
    }),

    handle(publicFolder, async ({ query }, { actor: visitor, entry: folder }) => {
      const { found, ancestors } = await browse(db, folder, { root_id: visitor.rootId, kind: 'link' }, query)
      return presentListing(found, folder, ancestors, await visitorView(services, visitor, found.rows))
    }),

    handle(publicFindByPrefix, async ({ query }, { entry: folder }) => ({
      data: await findByPrefix(db, folder, query),
    })),

    handle(publicFile, async (_input, { actor: visitor }) => {
      const { entry } = await opened(visitor)
      if (entry.kind !== 'file') throw refuse('not-found')
      return { data: presentEntry(entry, await visitorView(services, visitor, [entry])) }
    }),

    handle(publicTree, ({ query }, { actor: visitor, entry: folder }) =>
      folderTree(db, folder.id, visitor.rootId, query),
    ),
  ]
}
