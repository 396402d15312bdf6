import { formatBytes } from '@holdall/section'
import { DailyBarChart } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { Panel } from '../layout/panel.tsx'
import type { Traffic } from './dashboard-queries.ts'

interface Props {
  readonly direction: 'upload' | 'download'
  readonly traffic: Traffic
}

/** Bytes of each day, of all users. */
export function TrafficChart({ direction, traffic: { total, records } }: Props) {
  const intl = useIntl()
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
      <DailyBarChart
        label={title}
        dayLabel={intl.formatMessage({ id: 'dashboard.day' })}
        records={records}
        formatDate={intl.formatDate}
        formatBytes={(bytes) => formatBytes(intl, bytes)}
        none={<FormattedMessage id={`dashboard.${direction}_none`} />}
        hue={direction === 'upload' ? 'accent' : 'blue'}
      />
    </Panel>
  )
}
