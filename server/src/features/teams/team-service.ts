import { MAX_TEAM_FOLDERS, type TeamPermission } from '@holdall/api'
import type { Item } from '../../access/target.store.ts'
import { recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { changeSizeOf } from '../entries/change-size.store.ts'
import type { Appearance } from '../entries/entry.store.ts'
import { nameFrom } from '../entries/entry-name-rules.ts'
import { count, freeName } from '../entries/entry-placement.store.ts'
import { entryOf, forOwner, inSpace, inSpaces, membersOf, publishTo, type Space } from '../entries/space.store.ts'
import { insertRoot } from '../entries/root.store.ts'
import { changeSpace, uncount } from '../entries/subtree.store.ts'
import { endLinksOfMembers } from '../share-links/ending-links.store.ts'
import { followMovedEntries } from '../space-moves/follow-moved-entries.ts'
import { beginSpaceMove, deleteTeamSpace, refuseUnfinishedMoves } from '../space-moves/space-move.store.ts'
import { shift } from '../storage/quota.store.ts'
import { pendingInvitations } from '../team-invitations/invitation.store.ts'
import { readMemberLimit } from '../users/member-limit.ts'
import { endEditing, endMembership } from './end-membership.ts'
import { invite, type InviteDeps, type Invitee, refuseInviting, withdraw, withdrawAll } from './invite.ts'
import {
  countOwnTeamFolders,
  insertTeamSpace,
  makeFolder,
  makeRoot,
  recordHome,
  setMembersCanShare,
  setPermission,
  updateTeamRoot,
} from './team.store.ts'

export type TeamDeps = InviteDeps & Pick<Infrastructure, 'engine' | 'realtime' | 'transact' | 'transactBulk'>

async function refuseMore(trx: Trx, ownerId: string): Promise<void> {
  if ((await countOwnTeamFolders(trx, ownerId)) < MAX_TEAM_FOLDERS) return
  throw refuse('too-many-team-folders', {
    text: 'error.too-many-team-folders.count',
    values: { count: MAX_TEAM_FOLDERS },
  })
}

interface NewTeamFolder extends Appearance {
  readonly name: string
  readonly invitations: readonly Invitee[]
  readonly members_can_share?: boolean | undefined
}

/** Returns the id of the team folder. */
export async function createTeamFolder(deps: TeamDeps, actor: UserActor, folder: NewTeamFolder): Promise<string> {
  const { clock, ids, transact } = deps
  const name = nameFrom(folder.name)
  await refuseInviting(deps, actor, folder.invitations.length)
  const space: Space = {
    id: ids.next(),
    kind: 'team',
    owner_id: actor.userId,
    root_id: ids.next(),
    members_can_share: folder.members_can_share ? 1 : 0,
  }
  const memberLimit = await readMemberLimit(deps.settings)
  await forOwner(transact, actor.userId, async (trx) => {
    await refuseMore(trx, actor.userId)
    await insertTeamSpace(trx, space)
    await insertRoot(trx, { space, name, color: folder.color, emoji: folder.emoji, now: clock.now() })
    recordActivity(trx, 'created', [{ id: space.root_id, name, kind: 'root', parent_id: null }], { space })
    recordTeams(trx, [actor.userId])
    await invite(deps, trx, { space, name, invitees: folder.invitations, memberLimit })
  })
  return space.root_id
}

/** A folder of the home, with all below it, becomes a team folder. Its id and its links stay. */
export async function convertToTeamFolder(
  deps: TeamDeps,
  actor: UserActor,
  { home, folder }: { readonly home: Space; readonly folder: Item },
  { invitations, members_can_share }: Pick<NewTeamFolder, 'invitations' | 'members_can_share'>,
): Promise<void> {
  const { clock, ids } = deps
  if (folder.space_id !== home.id) throw refuse('team-in-team')
  await refuseInviting(deps, actor, invitations.length)
  const space: Space = {
    id: ids.next(),
    kind: 'team',
    owner_id: home.owner_id,
    root_id: folder.id,
    members_can_share: members_can_share ? 1 : 0,
  }
  await followMovedEntries(deps, [{ space: home, ids: [folder.id] }])
  const { isLarge, transact } = await changeSizeOf(deps, [{ ids: [folder.id] }])
  const memberLimit = await readMemberLimit(deps.settings)
  await inSpace(transact, home, async (trx) => {
    await refuseUnfinishedMoves(trx, [home])
    const found = await entryOf(trx, home.id, folder.id)
    if (found?.kind !== 'folder') throw refuse('not-found')
    await refuseMore(trx, home.owner_id)
    await uncount(trx, [found.id])
    await insertTeamSpace(trx, space)
    if (isLarge) await beginSpaceMove(trx, [found.id], space, clock.now())
    else await changeSpace(trx, [found.id], { from: home.id, to: space.id })
    await makeRoot(trx, found.id, clock.now())
    await shift(trx, home.owner_id, { bytes: 0, items: -1 })
    recordTeams(trx, [home.owner_id])
    await invite(deps, trx, { space, name: found.name, invitees: invitations, memberLimit })
  })
  if (isLarge) await followMovedEntries(deps, [{ space: home }])
}

interface TeamFolderChange extends Appearance {
  readonly name?: string | undefined
  readonly members?: readonly { readonly id: string; readonly permission: TeamPermission }[] | undefined
  readonly invitations?: readonly Invitee[] | undefined
  readonly members_can_share?: boolean | undefined
}

/** `members` and `invitations` are all that there shall be. Nobody becomes a member without accepting an invitation. */
export async function updateTeamFolder(
  deps: TeamDeps,
  actor: UserActor,
  space: Space,
  change: TeamFolderChange,
): Promise<void> {
  const { clock, db, transact, transactBulk } = deps
  const { name: rawName, color, emoji, members, invitations, members_can_share: canShare } = change
  const name = rawName === undefined ? undefined : nameFrom(rawName)
  const pending = (await pendingInvitations(db, [space.id])).filter((row) => row.expires_at > clock.now())
  const known = new Set(pending.map((row) => row.email))
  await refuseInviting(deps, actor, (invitations ?? []).filter(({ email }) => !known.has(email)).length)
  const memberLimit = await readMemberLimit(deps.settings)
  // Links that members made may end, and with them any number of visits.
  await inSpace(members || canShare === false ? transactBulk : transact, space, async (trx) => {
    const now = clock.now()
    const before = await membersOf(trx, space.id)
    recordTeams(trx, [space.owner_id, ...before.map((member) => member.user_id)])
    if (name !== undefined || color !== undefined || emoji !== undefined) {
      await updateTeamRoot(trx, space.root_id, { name, color, emoji, now })
    }
    if (canShare !== undefined) await setMembersCanShare(trx, space.id, canShare ? 1 : 0)
    if (canShare === false) await endLinksOfMembers(trx, { space, userId: null, now })
    if (members) {
      const wanted = new Map(members.map(({ id, permission }) => [id, permission]))
      for (const { user_id: userId, permission } of before) {
        const next = wanted.get(userId)
        if (next === undefined) await endMembership(deps, trx, { space, userId, now })
        else if (next !== permission) {
          await setPermission(trx, space.id, userId, next)
          if (next === 'can_view') await endEditing(trx, { space, userId, now })
        }
      }
    }
    if (invitations) {
      const wanted = new Set(invitations.map(({ email }) => email))
      for (const pending of await pendingInvitations(trx, [space.id])) {
        if (!wanted.has(pending.email)) await withdraw(trx, pending, now)
      }
      const root = await entryOf(trx, space.id, space.root_id)
      await invite(deps, trx, { space, name: root?.name ?? '', invitees: invitations, memberLimit })
    }
    await publishTo(trx, space)
  })
}

/** The folder goes to the home of its owner with all that is in it; nothing is deleted. Returns its id. */
export async function dissolveTeamFolder(
  deps: TeamDeps,
  { home, space }: { readonly home: Space; readonly space: Space },
): Promise<void> {
  const { clock, transactBulk } = deps
  await followMovedEntries(deps, [{ space: home }])
  const { isLarge } = await changeSizeOf(deps, [{ ids: [space.root_id] }])
  await inSpaces(transactBulk, [space, home], async (trx) => {
    await refuseUnfinishedMoves(trx, [home])
    const now = clock.now()
    const root = await entryOf(trx, space.id, space.root_id)
    if (!root) throw refuse('not-found')
    recordTeams(trx, [space.owner_id])
    for (const { user_id: userId } of await membersOf(trx, space.id)) {
      await endMembership(deps, trx, { space, userId, now })
    }
    await withdrawAll(trx, space, now)
    const name = await freeName(trx, home.root_id, root.name, 'folder')
    await publishTo(trx, home)
    await makeFolder(trx, root.id, { parentId: home.root_id, name, now })
    await shift(trx, home.owner_id, { bytes: 0, items: 1 })
    const isOpen = isLarge && (await beginSpaceMove(trx, [root.id], home, now))
    if (!isOpen) await changeSpace(trx, [root.id], { from: space.id, to: home.id })
    await count(trx, home.root_id, { all: 1, folders: 1, bytes: 0 })
    if (!isOpen) await deleteTeamSpace(trx, space, home)
    recordHome(trx, home.owner_id)
  })
  if (isLarge) await followMovedEntries(deps, [{ space: home }])
}

export async function leaveTeamFolder(deps: TeamDeps, { memberId, ...space }: Space): Promise<void> {
  if (memberId === undefined) throw refuse('not-found')
  await inSpace(deps.transactBulk, space, async (trx) => {
    const members = await membersOf(trx, space.id)
    if (!(await endMembership(deps, trx, { space, userId: memberId, now: deps.clock.now() }))) throw refuse('not-found')
    recordTeams(
      trx,
      members.map((member) => member.user_id),
    )
  })
}
