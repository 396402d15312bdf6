import type { ShareEvent } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { Button, Icon, type IconType, Skeleton, Text } from '@holdall/ui'
import { Download, Eye, RotateCw, Upload } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { MoreButton } from '../entries/more-button.tsx'
import styled from 'styled-components'
import { useLogOf } from './share-link-queries.ts'

const Panel = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding: 16px;
  border-radius: 14px;
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);
`
const Counts = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  margin: 0;
  div {
    display: grid;
    align-content: start;
  }
  dt {
    order: 2;
    color: var(--text-2);
    font-size: var(--t-13);
    line-height: 20px;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  dd {
    margin: 0;
    font-size: var(--t-18);
    font-weight: var(--w-semi);
    line-height: 24px;
    font-variant-numeric: tabular-nums;
  }
`
const Events = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 10px;
  }
  svg {
    margin-block-start: 2px;
    color: var(--icon);
  }
  b {
    font-size: var(--t-13);
    font-weight: var(--w-medium);
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    color: var(--text-2);
    font-size: var(--t-12);
    line-height: 18px;
  }
`

const kinds = ['opened', 'downloaded', 'uploaded'] as const
const icons: Readonly<Record<(typeof kinds)[number], IconType>> = {
  opened: Eye,
  downloaded: Download,
  uploaded: Upload,
}

/** How often a link was used, and by which networks. */
export function ShareLinkLog({ token }: { readonly token: string }) {
  const intl = useIntl()
  const list = useLogOf(token)
  const { data, isError, isFetching, refetch, hasNextPage } = list
  if (!data) {
    if (isError) {
      return (
        <Panel role="alert">
          <p>
            <FormattedMessage id="share.log.failed" />
          </p>
          <div>
            <Button size="s" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
              <FormattedMessage id="share.qr.retry" />
            </Button>
          </div>
        </Panel>
      )
    }
    return (
      <Panel aria-busy aria-label={intl.formatMessage({ id: 'share.log.title' })}>
        <Skeleton height={44} />
        <Skeleton width="70%" height={16} />
      </Panel>
    )
  }
  const counts = data.pages[0]?.meta.counts
  const events = [...new Map(data.pages.flatMap((page) => page.data).map((event) => [event.id, event])).values()]
  return (
    <Panel aria-label={intl.formatMessage({ id: 'share.log.title' })}>
      <Counts>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>
              <FormattedMessage id={`share.log.count.${kind}`} values={{ count: counts?.[kind] ?? 0 }} />
            </dt>
            <dd>{intl.formatNumber(counts?.[kind] ?? 0)}</dd>
          </div>
        ))}
      </Counts>
      {events.length === 0 ? (
        <Text as="p" variant="secondary" tone="muted">
          <FormattedMessage id="share.log.empty" />
        </Text>
      ) : (
        <Events>
          {events.map((event) => (
            <LogLine key={event.id} event={event} />
          ))}
        </Events>
      )}
      {hasNextPage ? (
        <div>
          <MoreButton list={list} />
        </div>
      ) : null}
      <Text as="p" variant="caption" tone="muted">
        <FormattedMessage id="share.log.privacy" />
      </Text>
    </Panel>
  )
}

function LogLine({ event: { attributes } }: { readonly event: ShareEvent }) {
  const formatDate = useFormatDate()
  const { kind, name, address, created_at: at } = attributes
  return (
    <li>
      <Icon as={icons[kind]} size={16} />
      <div>
        <b>
          {name === null ? (
            <FormattedMessage id={`share.log.${kind}`} />
          ) : (
            <FormattedMessage id={`share.log.${kind}_file`} values={{ name: <bdi key="name">{name}</bdi> }} />
          )}
        </b>
        <small>
          <time dateTime={at}>
            <bdi>{formatDate(at)}</bdi>
          </time>{' '}
          · <bdi dir="ltr">{address}</bdi>
        </small>
      </div>
    </li>
  )
}
