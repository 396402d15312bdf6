import { formatBytes } from '@holdall/section'
import { BarChart, type ChartBar, Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../layout/panel.tsx'
import type { Traffic } from './dashboard-queries.ts'
import { chartMaximum } from './chart-maximum.ts'

const Nothing = styled(Text)`
  display: grid;
  place-items: center;
  block-size: 160px;
  border-radius: var(--r);
  background: var(--sunken);
  text-align: center;
`

interface Props {
  readonly direction: 'upload' | 'download'
  readonly traffic: Traffic
}

/** Bytes per day, a bar each. Days are in UTC, as the server counts them. */
export function TrafficChart({ direction, traffic: { total, records } }: Props) {
  const intl = useIntl()
  const day = (iso: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(iso, { timeZone: 'UTC', ...options })
  const title = intl.formatMessage({ id: `dashboard.${direction}` })
  const bars: readonly ChartBar[] = records.map(({ created_at, bytes }) => ({
    label: day(created_at, { weekday: 'short', month: 'long', day: 'numeric' }),
    value: bytes,
    text: formatBytes(intl, bytes),
  }))
  const top = chartMaximum(Math.max(...records.map(({ bytes }) => bytes), 0))
  const ticks = [top, top / 2, 0].map((value) => ({ value, text: formatBytes(intl, value) }))
  const axis = [0, 1 / 3, 2 / 3, 1]
    .map((part) => records[Math.round(part * (records.length - 1))])
    .flatMap((record) => (record ? [day(record.created_at, { month: 'short', day: 'numeric' })] : []))

  return (
    <Panel
      title={title}
      note={
        <FormattedMessage
          id="dashboard.traffic_note"
          values={{ bytes: <bdi key="bytes">{formatBytes(intl, total)}</bdi>, days: records.length }}
        />
      }
    >
      {total === 0 ? (
        <Nothing variant="secondary" tone="subtle">
          <FormattedMessage id={`dashboard.${direction}_none`} />
        </Nothing>
      ) : (
        <BarChart
          label={title}
          bars={bars}
          columns={[intl.formatMessage({ id: 'dashboard.day' }), title]}
          ticks={ticks}
          axis={[...new Set(axis)]}
          axisWidth={52}
          hue={direction === 'upload' ? 'accent' : 'blue'}
        />
      )}
    </Panel>
  )
}
