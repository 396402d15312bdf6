/** The wall clock of a time zone at a moment, as if it were UTC; undefined is the zone of the device. */
function wallClockOf(atMs: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(atMs)
  const valueOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day'), valueOf('hour'), valueOf('minute'))
}

const MINUTE_MS = 60_000

/** A moment as the value of `<input type="datetime-local">` in this time zone. Seconds are cut off. */
export const toInputValue = (atMs: number, timeZone: string | undefined): string =>
  new Date(wallClockOf(atMs, timeZone)).toISOString().slice(0, 16)

/**
 * The moment of such a value in this time zone; null for what is none. A time that the clocks skip is as much later, and
 * of one that they repeat it is the first.
 */
export function fromInputValue(value: string, timeZone: string | undefined): number | null {
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? Date.parse(`${value}Z`) : Number.NaN
  if (Number.isNaN(wanted)) return null
  const offsetAt = (atMs: number) => wallClockOf(atMs, timeZone) - Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  // A day before and after, the offsets on both sides of a change of the clocks.
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
  const isAt = (atMs: number) => wallClockOf(atMs, timeZone) === wanted
  return isAt(wanted - before) ? wanted - before : isAt(wanted - after) ? wanted - after : wanted - before
}
