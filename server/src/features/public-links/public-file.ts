import { publicDirect } from '@holdall/api'
import type { VisitorActor } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { type Opened, openedBy } from './public-link.store.ts'
import { refusalOfEnded } from './share-grants.ts'

/**
 * The one file of a link without a password, for addresses that are used outside of the pages of the link. Throws
 * `share-locked` for a link with one, also where this browser has unlocked it, and `not-found` for a link to a folder.
 */
export async function publicFileOf(db: Db, visitor: VisitorActor): Promise<Opened> {
  const found = await openedBy(db, visitor.shareId)
  // The link may have ended since the visitor was authorised.
  if (!found) throw await refusalOfEnded(db, visitor.token)
  if (found.share.password_hash !== null) throw refuse('share-locked')
  await authorise({ db }, visitor, publicDirect.access.targets, { params: {}, query: {}, body: {} })
  if (found.entry.kind !== 'file') throw refuse('not-found')
  return found
}
