import * as z from '@holdall/schema'
import { Actor } from './activity.ts'
import { Bytes, Instant } from './field-types.ts'

/** An earlier content of a file, which can be restored. */
export const FileVersion = z.object({
  /** Of the file, and `version` behind a dot. */
  id: z.string(),
  type: z.literal('file-version'),
  attributes: z.object({
    version: z.int(),
    filesize: Bytes,
    mimetype: z.string(),
    /** A signed, short-lived address of the bytes, relative to the host. */
    file_url: z.string(),
    /** When another content took its place. */
    replaced_at: Instant,
  }),
  relationships: z.object({
    /** Who replaced it; null where the activity is not kept any more, or happened in a place that the reader cannot see. */
    replaced_by: z.nullable(z.object({ data: Actor })),
  }),
})
export type FileVersion = z.infer<typeof FileVersion>
