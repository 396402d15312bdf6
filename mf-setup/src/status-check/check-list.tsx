import type { setupStatus, Output } from '@holdall/api'
import { formatBytes } from '@holdall/section'
import { Card, Icon, type IconType, Skeleton, VisuallyHidden } from '@holdall/ui'
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

type Check = Output<typeof setupStatus>['data']['attributes']['checks'][number]

type Sign = Check['state'] | 'optional'
const signs: Readonly<Record<Sign, { readonly icon: IconType; readonly colour: string }>> = {
  ok: { icon: CircleCheck, colour: 'var(--ok)' },
  warning: { icon: TriangleAlert, colour: 'var(--warn)' },
  failed: { icon: CircleX, colour: 'var(--danger)' },
  optional: { icon: CircleMinus, colour: 'var(--text-3)' },
}
const isMissingOption = ({ id, found }: Pick<Check, 'id' | 'found'>) => id === 'ffmpeg' && found === 'not installed'
const signOf = (check: Check): Sign => (isMissingOption(check) ? 'optional' : check.state)

const List = styled(Card)`
  display: grid;
`
const Item = styled.li`
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr) auto;
  gap: 2px 14px;
  align-items: center;
  padding: 14px 20px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
  b {
    font-weight: var(--w-medium);
  }
  p {
    grid-column: 2 / -1;
    font-size: var(--t-13);
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
  @media (max-width: 640px) {
    grid-template-columns: 24px minmax(0, 1fr);
    padding-inline: 16px;
  }
`
const Found = styled.bdi`
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  text-align: end;
  overflow-wrap: anywhere;
  max-inline-size: 320px;
  @media (max-width: 640px) {
    grid-column: 2;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
`

/** What Holdall needs, one line each; a check that does not pass says what to do. */
export const CheckList = ({ checks }: { readonly checks: readonly Check[] }) => (
  <List as="ul">
    {checks.map((check) => {
      const { id, found, advice } = check
      const sign = signOf(check)
      return (
        <Item key={id}>
          <Icon as={signs[sign].icon} size={20} color={signs[sign].colour} />
          <b>
            <FormattedMessage id={`status_check.${id}`} />
            <VisuallyHidden>
              {' '}
              <FormattedMessage id={`status_check.state_${sign}`} />
            </VisuallyHidden>
          </b>
          <Found>
            <Value id={id} found={found} />
          </Found>
          {advice ? <p>{advice}</p> : null}
        </Item>
      )
    })}
  </List>
)

/** Bytes and times are formatted for the reader; the rest is shown as found. */
function Value({ id, found }: Pick<Check, 'id' | 'found'>) {
  const intl = useIntl()
  if ((id === 'space' || id === 'memory') && /^\d+$/.test(found)) return formatBytes(intl, Number(found))
  if (id === 'proxy' && found === 'none') return intl.formatMessage({ id: 'status_check.no_proxy' })
  if (isMissingOption({ id, found })) return intl.formatMessage({ id: 'status_check.not_installed' })
  if (id === 'clock' && !Number.isNaN(Date.parse(found)))
    return intl.formatDate(found, { dateStyle: 'medium', timeStyle: 'medium' })
  return found
}

/** Skeleton of the checks; nothing when loading has failed. */
export const CheckListSkeleton = ({ hasFailed }: { readonly hasFailed: boolean }) =>
  hasFailed ? null : (
    <List as="ul" aria-hidden>
      {[60, 90, 110, 130, 50, 80, 210].map((width) => (
        <Item key={width}>
          <Skeleton width={20} height={20} round />
          <Skeleton width={width} height={14} />
          <Skeleton width={80} height={12} />
        </Item>
      ))}
    </List>
  )
