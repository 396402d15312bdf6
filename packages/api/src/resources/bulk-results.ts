import * as z from '@holdall/schema'
import { Done } from './entry.ts'
import { Id } from './field-types.ts'

/**
 * Result of an action on a `Selection`. `ids` is set when it named a whole folder, for an undo. The lists of an answer have
 * less than 1 MB together: with more, all are left out, and only `count` says how much was done.
 */
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
 * `trashed`. `renamed` has the entries that got a new name because theirs was taken, with their old names. `folders` says which of `ids` are
 * folders: an undo sends the types of what it moves back.
 */
export const Moved = z.extend(BulkDone, {
  folders: z.optional(z.array(Id)),
  renamed: z.optional(z.array(z.object({ id: Id, name: z.string() }))),
  ...replacedFields,
  trashed: z.optional(z.array(Id)),
})
/**
 * Result of a copy. `ids` are the copies of the selected entries; what was replaced is not among them. Empty where the lists
 * are too long.
 */
export const Copied = z.extend(Done, { ids: z.array(Id), ...replacedFields })
/**
 * Result of a restore. `ids` are the restored entries, set when others were skipped or when files were replaced; those are
 * `trashed`.
 */
export const Restored = z.extend(BulkDone, {
  trashed: z.optional(z.array(Id)),
  skipped: replacedFields.skipped,
})
