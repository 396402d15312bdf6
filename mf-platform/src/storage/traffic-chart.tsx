import type { DailyBytes } from '@holdall/api'
import { useFormatSize } from '@holdall/file-browser'
import { DailyBarChart, Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel } from './storage-styles.ts'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 4px 8px;
  margin-block-end: 16px;
`
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
  /** Bytes. */
  readonly total: number
  readonly records: readonly DailyBytes[]
}

/** Bytes of each day. Days are in UTC, as the server counts them. */
export function TrafficChart({ direction, total, records }: Props) {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const day = (iso: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(iso, { timeZone: 'UTC', ...options })
  const title = intl.formatMessage({ id: `user.storage.${direction}` })
  return (
    <Panel as="section">
      <Head>
        <Text as="h2" variant="card">
          {title}
        </Text>
        <Text variant="secondary" tone="subtle" tabular>
          <FormattedMessage
            id="user.storage.traffic"
            values={{ bytes: <bdi key="bytes">{formatSize(total)}</bdi>, days: records.length }}
          />
        </Text>
      </Head>
      {total === 0 ? (
        <Nothing variant="secondary" tone="subtle">
          <FormattedMessage id={`user.storage.${direction}_none`} />
        </Nothing>
      ) : (
        <DailyBarChart
          label={title}
          columns={[intl.formatMessage({ id: 'user.storage.day' }), title]}
          days={records.map(({ created_at, bytes }) => ({
            label: day(created_at, { weekday: 'short', month: 'long', day: 'numeric' }),
            axisLabel: day(created_at, { month: 'short', day: 'numeric' }),
            value: bytes,
          }))}
          format={formatSize}
          hue={direction === 'upload' ? 'accent' : 'blue'}
        />
      )}
    </Panel>
  )
}
