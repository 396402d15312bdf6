import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'
import { MAX_TEAM_FOLDERS } from './team.ts'

/** What happens to a team folder when its owner is deleted. */
const TeamFolderChoice = z.object({
  id: Id,
  /** The member who gets it; null: it is deleted with the account. */
  to: z.nullable(Id),
})
export type TeamFolderChoice = z.infer<typeof TeamFolderChoice>
export const TeamFolderChoices = z.array(TeamFolderChoice).check(z.maxLength(MAX_TEAM_FOLDERS))

/** What the deletion of an account needs, and whether it was requested. */
export const AccountDeletion = z.object({
  /** Of the user. */
  id: Id,
  type: z.literal('account-deletion'),
  attributes: z.object({
    /** Days between the request and the deletion; 0 is at once. */
    grace_days: z.int(),
    /** Null where it was not requested. */
    requested_at: z.nullable(Instant),
    deletes_at: z.nullable(Instant),
    /** The only administrator cannot be deleted. */
    last_administrator: z.boolean(),
    /** Those of the account. */
    team_folders: z.array(
      z.object({
        id: Id,
        name: z.string(),
        /** Bytes of its files and their versions, which count as used by its next owner. Absent: an earlier server. */
        size: z.optional(z.number()),
        /** Who may get it: of the members the first 20 who joined. */
        members: z.array(
          z.object({
            id: Id,
            name: z.string(),
            email: z.string(),
            /** Whether the member has storage left for this folder. Absent: an earlier server, which does not check it. */
            has_room: z.optional(z.boolean()),
          }),
        ),
      }),
    ),
  }),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>
