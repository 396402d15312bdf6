import * as z from '@holdall/schema'

/** The first and the last millisecond of the years 1 to 9999, which every format of a date can express. */
const FIRST_MS = -62_135_596_800_000
const LAST_MS = 253_402_300_799_999

const ISO_DATE = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const MILLISECONDS = /^-?\d{1,15}$/

/**
 * Milliseconds since 1970 of a file's own date: ISO 8601 with a date, a time and a time zone, or milliseconds since 1970.
 * Undefined for other texts, for days that no calendar has, and outside of the years 1 to 9999.
 */
export function parseFileDate(text: string): number | undefined {
  const ms = MILLISECONDS.test(text)
    ? Number(text)
    : ISO_DATE.test(text) && isDay(text.slice(0, 10))
      ? Date.parse(text)
      : NaN
  // There is one zero.
  return ms >= FIRST_MS && ms <= LAST_MS ? ms + 0 : undefined
}

/** `Date.parse` takes February 30 for March 1. */
function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

/** The date that the browser has of a file, unless `parseFileDate` refuses it. */
export const dateOfFile = ({ lastModified }: { readonly lastModified: number }): number | undefined =>
  parseFileDate(String(lastModified))

/** A file's own date, kept to the millisecond: `parseFileDate`. */
export const FileDate = z.pipe(
  z
    .union([z.string(), z.int()])
    .check(
      z.refine(
        (value) => parseFileDate(String(value)) !== undefined,
        'Use ISO 8601 with a time zone or milliseconds since 1970, of the years 1 to 9999.',
      ),
    ),
  z.transform((value) => parseFileDate(String(value))),
)
