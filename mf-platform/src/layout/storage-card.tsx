import type { ReactNode } from 'react'
import { useFormatSize } from '@holdall/file-browser'
import { Link, useSession } from '@holdall/section'
import { linkStyles, Meter } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

const Card = styled.div`
  display: grid;
  gap: 9px;
  flex: none;
  margin-block-start: 12px;
  padding: 14px 14px 12px;
  border-radius: var(--r-l);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  font-size: var(--t-13);
  color: var(--text-3);
  b {
    color: var(--text);
    font-weight: var(--w-semi);
  }
`
const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 8px;
`
const Manage = styled(Link)`
  ${linkStyles}
  font-size: var(--t-12);
`

/** The meter turns red above this share of the capacity. */
const NEARLY_FULL = 0.9

/** How much of the storage is used. */
export function StorageCard() {
  const intl = useIntl()
  const formatSize = useFormatSize()
  const session = useSession()
  if (session.state !== 'signed-in') return null
  const { used, capacity } = session.user.attributes.storage
  const values = {
    used: formatSize(used),
    capacity: formatSize(capacity ?? 0),
    b: (parts: ReactNode) => <b key="used">{parts}</b>,
  }
  const manage = (
    <Manage to="/user/settings/storage">
      <FormattedMessage id="frame.storage_manage" />
    </Manage>
  )
  if (capacity === null) {
    return (
      <Card>
        <Line>
          <bdi>
            <FormattedMessage id="frame.storage_used" values={values} />
          </bdi>
          {manage}
        </Line>
      </Card>
    )
  }
  return (
    <Card>
      <Line>
        <bdi>
          <FormattedMessage id="frame.storage" values={values} />
        </bdi>
        {manage}
      </Line>
      <Meter
        parts={[{ value: used, ...(used > capacity * NEARLY_FULL && { hue: 'red' }) }]}
        max={capacity}
        label={intl.formatMessage({ id: 'frame.storage_label' })}
        text={`${values.used} / ${values.capacity}`}
      />
    </Card>
  )
}
