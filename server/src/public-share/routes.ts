import { publicFile, publicFindByPrefix, publicFolder, publicShare, publicTree, unlockShare } from '@holdall/api'
import { grantVisit, type Visitor } from '../access/visitor.ts'
import { isPassword } from '../auth/passwords.ts'
import { addressOf } from '../content/address.ts'
import { browse, findByPrefix, folderTree } from '../files/browse.ts'
import { presentEntry, presentListing, type View } from '../files/present.ts'
import { type Call, handle, type Route } from '../http/handle.ts'
import { refuse, refuseSecret } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { presentPublicShare } from './present.ts'
import { type Opened, openedBy } from './store.ts'

export function publicShareRoutes(services: Services): Route[] {
  const { db } = services

  async function opened(visitor: Visitor): Promise<Opened> {
    const found = await openedBy(db, visitor.shareId)
    if (!found) throw refuse('not-found')
    return found
  }

  /** The shared entry is the top: what lies above it, and its owner's links, do not exist. */
  const viewOf = (visitor: Visitor): View => ({
    topId: visitor.rootId,
    address: (file) =>
      addressOf(services, { kind: 'share', token: visitor.token, grantVersion: visitor.grantVersion }, file),
    shares: new Map(),
    origin: '',
    now: services.clock.now(),
  })

  return [
    handle(publicShare, async (_input, call) => {
      const visitor = visitorIn(call)
      return { data: presentPublicShare(await opened(visitor), visitor.unlocked) }
    }),

    handle(unlockShare, async ({ body }, call) => {
      const found = await opened(visitorIn(call))
      if (found.share.password_hash !== null) {
        if (!(await isPassword(found.share.password_hash, body.password))) throw refuseSecret('bad-credentials')
        await grantVisit(services, found.share, call.request, call.reply)
      }
      return { data: presentPublicShare(found, true) }
    }),

    handle(publicFolder, async ({ params, query }, call) => {
      const visitor = visitorIn(call)
      const { entry } = await opened(visitor)
      const id = params.id === 'all' ? visitor.rootId : params.id
      const { folder, found, ancestors } = await browse(db, entry.space_id, id, visitor.rootId, query)
      return presentListing(found, folder, ancestors, viewOf(visitor))
    }),

    handle(publicFindByPrefix, async ({ params, query }, call) => {
      const visitor = visitorIn(call)
      const { entry } = await opened(visitor)
      const id = params.id === 'all' ? visitor.rootId : params.id
      return { data: await findByPrefix(db, entry.space_id, id, query) }
    }),

    handle(publicFile, async (_input, call) => {
      const visitor = visitorIn(call)
      const { entry } = await opened(visitor)
      if (entry.kind !== 'file') throw refuse('not-found')
      return { data: presentEntry(entry, viewOf(visitor)) }
    }),

    handle(publicTree, async ({ query }, call) => {
      const visitor = visitorIn(call)
      return { data: await folderTree(db, query.parent_id ?? visitor.rootId, visitor.rootId, query) }
    }),
  ]
}

function visitorIn({ actor }: Call): Visitor {
  if (actor.kind !== 'visitor') throw new Error('a handler for visitors was reached by somebody else')
  return actor
}
