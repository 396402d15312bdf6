import * as z from '@holdall/schema'
import { oneLine } from './text.ts'

/** Links that one entry can have. */
export const MAX_LINKS_PER_ENTRY = 50

/** What the owner of a link calls it. Empty: it has no name. */
export const LinkName = oneLine(80)

/** The choices for how long a link is valid, in hours. */
export const expirationHours = [1, 2, 6, 12, 24, 48, 168] as const
export const Expiration = z.literal([...expirationHours])
export type Expiration = z.infer<typeof Expiration>
/** When a link or an upload request ends, chosen to the minute; the server refuses the past and more than ten years. */
export const EndDate = z.string().check(
  z.maxLength(32),
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
)
/** Downloads that a link allows at most. */
export const MAX_DOWNLOAD_LIMIT = 10_000
export const DownloadLimit = z
  .int()
  .check(
    z.refine((limit) => limit >= 1 && limit <= MAX_DOWNLOAD_LIMIT, `Choose a number from 1 to ${MAX_DOWNLOAD_LIMIT}.`),
  )
