import type { Entry } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { FolderOrder } from '../entries/listing-order.store.ts'
import { presentEntry } from '../entries/present-entry.ts'
import { ownerView } from '../entries/present-owned-entries.ts'
import { favouritesOf } from './favourite.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret'>

/** The favourites that are not in the trash: in this order, otherwise in the order in which they were added. */
export async function readFavourites(services: Deps, actor: UserActor, order: FolderOrder | null): Promise<Entry[]> {
  const rows = await favouritesOf(services.db, actor.userId, order)
  if (rows.length === 0) return []
  const { root_id: topId } = await homeOf(services.db, actor.userId)
  const view = await ownerView(services, actor, topId, rows)
  return rows.map((row) => presentEntry(row, view))
}
