import * as z from '@holdall/schema'
import { Instant } from './field-types.ts'

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
