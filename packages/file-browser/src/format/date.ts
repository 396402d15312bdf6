import { useIntl } from 'react-intl'

/** By time zone: making one takes longer than using it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  formats.set(timeZone, made)
  return made
}

/** Number of the calendar day of a date in this time zone; undefined is that of the device. */
function dayNumber(date: Date, timeZone: string | undefined): number {
  const parts = formatOf(timeZone)
    .formatToParts(date)
    .map(({ type, value }) => [type, Number(value)] as const)
  const { year = 0, month = 1, day = 1 } = Object.fromEntries(parts) as Partial<Record<string, number>>
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** Calendar days from `earlier` to `later` in this time zone, by default that of the device; 0 is the same day. */
export const daysBetween = (earlier: Date, later: Date, timeZone?: string): number =>
  dayNumber(later, timeZone) - dayNumber(earlier, timeZone)

/** Formats an ISO 8601 date in the locale: "Today, 9:41 AM", "Yesterday, 5:20 PM", "Mar 12, 2026". */
export function useFormatDate(): (iso: string) => string {
  const intl = useIntl()
  return (iso) => {
    const date = new Date(iso)
    const days = daysBetween(date, new Date(), intl.timeZone)
    if (days !== 0 && days !== 1) return intl.formatDate(date, { year: 'numeric', month: 'short', day: 'numeric' })
    const time = intl.formatTime(date, { timeStyle: 'short' })
    return intl.formatMessage({ id: days === 0 ? 'browser.today' : 'browser.yesterday' }, { time })
  }
}
