import * as z from '@holdall/schema'
import { Id } from './field-types.ts'
import { FolderColor } from './folder-color.ts'

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

/**
 * Folders of one level, as many as were requested and fit into an answer. Sections of earlier releases read `data` only:
 * they show the first page of a level.
 */
export const FolderLevel = z.object({
  data: z.array(FolderNode),
  /** `next_cursor` is the `cursor` of the next page; null on the last one. */
  meta: z.optional(z.object({ next_cursor: z.nullable(z.string()) })),
})
export type FolderLevel = z.infer<typeof FolderLevel>
