import * as z from '@holdall/schema'
import { AvatarImages } from './avatar.ts'
import { Id, IdOrAll, Instant } from './field-types.ts'
import { TeamPermission } from './team.ts'

export const ActivityKind = z.enum([
  'uploaded',
  'created',
  'copied',
  'replaced',
  'renamed',
  'moved',
  'trashed',
  'restored',
  'deleted',
  'link-created',
  'link-changed',
  'link-revoked',
  'team-converted',
  'team-dissolved',
  'member-invited',
  'invitation-withdrawn',
  'invitation-declined',
  'member-joined',
  'member-left',
  'member-removed',
  'member-changed',
])
export type ActivityKind = z.infer<typeof ActivityKind>

/** The folder of an activity. `all` and no name: the top of the files of its owner. */
const ActivityFolder = z.object({ id: IdOrAll, name: z.nullable(z.string()) })

const ActivityUser = z.object({
  id: Id,
  /** As it is now. */
  name: z.string(),
  color: z.string(),
  avatar: z.nullable(AvatarImages),
})

/** Who did something. */
export const Actor = z.object({
  /** `link` and `upload-request`: a visitor of it. `system`: Holdall itself, for example after the days of the trash. */
  type: z.enum(['user', 'link', 'upload-request', 'system']),
  /** Of a user only. */
  user: z.nullable(ActivityUser),
})
export type Actor = z.infer<typeof Actor>

/** What somebody did, with the names of that time. */
export const Activity = z.object({
  id: Id,
  type: z.literal('activity'),
  attributes: z.object({
    kind: ActivityKind,
    created_at: Instant,
    /** Entries that it is about. */
    count: z.int(),
    /** Null where it is about several ones. */
    item: z.nullable(
      z.object({
        id: Id,
        name: z.string(),
        type: z.enum(['file', 'folder']),
        /** The folder that shows it now: of a folder itself. Null where the reader can open none. */
        opens: z.nullable(IdOrAll),
      }),
    ),
    /** Where it happened, after a move the target; null where that is not shown to the reader. */
    folder: z.nullable(ActivityFolder),
    /** The folder that was moved from. */
    from_folder: z.nullable(ActivityFolder),
    /** Before it was renamed. */
    previous_name: z.nullable(z.string()),
    /** The invited address; for the owner of a team folder, and for who was invited. */
    email: z.nullable(z.string()),
    /** Of an invitation or a member. */
    permission: z.nullable(TeamPermission),
  }),
  relationships: z.object({
    actor: z.object({ data: Actor }),
    /** The member who joined, left, was removed or got another permission. */
    member: z.nullable(z.object({ data: ActivityUser })),
  }),
})
export type Activity = z.infer<typeof Activity>

export const ShareEventKind = z.enum(['opened', 'downloaded', 'uploaded'])
export type ShareEventKind = z.infer<typeof ShareEventKind>

/** What a visitor of a public link did, for who manages the link. */
export const ShareEvent = z.object({
  id: Id,
  type: z.literal('share-event'),
  attributes: z.object({
    kind: ShareEventKind,
    /** The file that was downloaded or uploaded. */
    name: z.nullable(z.string()),
    /** The network of the visitor: an IPv4 address without its last part (/24), an IPv6 one as /48. */
    address: z.string(),
    created_at: Instant,
  }),
})
export type ShareEvent = z.infer<typeof ShareEvent>
