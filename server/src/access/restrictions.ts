import type { RestrictedAction, User } from '@holdall/api'
import { refuse } from '../infrastructure/errors/refusal.ts'
import type { Db } from '../infrastructure/db/transact.ts'
import type { Actor } from './actor.ts'
import { findRestrictions, type RestrictionRow } from './restriction.store.ts'

type OnWire = User['meta']['restrictions']

/** What an account may do now. The text of the reason is left to whoever knows the language of the reader. */
export interface Restrictions extends Omit<OnWire, 'reason'> {
  /** In the words of the administrator; null where there are none. */
  readonly reason: string | null
}

/** Bytes; `capacity` is null where storage is not limited. */
interface StorageUse {
  readonly used: number
  readonly capacity: number | null
}

/**
 * What an account may do, in one place for all features. A full storage takes uploads only: users have to be able to
 * download what they want to delete. What an administrator has decided is the cause that is told first.
 */
export function restrictionsOf(account: RestrictionRow, { used, capacity }: StorageUse): Restrictions {
  const isFull = capacity !== null && used >= capacity
  const byAdministrator = [
    account.upload_restricted,
    account.download_restricted,
    account.folder_restricted,
    account.team_folder_restricted,
    account.invitation_restricted,
  ].includes(1)
  return {
    canUpload: !isFull && !account.upload_restricted,
    canDownload: !account.download_restricted,
    canCreateFolder: !account.folder_restricted,
    canCreateTeamFolder: !account.team_folder_restricted,
    canInviteTeamMembers: !account.invitation_restricted,
    cause: byAdministrator ? 'administrator' : isFull ? 'storage' : null,
    reason: byAdministrator ? account.restriction_reason : null,
  }
}

const UNLIMITED: StorageUse = { used: 0, capacity: null }

const flags = {
  upload: 'canUpload',
  download: 'canDownload',
  'create-folder': 'canCreateFolder',
  'create-team-folder': 'canCreateTeamFolder',
  invite: 'canInviteTeamMembers',
} as const satisfies Record<RestrictedAction, keyof Restrictions>

/** The accounts whose restrictions bind an actor: visitors of a link of a member do nothing that the member may not do. */
function boundBy(actor: Actor): readonly string[] {
  switch (actor.kind) {
    case 'user':
      return [actor.userId]
    case 'visitor':
      return actor.creatorId === null ? [actor.ownerId] : [actor.ownerId, actor.creatorId]
    case 'request-visitor':
      return [actor.ownerId]
    case 'half':
    case 'anonymous':
      return []
  }
}

/**
 * Throws where an administrator has taken the action from the user, or from the owner or the creator of a visitor's link.
 * Visitors do not get the reason. The quota is not looked at: the transaction that charges bytes decides about it.
 */
export async function refuseRestricted(db: Db, actor: Actor, action: RestrictedAction): Promise<void> {
  for (const accountId of boundBy(actor)) {
    const account = await findRestrictions(db, accountId)
    if (!account) continue
    const restrictions = restrictionsOf(account, UNLIMITED)
    if (restrictions[flags[action]]) continue
    const { reason } = restrictions
    throw refuse(`${action}-restricted`, {
      ...(actor.kind === 'user' && (reason === null ? { text: 'restriction.administrator' } : { message: reason })),
    })
  }
}

/**
 * Throws where an administrator has taken this from the owner of a team folder, in which the user is a member: the files
 * are the owner's. The reason is not told.
 */
export async function refuseRestrictedOwners(
  db: Db,
  actor: Actor,
  ownerIds: Iterable<string>,
  action: RestrictedAction,
): Promise<void> {
  if (actor.kind !== 'user') return
  for (const ownerId of new Set(ownerIds)) {
    if (ownerId === actor.userId) continue
    const account = await findRestrictions(db, ownerId)
    if (account && !restrictionsOf(account, UNLIMITED)[flags[action]]) {
      throw refuse('owner-restricted', { text: 'error.owner-restricted.team' })
    }
  }
}
