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
    deleted_at: z.nullable(Instant),
    isTeamFolder: z.optional(z.literal(true)),
    /** What the caller may do in the team folder. */
    permission: z.optional(TeamRole),
    /** Whether members with can_edit may make public links. */
    members_can_share: z.optional(z.boolean()),
  }),
  /** `shared` is the primary link of the entry: its oldest one that has not expired. `meta.total` counts all. */
  relationships: z.object({
    shared: z.nullable(z.object({ data: Share, meta: z.object({ total: z.int() }) })),
    /** Of a team folder: its owner first. */
    members: z.optional(z.object({ data: z.array(TeamMember) })),
    /** Of a team folder; only its owner gets them. */
    invitations: z.optional(z.object({ data: z.array(PendingInvitation) })),
  }),
  /**
   * `location` is set in listings over several folders: the top of the trash, recent uploads, entries with links.
   * `replaced_version` is set where an upload has replaced the content of a file: the version that has the earlier one.
   */
  meta: z.optional(z.object({ location: z.optional(EntryLocation), replaced_version: z.optional(z.int()) })),
})
export type Entry = z.infer<typeof Entry>

export const Ancestor = z.object({ id: Id, name: z.string() })
export type Ancestor = z.infer<typeof Ancestor>

/** Direct children of a folder on all pages: number of folders, number of files, and the bytes of those files. */
export const FolderTotals = z.object({ folders: z.int(), files: z.int(), filesize: Bytes })
export type FolderTotals = z.infer<typeof FolderTotals>

/**
 * A page of a folder, ordered by folders first, then the sort key, then id. `meta.root` is the folder itself, null at
 * the top; `meta.ancestors` are the folders above it, the topmost first.
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

/** Where an entry is in a listing: `index` counts from 0 over the whole folder, in the requested order. */
export const EntryPosition = z.object({
  id: Id,
  type: z.literal('entry-position'),
  attributes: z.object({ index: z.int() }),
})
export type EntryPosition = z.infer<typeof EntryPosition>

export interface FolderNode {
  id: string
  name: string
  color: FolderColor | null
  emoji: string | null
  parent_id: string | null
  /** Whether it has folders of its own. */
  has_folders: boolean
  /** Set with `depth=all`; otherwise a further call answers them. */
  folders?: FolderNode[] | undefined
}
export const FolderNode: z.ZodMiniType<FolderNode> = z.object({
  id: Id,
  name: z.string(),
  color: z.nullable(FolderColor),
  emoji: z.nullable(z.string()),
  parent_id: z.nullable(Id),
  has_folders: z.boolean(),
  get folders() {
    return z.optional(z.array(FolderNode))
  },
})

const Item = z.object({ id: Id, type: z.optional(z.string()) })
/** Some entries by id, or all entries of a folder except some. `parent_id: null` is the top of the space. */
export const Selection = z.union([
  z.object({ items: z.array(Item).check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)) }),
  z.object({ parent_id: z.nullable(Id), all: z.literal(true), except: z.array(Id).check(z.maxLength(MAX_EXCEPTIONS)) }),
])
export type Selection = z.infer<typeof Selection>

/** An address that a download begins at, once. */
export const ZipDownload = z.object({
  id: z.string(),
  type: z.literal('zip'),
  attributes: z.object({
    /** Relative to the host. */
    url: z.string(),
    expires_at: Instant,
  }),
})
export type ZipDownload = z.infer<typeof ZipDownload>

/** Result of an action on several entries or links. */
export const Done = z.object({ message: z.string(), count: z.int() })
/** Result of an action on a `Selection`. `ids` is set when it named a whole folder, for an undo. */
export const BulkDone = z.extend(Done, { ids: z.optional(z.array(Id)) })
/** What a replacement has changed, for an undo. Absent where nothing was replaced. */
const replacedFields = {
  /** Files whose content was replaced, and the version that has the earlier one. */
  replaced: z.optional(z.array(z.object({ id: Id, version: z.int() }))),
  /** Items whose name was taken and that were skipped; absent where there are none. */
  skipped: z.optional(z.int()),
}
/**
 * Result of a move. `ids` are the moved entries, set also when others were skipped or have replaced a file; those are
 * `trashed`. `renamed` has the entries that got a new name because theirs was taken, with their old names.
 */
export const Moved = z.extend(BulkDone, {
  renamed: z.optional(z.array(z.object({ id: Id, name: z.string() }))),
  ...replacedFields,
  trashed: z.optional(z.array(Id)),
})
/** Result of a copy. `ids` are the copies of the selected entries; what was replaced is not among them. */
export const Copied = z.extend(Done, { ids: z.array(Id), ...replacedFields })
/**
 * Result of a restore. `ids` are the restored entries, set when others were skipped or when files were replaced; those are
 * `trashed`.
 */
export const Restored = z.extend(BulkDone, {
  trashed: z.optional(z.array(Id)),
  skipped: replacedFields.skipped,
})
