import type { AvatarImages, Entry, PendingInvitation, TeamInvitation, TeamMember, TeamRole } from '@holdall/api'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { presentEntry, type View } from '../entries/present-entry.ts'
import { type InvitationRow, pendingInvitations } from '../team-invitations/invitation.store.ts'
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

/** Team folders with their members; only the owner sees the invitations. */
export async function presentTeamFolders(
  { clock, db }: Pick<Infrastructure, 'clock' | 'db'>,
  actor: UserActor,
  rows: readonly TeamFolderRow[],
  view: View,
): Promise<Entry[]> {
  const spaceIds = rows.map((row) => row.space_id)
  const own = rows.filter((row) => row.owner_id === actor.userId).map((row) => row.space_id)
  const owners = new Map(
    (await shownOwners(db, [...new Set(rows.map((row) => row.owner_id))])).map((one) => [one.id, one]),
  )
  const members = await shownMembers(db, spaceIds)
  const now = clock.now()
  const invitations = (await pendingInvitations(db, own)).filter((row) => row.expires_at > now)
  const avatars = await readAvatars(db, [...new Set([...owners.keys(), ...members.map((member) => member.user_id)])])
  return rows.map((row) => {
    const entry = presentEntry(row, view)
    const owner = owners.get(row.owner_id)
    const isOwn = row.owner_id === actor.userId
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
            ...members
              .filter((member) => member.space_id === row.space_id)
              .map((member) => presentMember({ ...member, id: member.user_id }, member.permission, avatars)),
          ],
        },
        ...(isOwn && {
          invitations: { data: invitations.filter((one) => one.space_id === row.space_id).map(presentPending) },
        }),
      },
    }
  })
}

export async function presentInvitation(
  { db }: Pick<Infrastructure, 'db'>,
  { invitation, space, name }: OpenInvitation,
): Promise<TeamInvitation> {
  const [inviter] = await shownOwners(db, [invitation.inviter_id])
  if (!inviter || invitation.status === 'withdrawn') throw new Error('an invitation that has ended is presented')
  const avatars = await readAvatars(db, [inviter.id])
  return {
    id: invitation.id,
    type: 'invitation',
    attributes: {
      parent_id: invitation.status === 'accepted' ? space.root_id : null,
      name,
      email: invitation.email,
      color: invitation.color,
      permission: invitation.permission,
      status: invitation.status,
      isExistedUser: (await findUserByEmail(db, invitation.email)) !== undefined,
      expires_at: iso(invitation.expires_at),
    },
    relationships: {
      inviter: {
        data: {
          id: inviter.id,
          type: 'user',
          attributes: {
            name: inviter.name,
            email: inviter.email,
            color: inviter.color,
            avatar: avatars.get(inviter.id) ?? null,
          },
        },
      },
    },
  }
}
