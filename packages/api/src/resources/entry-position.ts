import * as z from '@holdall/schema'
import { Id } from './field-types.ts'

/** Where an entry is in a listing: `index` counts from 0 over the whole folder, in the requested order. */
export const EntryPosition = z.object({
  id: Id,
  type: z.literal('entry-position'),
  attributes: z.object({ index: z.int() }),
})
export type EntryPosition = z.infer<typeof EntryPosition>
