import * as z from '@holdall/schema'
import { AvatarImages } from './avatar.ts'
import { Id, Instant } from './field-types.ts'
import { unitsAtMost } from './units-at-most.ts'

/** What a member of a team folder may do; `can_edit` includes `can_view`. */
export const TeamPermission = z.enum(['can_edit', 'can_view'])
export type TeamPermission = z.infer<typeof TeamPermission>

/** What a user may do in a team folder. */
export const TeamRole = z.enum(['owner', 'can_edit', 'can_view'])
export type TeamRole = z.infer<typeof TeamRole>

/** Members and pending invitations that one team folder has at most. */
export const MAX_TEAM_MEMBERS = 200
/** Team folders that one account has, and that it is a member of, at most. */
export const MAX_TEAM_FOLDERS = 100
/** Invitations that an account is shown at most. */
export const MAX_SHOWN_INVITATIONS = 100

/** A user of a team folder; its owner is one of them. The id is that of the user. */
export const TeamMember = z.object({
  id: Id,
  type: z.literal('member'),
  attributes: z.object({
    name: z.string(),
    email: z.string(),
    avatar: z.nullable(AvatarImages),
    color: z.string(),
    permission: TeamRole,
  }),
})
export type TeamMember = z.infer<typeof TeamMember>

/** An invitation that was not answered yet, as members see it. */
export const PendingInvitation = z.object({
  id: Id,
  type: z.literal('invitation'),
  attributes: z.object({
    email: z.string(),
    color: z.string(),
    permission: TeamPermission,
    status: z.literal('pending'),
    created_at: Instant,
    expires_at: Instant,
  }),
})
export type PendingInvitation = z.infer<typeof PendingInvitation>

/** An invitation, as whoever was invited sees it. */
export const TeamInvitation = z.object({
  id: Id,
  type: z.literal('invitation'),
  attributes: z.object({
    /** The team folder; null until the invitation is accepted. */
    parent_id: z.nullable(Id),
    /** The name of the team folder. */
    name: z.string(),
    email: z.string(),
    color: z.string(),
    permission: TeamPermission,
    status: z.enum(['pending', 'accepted', 'declined']),
    /** Whether there is an account with this address. */
    isExistedUser: z.boolean(),
    expires_at: Instant,
  }),
  relationships: z.object({
    inviter: z.object({
      data: z.object({
        id: Id,
        type: z.literal('user'),
        attributes: z.object({
          name: z.string(),
          email: z.string(),
          avatar: z.nullable(AvatarImages),
          color: z.string(),
        }),
      }),
    }),
  }),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** Of the mail of an invitation: it shows that the caller reads the mails of the invited address. */
export const InvitationSecret = z.string().check(unitsAtMost(128), z.maxLength(128))
