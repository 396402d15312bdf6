import * as z from '@holdall/schema'
import { Bytes, Id, Instant } from './field-types.ts'

/** Why a copy could not be made. */
export const DataExportReason = z.enum([
  'disk-full',
  /** The storage of this server does not answer. */
  'storage-unavailable',
  /** The account has more entries than fit into one zip, or the storage takes no file of this size. */
  'too-large',
  'internal',
])
export type DataExportReason = z.infer<typeof DataExportReason>

/** The copy of all data of an account, which its user downloads. */
export const DataExport = z.object({
  /** Of the user. */
  id: Id,
  type: z.literal('data-export'),
  attributes: z.object({
    /** `none`: there is none, or it was removed. */
    status: z.enum(['none', 'queued', 'working', 'ready', 'failed', 'expired']),
    /** Set where it has failed. */
    reason: z.nullable(DataExportReason),
    /** Bytes of files, while it is made. */
    progress: z.nullable(z.object({ processed: Bytes, total: Bytes })),
    /** Set where it is ready, as the next two are. */
    filesize: z.nullable(Bytes),
    url: z.nullable(z.string()),
    /** How many files could not be read. */
    missing: z.nullable(z.int()),
    created_at: z.nullable(Instant),
    /** When it was ready or failed. */
    finished_at: z.nullable(Instant),
    /** When a ready one is deleted, or an earlier one was. */
    expires_at: z.nullable(Instant),
  }),
})
export type DataExport = z.infer<typeof DataExport>
