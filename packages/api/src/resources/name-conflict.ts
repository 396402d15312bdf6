import * as z from '@holdall/schema'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { Bytes, Id, Instant } from './field-types.ts'

/**
 * What happens to an item whose name is taken where it is put. `replace` is for a file in place of a file; of a folder,
 * or where only one of both is a folder, both are kept.
 */
export const ConflictChoice = z.enum(['keep-both', 'replace', 'skip'])
export type ConflictChoice = z.infer<typeof ConflictChoice>

/** Fields of a call that puts items into folders. `choices` are for single items, `on_conflict` for all others. */
export const conflictFields = {
  /** `keep-both` by default. With `ask` the call is refused with `name-conflict` where a name is taken. */
  on_conflict: z.optional(z.enum(['keep-both', 'replace', 'skip', 'ask'])),
  choices: z.optional(
    z.array(z.object({ id: Id, on_conflict: ConflictChoice })).check(z.maxLength(MAX_ITEMS_PER_CALL)),
  ),
}
export const ConflictOptions = z.object(conflictFields)
export type ConflictOptions = z.infer<typeof ConflictOptions>

const Side = z.object({
  id: Id,
  type: z.enum(['file', 'folder']),
  /** Null for folders. */
  filesize: z.nullable(Bytes),
  updated_at: Instant,
  /** Of files: their own date. */
  modified_at: z.optional(Instant),
})

/** An item whose name is taken, and what has the name. */
export const NameConflict = z.object({ name: z.string(), item: Side, existing: Side })
export type NameConflict = z.infer<typeof NameConflict>

/** Conflicts that a refusal lists at most. */
export const MAX_LISTED_CONFLICTS = 100
