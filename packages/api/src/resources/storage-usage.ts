import * as z from '@holdall/schema'
import { Bytes, Id, Instant } from './field-types.ts'

/** The categories of files in which used storage is shown. */
export const storageCategories = ['images', 'audios', 'videos', 'documents', 'others'] as const
export type StorageCategory = (typeof storageCategories)[number]

/** 0 to 100: of the capacity, or of what is used where storage is not limited. */
const Percentage = z.number().check(z.nonnegative())
const CategoryUsage = z.object({ used: Bytes, percentage: Percentage })
/** A day in UTC. */
const DailyBytes = z.object({ created_at: Instant, bytes: Bytes })
export type DailyBytes = z.infer<typeof DailyBytes>

export const StorageUsage = z.object({
  id: Id,
  type: z.literal('storage'),
  attributes: z.object({
    /** Bytes of live and trashed files and their versions, and what each entry takes beside them. */
    used: Bytes,
    /** Bytes; null where storage is not limited. */
    capacity: z.nullable(Bytes),
    /** Of the capacity, 0 to 100 and more; null where storage is not limited. */
    percentage: z.nullable(Percentage),
    /** Bytes that unfinished uploads take beside them. Earlier servers do not have it. */
    reserved: z.optional(Bytes),
  }),
  meta: z.object({
    /** Bytes of the last 45 days. */
    traffic: z.object({
      chart: z.object({ download: z.array(DailyBytes), upload: z.array(DailyBytes) }),
      download: Bytes,
      upload: Bytes,
    }),
    images: CategoryUsage,
    audios: CategoryUsage,
    videos: CategoryUsage,
    documents: CategoryUsage,
    others: CategoryUsage,
    /** What entries, versions, links and unfinished uploads take beside their contents. Earlier servers do not have it. */
    entries: z.optional(CategoryUsage),
  }),
})
export type StorageUsage = z.infer<typeof StorageUsage>
