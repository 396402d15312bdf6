import type { Entry, PendingInvitation, TeamListing, TeamMember, TeamPermission, TeamRole } from '@holdall/api'
import { type EntryOverrides, makeEntry, makeId, makeListing } from '@holdall/testing'

export const makeMember = (name: string, permission: TeamRole = 'can_view'): TeamMember => ({
  id: makeId(),
  type: 'member',
  attributes: { name, email: `${name.toLowerCase()}@example.com`, avatar: null, color: '#3b82f6', permission },
})

export const makeInvitation = (email: string, permission: TeamPermission = 'can_view'): PendingInvitation => ({
  id: makeId(),
  type: 'invitation',
  attributes: {
    email,
    color: '#3b82f6',
    permission,
    status: 'pending',
    created_at: '2026-03-12T10:00:00.000Z',
    expires_at: '2026-04-11T10:00:00.000Z',
  },
})

interface TeamFolderOverrides extends EntryOverrides {
  /** Besides the owner. */
  readonly members?: readonly TeamMember[]
  readonly invitations?: readonly PendingInvitation[]
}

/** A team folder as the server presents one; default: of the caller, without other people. */
export function makeTeamFolder({ members = [], invitations = [], ...overrides }: TeamFolderOverrides = {}): Entry {
  const permission = overrides.permission ?? 'owner'
  const entry = makeEntry({
    type: 'folder',
    name: 'Press kit',
    isTeamFolder: true,
    members_can_share: false,
    ...overrides,
    permission,
  })
  return {
    ...entry,
    relationships: {
      ...entry.relationships,
      members: { data: [makeMember('Mara', 'owner'), ...members], meta: { total: members.length + 1 } },
      ...(permission === 'owner' && {
        invitations: { data: [...invitations], meta: { total: invitations.length } },
      }),
    },
  }
}

/** The listing of a team folder, or of a folder in it. */
export function makeTeamListing(teamFolder: Entry, root = teamFolder): TeamListing {
  const listing = makeListing([], { root })
  return { ...listing, meta: { ...listing.meta, teamFolder: { data: teamFolder } } }
}
