import type { StorageCategory, StorageUsage } from '@holdall/api'
import { useFormatSize } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Grow, type Hue, hueVars, Meter, Text } from '@holdall/ui'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { Panel, Rows } from './storage-styles.ts'

/** In the order of the meter and of its legend. */
const categories: readonly { readonly id: StorageCategory; readonly hue: Hue }[] = [
  { id: 'images', hue: 'green' },
  { id: 'videos', hue: 'violet' },
  { id: 'documents', hue: 'blue' },
  { id: 'audios', hue: 'pink' },
  { id: 'others', hue: 'grey' },
]

const ENTRIES_HUE: Hue = 'orange'
const RESERVED_HUE: Hue = 'teal'

const Total = styled.p`
  margin-block-end: 16px;
  font-size: 1.75rem;
  line-height: 36px;
  font-weight: var(--w-semi);
  letter-spacing: -0.025em;
  small {
    color: var(--text-3);
    font-size: var(--t-16);
    font-weight: var(--w-medium);
    letter-spacing: -0.01em;
  }
`
const Dot = styled.span<{ $hue: Hue | null }>`
  ${({ $hue }) => $hue && hueVars($hue)}
  flex: none;
  inline-size: 10px;
  block-size: 10px;
  border-radius: 3px;
  background: ${({ $hue }) => ($hue ? 'var(--c-f)' : 'var(--press)')};
`
const Share = styled(Text)`
  inline-size: 60px;
  text-align: end;
`

/** How much of the storage each category uses, and what is free. */
export function StorageByCategory({ usage: { attributes, meta } }: { readonly usage: StorageUsage }) {
  const intl = useIntl()
  const { config } = useHost()
  const formatSize = useFormatSize()
  const { used, capacity, percentage, reserved = 0 } = attributes
  // Without a limit it takes nothing away, and the shares are parts of the used storage.
  const reservedShare = capacity === null || capacity === 0 ? null : (reserved / capacity) * 100
  const { entries } = meta
  const usedText = formatSize(used)
  const capacityText = capacity === null ? null : formatSize(capacity)
  const percent = (value: number) =>
    intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: value < 10 ? 1 : 0 })
  const row = (id: string, hue: Hue | null, bytes: number, share: number | null) => (
    <li key={id}>
      <Dot $hue={hue} />
      <Grow>
        <FormattedMessage id={`user.storage.${id}`} />
      </Grow>
      <Text tone="muted" tabular>
        <bdi>{formatSize(bytes)}</bdi>
      </Text>
      <Share tone="subtle" tabular>
        {share === null ? null : <bdi>{percent(share)}</bdi>}
      </Share>
    </li>
  )
  return (
    <Panel as="section" aria-label={intl.formatMessage({ id: 'user.storage.by_category' })}>
      <Total>
        <FormattedMessage
          id={capacityText === null ? 'user.storage.used' : 'user.storage.used_of'}
          values={{
            used: <bdi key="used">{usedText}</bdi>,
            capacity: <bdi key="capacity">{capacityText}</bdi>,
            small: (parts: ReactNode) => <small key="rest">{parts}</small>,
          }}
        />
      </Total>
      <Meter
        parts={[
          ...categories.map(({ id, hue }) => ({ value: meta[id].used, hue })),
          ...(entries ? [{ value: entries.used, hue: ENTRIES_HUE }] : []),
          ...(reservedShare === null ? [] : [{ value: reserved, hue: RESERVED_HUE }]),
        ]}
        max={capacity ?? used}
        height={10}
        label={intl.formatMessage({ id: 'frame.storage_label' })}
        text={capacityText === null ? usedText : `${usedText} / ${capacityText}`}
      />
      <Rows>
        {categories.map(({ id, hue }) => row(id, hue, meta[id].used, meta[id].percentage))}
        {entries && row('entries', ENTRIES_HUE, entries.used, entries.percentage)}
        {reserved > 0 && row('reserved', RESERVED_HUE, reserved, reservedShare)}
        {capacity === null || config.subscriptionType === 'metered'
          ? null
          : row(
              'free',
              null,
              Math.max(0, capacity - used - reserved),
              Math.max(0, 100 - (percentage ?? 0) - (reservedShare ?? 0)),
            )}
      </Rows>
    </Panel>
  )
}
