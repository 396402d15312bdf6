import { useIntl } from 'react-intl'

const dayOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Calendar days from `earlier` to `later` in local time; 0 is the same day. */
export const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((dayOf(later) - dayOf(earlier)) / 86_400_000)

/** Formats an ISO 8601 date in the locale: "Today, 9:41 AM", "Yesterday, 5:20 PM", "Mar 12, 2026". */
export function useFormatDate(): (iso: string) => string {
  const intl = useIntl()
  return (iso) => {
    const date = new Date(iso)
    const days = daysBetween(date, new Date())
    if (days !== 0 && days !== 1) return intl.formatDate(date, { year: 'numeric', month: 'short', day: 'numeric' })
    const time = intl.formatTime(date, { timeStyle: 'short' })
    return intl.formatMessage({ id: days === 0 ? 'browser.today' : 'browser.yesterday' }, { time })
  }
}
