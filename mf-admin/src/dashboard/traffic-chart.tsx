import { formatBytes } from '@holdall/section'
import { DailyBarChart, Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from '../layout/panel.tsx'
import type { Traffic } from './dashboard-queries.ts'

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
        <DailyBarChart
          label={title}
          columns={[intl.formatMessage({ id: 'dashboard.day' }), title]}
          days={records.map(({ created_at, bytes }) => ({
            label: day(created_at, { weekday: 'short', month: 'long', day: 'numeric' }),
            axisLabel: day(created_at, { month: 'short', day: 'numeric' }),
            value: bytes,
          }))}
          format={(bytes) => formatBytes(intl, bytes)}
          hue={direction === 'upload' ? 'accent' : 'blue'}
        />
      )}
    </Panel>
  )
}
