import * as z from '@holdall/schema'
import type { ParsedInput } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../resources/email.ts'
import { Done, Entry, Listing } from '../resources/entry.ts'
import { FolderLevel } from '../resources/folder-node.ts'
import { Id, IdOrAll, one } from '../resources/field-types.ts'
import { FolderColor } from '../resources/folder-color.ts'
import { InvitationSecret, MAX_TEAM_MEMBERS, TeamInvitation, TeamPermission } from '../resources/team.ts'
import { Emoji } from '../resources/emoji.ts'
import { ListingQuery, RawName, TreeQuery } from './files.ts'

/** `meta.teamFolder` is the team folder that the listed folder is, or is in; null for the list of them. */
export const TeamListing = z.extend(Listing, {
  meta: z.extend(Listing.shape.meta, { teamFolder: z.nullable(z.object({ data: Entry })) }),
})
export type TeamListing = z.infer<typeof TeamListing>

const inPath = ({ params }: ParsedInput & { readonly params: { readonly id: string } }) => params.id
const ofTeam = <A extends 'manage-team' | 'leave-team' | 'convert-to-team'>(action: A) =>
  ({ by: 'user', targets: { entry: { action, id: inPath } } }) as const

const listing = {
  access: { by: 'user', targets: { entry: { action: 'list', id: inPath, absent: 'skip' } } },
  params: z.object({ id: IdOrAll }),
  query: ListingQuery,
  response: TeamListing,
  showsFolder: true,
} as const

export const browseTeamFolders = endpoint({
  ...listing,
  id: 'teams.browse',
  method: 'GET',
  path: '/api/teams/folders/:id',
  summary: 'A page of the team folders that the caller owns, with `all`, or of a folder in one of them',
})

export const browseSharedWithMe = endpoint({
  ...listing,
  id: 'teams.browse-shared',
  method: 'GET',
  path: '/api/teams/shared-with-me/:id',
  summary: 'A page of the team folders that the caller is a member of, with `all`, or of a folder in one of them',
})

export const teamFolderTree = endpoint({
  id: 'teams.tree',
  method: 'GET',
  path: '/api/teams/folders/:id/tree',
  summary:
    'A page of the folders of one level of a team folder, or of a folder in it; with `depth=all` each with those below it, as far as they fit',
  access: { by: 'user', targets: { entry: { action: 'list', id: inPath } } },
  params: z.object({ id: Id }),
  query: z.omit(TreeQuery, { parent_id: true }),
  response: FolderLevel,
})

const Invitee = z.object({
  email: Email,
  permission: TeamPermission,
  /** As in the specification; it is the only one. */
  type: z.optional(z.literal('invitation')),
})
const Invitees = z.array(Invitee).check(z.maxLength(MAX_TEAM_MEMBERS))

const look = {
  emoji: z.optional(z.nullable(Emoji)),
  color: z.optional(z.nullable(FolderColor)),
  /** Whether members with can_edit may make public links. */
  members_can_share: z.optional(z.boolean()),
}

const limits = ['too-many-members', 'member-limit', 'invite-restricted', 'address-unconfirmed'] as const

export const createTeamFolder = endpoint({
  id: 'teams.create',
  method: 'POST',
  path: '/api/teams/folders',
  summary: 'Create a team folder and invite people to it',
  access: { by: 'user', targets: {} },
  body: z.object({ name: RawName, invitations: Invitees, ...look }),
  response: one(Entry),
  status: 201,
  errors: ['bad-name', 'too-many-team-folders', ...limits],
  restriction: 'create-team-folder',
  changes: ['files', 'teams'],
})

export const convertToTeamFolder = endpoint({
  id: 'teams.convert',
  method: 'POST',
  path: '/api/teams/folders/:id/convert',
  summary: 'Make a folder of the own files, with all that is in it, a team folder; its links stay',
  access: ofTeam('convert-to-team'),
  params: z.object({ id: Id }),
  body: z.object({ invitations: Invitees, members_can_share: look.members_can_share }),
  response: one(Entry),
  errors: ['team-in-team', 'too-many-team-folders', ...limits],
  restriction: 'create-team-folder',
  changes: ['files', 'shares', 'teams'],
})

