import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import { onCommit, type Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Space } from '../entries/space.store.ts'
import { endLinksOfMembers } from '../share-links/ending-links.store.ts'
import { abandonUpload } from '../uploads/upload.store.ts'
import { deleteFavouritesIn, deleteMember, uploadsInto } from './team.store.ts'

/**
 * Ends all that a member has by changing what is in a team folder: unfinished uploads, and the links that the member made,
 * because whoever made a link knows it.
 */
export async function endEditing(
  trx: Trx,
  { space, userId, now }: { readonly space: Space; readonly userId: string; readonly now: number },
): Promise<void> {
  await endLinksOfMembers(trx, { space, userId, now })
  for (const upload of await uploadsInto(trx, space.id, userId)) await abandonUpload(trx, upload, now)
}

/** Ends a membership and all that the member has by it, downloads under way included. Returns whether there was one. */
export async function endMembership(
  { realtime }: Pick<Infrastructure, 'realtime'>,
  trx: Trx,
  ending: { readonly space: Space; readonly userId: string; readonly now: number },
): Promise<boolean> {
  const { space, userId } = ending
  await endEditing(trx, ending)
  await deleteFavouritesIn(trx, space.id, userId)
  if (!(await deleteMember(trx, space.id, userId))) return false
  recordTeams(trx, [space.owner_id])
  onCommit(trx, () => realtime.endMembership({ userId, spaceId: space.id }))
  return true
}
