import type { Entry, TeamListing, TeamMember, TeamRole } from '@holdall/api'
import { type EntryOverrides, type ListingOverrides, makeEntry, makeId, makeListing } from '@holdall/testing'
import { makeInvitation, makeMember, makeTeamFolder } from './team-people-fixture.ts'

/** A team folder of Mara with Tom, as the user sees it who has this permission. */
export function teamFolderFor(
  permission: TeamRole,
  { name = 'Northwind', items = 0, membersCanShare = false, further = [] as readonly TeamMember[] } = {},
): Entry {
  const id = makeId()
  return makeTeamFolder({
    id,
    name,
    items,
    permission,
    members_can_share: membersCanShare,
    team: { id, permission, members_can_share: membersCanShare },
    members: [makeMember('Tom', permission === 'owner' ? 'can_edit' : permission), ...further],
    invitations: [makeInvitation('eli@example.com')],
  })
}

/** An entry at the top of a team folder. */
export const entryOfTeam = ({ id, meta }: Entry, overrides: EntryOverrides = {}): Entry =>
  makeEntry({ parent_id: id, ...(meta?.team && { team: meta.team }), ...overrides })

/** A page of team folders or, with `of`, of what is in one of them. */
export function teamListing(
  entries: readonly Entry[],
  { of = null, ...rest }: ListingOverrides & { readonly of?: Entry | null } = {},
): TeamListing {
  const { data, meta } = makeListing(entries, { root: of, ...rest })
  return { data, meta: { ...meta, teamFolder: of && { data: of } } }
}
