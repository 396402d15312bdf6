import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AvatarImages, Entry, PendingInvitation, TeamInvitation, TeamMember, TeamRole } from '@holdall/api'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { presentEntry, type View } from '../entries/present-entry.ts'
import {
  type InvitationOfAddress,
  type InvitationRow,
  pendingInvitations,
} from '../team-invitations/invitation.store.ts'
import { maySignIn } from '../users/confirmed-address.ts'
import { findUserByEmail } from '../users/user.store.ts'
import type { OpenInvitation } from './answer-invitation.ts'
import { shownMembers, shownOwners, type TeamFolderRow } from './team.store.ts'

const iso = (at: number) => new Date(at).toISOString()

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly color: string
}

const presentMember = (
  { id, name, email, color }: Person,
  permission: TeamRole,
  avatars: ReadonlyMap<string, AvatarImages>,
): TeamMember => ({
  id,
  type: 'member',
  attributes: { name, email, color, avatar: avatars.get(id) ?? null, permission },
})

const presentPending = (row: InvitationRow): PendingInvitation => ({
  id: row.id,
  type: 'invitation',
  attributes: {
    email: row.email,
    color: row.color,
    permission: row.permission,
    status: 'pending',
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
  },
})

interface Shown {
  readonly view: View
  readonly people: number
}

/** Other requests are answered between so many folders: each may have 200 invitations. */
const FOLDERS_AT_ONCE = 10

/** Team folders with at most `people` members and invitations each; only the owner sees the invitations. */
export async function presentTeamFolders(
  services: Pick<Infrastructure, 'clock' | 'db'>,
  actor: UserActor,
  rows: readonly TeamFolderRow[],
  { view, people }: Shown,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let at = 0; at < rows.length; at += FOLDERS_AT_ONCE) {
    if (at > 0) await nextTurn()
    entries.push(...(await presentSome(services, actor, rows.slice(at, at + FOLDERS_AT_ONCE), { view, people })))
  }
  return entries
}

async function presentSome(
  { clock, db }: Pick<Infrastructure, 'clock' | 'db'>,
  actor: UserActor,
  rows: readonly TeamFolderRow[],
  { view, people }: Shown,
): Promise<Entry[]> {
  const spaceIds = rows.map((row) => row.space_id)
  const own = rows.filter((row) => row.owner_id === actor.userId).map((row) => row.space_id)
  const owners = new Map(
    (await shownOwners(db, [...new Set(rows.map((row) => row.owner_id))])).map((one) => [one.id, one]),
  )
  const members = await shownMembers(db, spaceIds, people)
  const now = clock.now()
  const invitations = (await pendingInvitations(db, own)).filter((row) => row.expires_at > now)
  const avatars = await readAvatars(db, [...new Set([...owners.keys(), ...members.map((member) => member.user_id)])])
  return rows.map((row) => {
    const entry = presentEntry(row, view)
    const owner = owners.get(row.owner_id)
    const isOwn = row.owner_id === actor.userId
    const own = members.filter((member) => member.space_id === row.space_id)
    const invited = invitations.filter((one) => one.space_id === row.space_id)
    return {
      ...entry,
      attributes: {
        ...entry.attributes,
        isTeamFolder: true,
        permission: isOwn ? 'owner' : (row.permission ?? 'can_view'),
        members_can_share: row.members_can_share === 1,
      },
      relationships: {
        ...entry.relationships,
        members: {
          data: [
            ...(owner ? [presentMember(owner, 'owner', avatars)] : []),
            ...own.map((member) => presentMember({ ...member, id: member.user_id }, member.permission, avatars)),
          ].slice(0, people),
          meta: { total: (owner ? 1 : 0) + Number(own[0]?.total ?? 0) },
        },
        ...(isOwn && {
          invitations: { data: invited.slice(0, people).map(presentPending), meta: { total: invited.length } },
        }),
      },
    }
  })
}

type PresentDeps = Pick<Infrastructure, 'db' | 'mailer'>

export async function presentInvitation(deps: PresentDeps, open: OpenInvitation): Promise<TeamInvitation> {
  const { invitation, space, name } = open
  const account = await findUserByEmail(deps.db, invitation.email)
  // A sign-up that has to be confirmed first may be made again.
  const isExistedUser = account !== undefined && maySignIn(deps, account)
  const rootId = invitation.status === 'accepted' ? space.root_id : null
  const [presented] = await presentAll(deps, [{ ...invitation, name }], { isExistedUser, rootId })
  return presented!
}

/** Those of an account that it did not answer. */
export const presentInvitations = (
  deps: PresentDeps,
  rows: readonly InvitationOfAddress[],
): Promise<TeamInvitation[]> => presentAll(deps, rows, { isExistedUser: true, rootId: null })

async function presentAll(
  { db }: PresentDeps,
  rows: readonly (InvitationRow & { readonly name: string })[],
  { isExistedUser, rootId }: { readonly isExistedUser: boolean; readonly rootId: string | null },
): Promise<TeamInvitation[]> {
  const inviterIds = [...new Set(rows.map((row) => row.inviter_id))]
  const inviters = new Map((await shownOwners(db, inviterIds)).map((one) => [one.id, one]))
  const avatars = await readAvatars(db, inviterIds)
  return rows.map((row) => {
    const inviter = inviters.get(row.inviter_id)
    if (!inviter || row.status === 'withdrawn') throw new Error('an invitation that has ended is presented')
    const { id, name, email, color } = inviter
    return {
      id: row.id,
      type: 'invitation',
      attributes: {
        parent_id: rootId,
        name: row.name,
        email: row.email,
        color: row.color,
        permission: row.permission,
        status: row.status,
        isExistedUser,
        expires_at: iso(row.expires_at),
      },
      relationships: {
        inviter: {
          data: { id, type: 'user', attributes: { name, email, color, avatar: avatars.get(id) ?? null } },
        },
      },
    }
  })
}