export const updateTeamFolder = endpoint({
  id: 'teams.update',
  method: 'PATCH',
  path: '/api/teams/folders/:id',
  summary:
    'Change a team folder. `members` and `invitations` are all that there shall be: those that are missing are removed, ' +
    'new addresses are invited; what is left out stays as it is',
  access: ofTeam('manage-team'),
  params: z.object({ id: Id }),
  body: z.object({
    name: z.optional(RawName),
    members: z.optional(z.array(z.object({ id: Id, permission: TeamPermission })).check(z.maxLength(MAX_TEAM_MEMBERS))),
    invitations: z.optional(Invitees),
    ...look,
  }),
  response: one(Entry),
  errors: ['bad-name', ...limits],
  changes: ['files', 'shares', 'favourites', 'teams', 'notifications', 'user'],
})

export const dissolveTeamFolder = endpoint({
  id: 'teams.dissolve',
  method: 'DELETE',
  path: '/api/teams/folders/:id',
  summary: 'Move a team folder to the files of its owner; nobody else sees it then, and nothing is deleted',
  access: ofTeam('manage-team'),
  params: z.object({ id: Id }),
  response: one(Entry),
  changes: ['files', 'shares', 'favourites', 'teams', 'notifications', 'user'],
})

export const leaveTeamFolder = endpoint({
  id: 'teams.leave',
  method: 'DELETE',
  path: '/api/teams/folders/:id/leave',
  summary: 'End the own membership of a team folder',
  access: ofTeam('leave-team'),
  params: z.object({ id: Id }),
  response: Done,
  changes: ['files', 'shares', 'favourites', 'teams', 'user'],
})

const Proof = z.object({ secret: z.optional(InvitationSecret) })

export const ownInvitations = endpoint({
  id: 'teams.own-invitations',
  method: 'GET',
  path: '/api/teams/invitations',
  summary: 'The invitations to the confirmed address of the caller that can be answered, the oldest first, at most 100',
  access: { by: 'user', targets: {} },
  response: z.object({ data: z.array(TeamInvitation) }),
  errors: ['address-unconfirmed'],
})

export const showInvitation = endpoint({
  id: 'teams.show-invitation',
  method: 'GET',
  path: '/api/teams/invitations/:id',
  summary: 'An invitation, for whoever has the secret of its mail or is signed in with its address',
  access: { by: 'anyone', why: 'the secret of the mail, or the address of the session, decides' },
  params: z.object({ id: Id }),
  query: Proof,
  response: one(TeamInvitation),
  errors: ['invitation-ended', 'address-unconfirmed'],
  throttle: 'team-invitation',
})

export const acceptInvitation = endpoint({
  id: 'teams.accept-invitation',
  method: 'PUT',
  path: '/api/teams/invitations/:id',
  summary: 'Become a member of a team folder; the session has to be of the invited address',
  access: { by: 'user', targets: {} },
  params: z.object({ id: Id }),
  body: Proof,
  response: one(TeamInvitation),
  errors: ['invitation-ended', 'invitation-used', 'wrong-account', 'address-unconfirmed', 'too-many-team-folders'],
  throttle: 'team-invitation',
  changes: ['files', 'teams', 'notifications'],
})

export const declineInvitation = endpoint({
  id: 'teams.decline-invitation',
  method: 'DELETE',
  path: '/api/teams/invitations/:id',
  summary: 'Decline an invitation, with the secret of its mail or a session of its address',
  access: { by: 'anyone', why: 'the secret of the mail, or the address of the session, decides' },
  params: z.object({ id: Id }),
  body: Proof,
  response: one(TeamInvitation),
  errors: ['invitation-ended', 'invitation-used', 'address-unconfirmed'],
  throttle: 'team-invitation',
  changes: ['teams', 'notifications'],
})
