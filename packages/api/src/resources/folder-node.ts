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
