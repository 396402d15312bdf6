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

interface Props {
  readonly direction: 'upload' | 'download'
  /** Bytes. */
  readonly total: number
  readonly records: readonly DailyBytes[]
}

/** Bytes of each day, of the user. */
export function TrafficChart({ direction, total, records }: Props) {
  const intl = useIntl()
  const formatSize = useFormatSize()
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
      <DailyBarChart
        label={title}
        dayLabel={intl.formatMessage({ id: 'user.storage.day' })}
        records={records}
        formatDate={intl.formatDate}
        formatBytes={formatSize}
        none={<FormattedMessage id={`user.storage.${direction}_none`} />}
        hue={direction === 'upload' ? 'accent' : 'blue'}
      />
    </Panel>
  )
}
