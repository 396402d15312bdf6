import type { Action, TeamRole } from '@holdall/api'
import { type Actor, isOpen, type VisitorActor } from './actor.ts'
import type { Item } from './target.store.ts'

const onContainers: ReadonlySet<Action> = new Set([
  'list',
  'create',
  'upload-remote',
  'request-files',
  'favourite',
  'convert-to-team',
])
const notOnRoots: ReadonlySet<Action> = new Set([
  'rename',
  'move',
  'copy',
  'trash',
  'destroy',
  'restore',
  'convert-to-team',
])
/** Of the roots, only on those of team folders. */
const notOnHomes: ReadonlySet<Action> = new Set(['share', 'list-links', 'favourite', 'manage-team', 'leave-team'])
const onTeamFoldersOnly: ReadonlySet<Action> = new Set(['manage-team', 'leave-team'])
const onLiveOnly: ReadonlySet<Action> = new Set([
  'create',
  'upload-remote',
  'request-files',
  'rename',
  'move',
  'copy',
  'share',
  'list-links',
  'convert-to-team',
])
const byViewers: ReadonlySet<Action> = new Set(['list', 'read'])
const byVisitors: ReadonlySet<Action> = new Set([...byViewers, 'download'])
const byRequestVisitors: ReadonlySet<Action> = new Set([...byViewers, 'create', 'rename', 'move', 'trash'])
/** What visitors upload remotely, an operator has to allow too: `refuseDisabled`. */
const byEditors: ReadonlySet<Action> = new Set([...byRequestVisitors, 'download', 'upload-remote'])

/** What a user has to be in a team folder, where it is enough to be a member of it. */
const byMembers: Readonly<Partial<Record<Action, TeamRole>>> = {
  list: 'can_view',
  read: 'can_view',
  download: 'can_view',
  copy: 'can_view',
  'list-links': 'can_view',
  favourite: 'can_view',
  'leave-team': 'can_view',
  create: 'can_edit',
  'upload-remote': 'can_edit',
  rename: 'can_edit',
  move: 'can_edit',
  trash: 'can_edit',
}

/** Whether this permission is one of the needed ones, or includes it: can_edit includes can_view. */
export function hasPermission(held: TeamRole | null | undefined, needed: TeamRole | readonly TeamRole[]): boolean {
  if (!held) return false
  return [needed].flat().some((one) => held === one || held === 'owner' || (held === 'can_edit' && one === 'can_view'))
}

function byLink({ permission, canDownload }: VisitorActor): ReadonlySet<Action> {
  if (permission === 'editor') return byEditors
  return canDownload ? byVisitors : byViewers
}

/** Whether visitors of a link may download what it shows, or see names and thumbnails only. */
export const canDownloadByLink = (visitor: VisitorActor): boolean => byLink(visitor).has('download')

/** The only permission check for entries, shared by all endpoints. Items are loaded by `loadItemsFor` the actor. */
export function can(actor: Actor, action: Action, item: Item): boolean {
  if (onContainers.has(action) && item.kind === 'file') return false
  if (item.kind === 'root' && (notOnRoots.has(action) || (notOnHomes.has(action) && !item.team))) return false
  if (onTeamFoldersOnly.has(action) && item.kind !== 'root') return false
  if (onLiveOnly.has(action) && item.trash_root_id !== null) return false
  switch (actor.kind) {
    case 'anonymous':
    case 'half':
      return false
    case 'user':
      return item.owner_id === actor.userId ? action !== 'leave-team' : canAsMember(actor.userId, action, item)
    case 'visitor': {
      if (!actor.unlocked || item.trash_root_id !== null || !item.path?.includes(actor.rootId)) return false
      if (item.id === actor.rootId && (notOnRoots.has(action) || notOnHomes.has(action))) return false
      return byLink(actor).has(action)
    }
    case 'request-visitor': {
      if (!isOpen(actor) || item.trash_root_id !== null || item.upload_request_id !== actor.requestId) return false
      if (!item.path?.includes(actor.rootId)) return false
      if (item.id === actor.rootId && (notOnRoots.has(action) || notOnHomes.has(action))) return false
      return byRequestVisitors.has(action)
    }
  }
}

/** The trash is the owner's; a member may only take back what that member has put there. */
function canAsMember(userId: string, action: Action, { team, trash_root_id, trashed_by }: Item): boolean {
  if (team?.memberId !== userId) return false
  const canEdit = hasPermission(team.permission, 'can_edit')
  if (trash_root_id !== null) return action === 'restore' && canEdit && trashed_by === userId
  if (action === 'share') return canEdit && team.membersCanShare
  const needed = byMembers[action]
  return needed !== undefined && hasPermission(team.permission, needed)
}
