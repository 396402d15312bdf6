import * as z from '@holdall/schema'

/** Hours from UTC that can be chosen in place of a named zone, as they are stored. */
export const timeZoneOffsets = [
  '-12.0',
  '-11.0',
  '-10.0',
  '-9.0',
  '-8.0',
  '-7.0',
  '-6.0',
  '-5.0',
  '-4.0',
  '-3.5',
  '-3.0',
  '-2.0',
  '-1.0',
  '0.0',
  '1.0',
  '2.0',
  '3.0',
  '3.5',
  '4.0',
  '4.5',
  '5.0',
  '5.5',
  '5.75',
  '6.0',
  '7.0',
  '8.0',
  '9.0',
  '9.5',
  '10.0',
  '11.0',
  '12.0',
] as const

/** `Intl` accepts numbers such as `+01:00` too, which are no names. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/
const offsets: ReadonlySet<string> = new Set(timeZoneOffsets)

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}

/** A name of the IANA time zone database, or one of the offsets. */
export const TimeZone = z.string().check(
  z.maxLength(64, { error: 'Choose a time zone.', abort: true }),
  z.refine((text) => offsets.has(text) || (ZONE_NAME.test(text) && isKnownToIntl(text)), 'Choose a time zone.'),
)

/** A stored time zone as `Intl` takes it; undefined where this engine does not know it, so that its own is used. */
export function intlTimeZone(stored: string | null): string | undefined {
  if (stored === null) return undefined
  const name = offsets.has(stored) ? isoOffset(Number(stored)) : stored
  return isKnownToIntl(name) ? name : undefined
}

/** `+05:45` for 5.75 hours. */
function isoOffset(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
