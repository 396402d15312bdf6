import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Text } from '../layout/text.tsx'
import { BarChart, type BarChartProps } from './bar-chart.tsx'
import { chartMaximum } from './chart-maximum.ts'

const Nothing = styled(Text)`
  display: grid;
  place-items: center;
  block-size: 160px;
  border-radius: var(--r);
  background: var(--sunken);
  text-align: center;
`

export type DailyBarChartProps = Pick<BarChartProps, 'label' | 'hue'> & {
  /** Head of the column of days in its table, for screen readers: "Day". */
  dayLabel: string
  /** Oldest first. Days are in UTC, as the server counts them. */
  records: readonly { readonly created_at: string; readonly bytes: number }[]
  /** Formats an ISO 8601 date in the locale, as `formatDate` of react-intl does. */
  formatDate: (iso: string, options: Intl.DateTimeFormatOptions) => string
  formatBytes: (bytes: number) => string
  /** Shown in its place where there is nothing on any day. */
  none: ReactNode
}

/** Bytes of each day as bars, with two grid lines and four dates below. */
export const DailyBarChart = (props: DailyBarChartProps) => {
  const { label, hue, dayLabel, records, formatDate, formatBytes, none } = props
  const most = Math.max(...records.map(({ bytes }) => bytes), 0)
  if (most === 0) {
    return (
      <Nothing variant="secondary" tone="subtle">
        {none}
      </Nothing>
    )
  }
  const day = (iso: string, options: Intl.DateTimeFormatOptions) => formatDate(iso, { timeZone: 'UTC', ...options })
  const top = chartMaximum(most)
  const axis = [0, 1 / 3, 2 / 3, 1].flatMap((part) => {
    const record = records[Math.round(part * (records.length - 1))]
    return record ? [day(record.created_at, { month: 'short', day: 'numeric' })] : []
  })
  return (
    <BarChart
      label={label}
      columns={[dayLabel, label]}
      {...(hue && { hue })}
      bars={records.map(({ created_at, bytes }) => ({
        label: day(created_at, { weekday: 'short', month: 'long', day: 'numeric' }),
        value: bytes,
        text: formatBytes(bytes),
      }))}
      ticks={[top, top / 2, 0].map((value) => ({ value, text: formatBytes(value) }))}
      axis={[...new Set(axis)]}
      axisWidth={52}
    />
  )
}
