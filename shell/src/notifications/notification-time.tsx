import { useIntl } from 'react-intl'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago it was, for a day; then the date. */
export function NotificationTime({ at, now }: { readonly at: string; readonly now: number }) {
  const intl = useIntl()
  const time = Date.parse(at)
  // The clock of the server may be ahead.
  const ageMs = Math.max(0, now - time)
  const text =
    ageMs < MINUTE_MS
      ? intl.formatMessage({ id: 'notifications.now' })
      : ageMs < HOUR_MS
        ? intl.formatRelativeTime(-Math.floor(ageMs / MINUTE_MS), 'minute')
        : ageMs < DAY_MS
          ? intl.formatRelativeTime(-Math.floor(ageMs / HOUR_MS), 'hour')
          : intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={intl.formatDate(time, { dateStyle: 'full', timeStyle: 'short' })}>
      {text}
    </time>
  )
}
