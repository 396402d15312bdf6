import type { Db } from '../../infrastructure/db/transact.ts'
import type { EntryRow } from '../entries/space.store.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'

export interface Opened {
  readonly share: ShareRow
  readonly entry: EntryRow
  readonly owner: { readonly id: string; readonly name: string; readonly color: string }
}

/** A link with its entry, unless that is in the trash. */
export async function openedBy(db: Db, shareId: string): Promise<Opened | undefined> {
  const share = await db.selectFrom('shares').selectAll().where('id', '=', shareId).executeTakeFirst()
  if (!share) return undefined
  const entry = await db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', share.entry_id)
    .where('owner_id', '=', share.owner_id)
    .where('trash_root_id', 'is', null)
    .executeTakeFirst()
  const owner = await db
    .selectFrom('users')
    .select(['id', 'name', 'color'])
    .where('id', '=', share.owner_id)
    .executeTakeFirst()
  return entry && owner && { share, entry, owner }
}
