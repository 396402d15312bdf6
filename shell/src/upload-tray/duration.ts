import type { IntlShape } from 'react-intl'

/** A duration in one rounded unit, for "12 sec left". */
export function formatDuration(intl: Pick<IntlShape, 'formatNumber'>, seconds: number): string {
  const [value, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour']
  return intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 })
}
