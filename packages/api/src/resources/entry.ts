import * as z from '@holdall/schema'
import { MAX_EXCEPTIONS, MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { Bytes, Id, Instant, Paginate } from './field-types.ts'
import { FolderColor } from './folder-color.ts'
import { Share } from './share.ts'
import { PendingInvitation, TeamMember, TeamRole } from './team.ts'
import { Thumbnail } from './thumbnail.ts'

/** The folder that an entry is in; of a trashed one, where it was and where restoring puts it if that is still there. */
export const EntryLocation = z.object({
  /** null at the top. */
  id: z.nullable(Id),
  /** Names of the folders from the outermost to that folder, at most the innermost five; empty at the top. */
  path: z.array(z.string()),
  /** Whether further folders are above the first of `path`. */
  truncated: z.boolean(),
})
export type EntryLocation = z.infer<typeof EntryLocation>

/** The team folder that an entry is in, or is itself, and what the caller may do there. */
export const EntryTeam = z.object({ id: Id, permission: TeamRole, members_can_share: z.boolean() })
export type EntryTeam = z.infer<typeof EntryTeam>

const Total = z.object({ total: z.int() })

/**
 * A file or a folder. `parent_id` is null at the top of the home, or of a share for its visitors, and of a team folder,
 * which has the further fields.
 */
export const Entry = z.object({
  id: Id,
  type: z.enum(['file', 'folder']),
  attributes: z.object({
    name: z.string(),
    parent_id: z.nullable(Id),
    color: z.nullable(FolderColor),
    emoji: z.nullable(z.string()),
    /** The type that the server detected from the content; null for folders. */
    mimetype: z.nullable(z.string()),
    /** Null for folders. */
    filesize: z.nullable(Bytes),
    /** A signed, short-lived address of the bytes, relative to the host; null for folders. */
    file_url: z.nullable(z.string()),
    /** Null for folders, while it is being made, and for content that has none. */
    thumbnail: z.nullable(Thumbnail),
    /** Number of live children; null for files. */
    items: z.nullable(z.int()),
    created_at: Instant,
    updated_at: Instant,
    /** The file's own date, or that of its upload where it is not known. Folders have none. */
    modified_at: z.optional(Instant),
    deleted_at: z.nullable(Instant),
    isTeamFolder: z.optional(z.literal(true)),
    /** What the caller may do in the team folder. */
    permission: z.optional(TeamRole),
    /** Whether members with can_edit may make public links. */
    members_can_share: z.optional(z.boolean()),
  }),
  /** `shared` is the primary link of the entry: its oldest one that has not expired. `meta.total` counts all. Members with can_view have none that allow editing. */
  relationships: z.object({
    shared: z.nullable(z.object({ data: Share, meta: Total })),
    /** Of a team folder: its owner first. A list of team folders has the first ten of each; `meta.total` counts all. */
    members: z.optional(z.object({ data: z.array(TeamMember), meta: Total })),
    /** The same; only its owner gets them. */
    invitations: z.optional(z.object({ data: z.array(PendingInvitation), meta: Total })),
  }),
  /**
   * `location` is set in listings over several folders: the top of the trash, recent uploads, entries with links.
   * `team` is set in team folders, for their owner and members. `replaced_version` is set where an upload has replaced
   * the content of a file: the version that has the earlier one. `upload_folders` is set where an upload had a path: its
   * folders, the outermost first.
   */
  meta: z.optional(
    z.object({
      location: z.optional(EntryLocation),
      team: z.optional(EntryTeam),
      replaced_version: z.optional(z.int()),
      upload_folders: z.optional(z.array(Id)),
    }),
  ),
})
export type Entry = z.infer<typeof Entry>

export const Ancestor = z.object({ id: Id, name: z.string() })
export type Ancestor = z.infer<typeof Ancestor>

/** Direct children of a folder on all pages: number of folders, number of files, and the bytes of those files. */
export const FolderTotals = z.object({ folders: z.int(), files: z.int(), filesize: Bytes })
export type FolderTotals = z.infer<typeof FolderTotals>

/**
 * A page of a folder, ordered by folders first, then the sort key, then id. `meta.root` is the folder itself, null
 * where it is none: at the top of the user's own files, and in lists over several folders; `meta.ancestors` are the folders above it, the topmost first.
 */
export const Listing = z.object({
  data: z.array(Entry),
  meta: z.object({
    paginate: Paginate,
    totals: FolderTotals,
    root: z.nullable(z.object({ data: Entry })),
    ancestors: z.array(Ancestor),
  }),
})
export type Listing = z.infer<typeof Listing>

const Item = z.object({ id: Id, type: z.optional(z.string()) })
/** Some entries by id, or all entries of a folder except some. `parent_id: null` is the top of the space. */
export const Selection = z.union([
  z.object({ items: z.array(Item).check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)) }),
  z.object({ parent_id: z.nullable(Id), all: z.literal(true), except: z.array(Id).check(z.maxLength(MAX_EXCEPTIONS)) }),
])
export type Selection = z.infer<typeof Selection>

/** Result of an action on several entries or links. */
export const Done = z.object({ message: z.string(), count: z.int() })
