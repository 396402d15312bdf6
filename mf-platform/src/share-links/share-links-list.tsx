import type { Share } from '@holdall/api'
import { isExpired, linkIconOf } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Button, Icon, IconButton, Skeleton } from '@holdall/ui'
import { Copy, Link2Off, RotateCw } from '@holdall/ui/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled, { css } from 'styled-components'
import { useCopyOfLink } from './copied-link.ts'
import { absoluteLink, type EntryLinks } from './share-link-queries.ts'

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
`
const Item = styled.li`
  display: flex;
  align-items: center;
  gap: 4px;
  min-block-size: 60px;
  & + & {
    border-block-start: 1px solid var(--line);
  }
`
const linkStyles = css`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 14px;
  min-inline-size: 0;
  margin-inline-start: -8px;
  padding: 8px;
  border-radius: 10px;
  text-align: start;
  & > svg {
    color: var(--icon);
  }
  &[data-expired] > svg {
    color: var(--warn-text);
  }
  & > span {
    display: grid;
    min-inline-size: 0;
  }
  b {
    overflow: hidden;
    font-weight: var(--w-medium);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  small {
    font-size: var(--t-13);
    line-height: 20px;
    color: var(--text-3);
  }
`
const Open = styled.button.attrs({ type: 'button' })`
  ${linkStyles}
  &:hover {
    background: var(--hover);
  }
`
const Shown = styled.div`
  ${linkStyles}
`
const Failed = styled.div`
  display: grid;
  gap: 12px;
  justify-items: start;
`

/** What a link is called where it has no name. */
export const addressText = (link: string): string => link.replace(/^https?:\/\//, '')

interface ShareLinksListProps {
  readonly links: UseQueryResult<EntryLinks>
  /** Of the entry. */
  readonly name: string
  readonly onEdit: (share: Share) => void
  readonly onRemove: (share: Share) => void
}

/** The links of an entry, each with what it allows. */
export function ShareLinksList({ links, name, onEdit, onRemove }: ShareLinksListProps) {
  const { config } = useHost()
  const intl = useIntl()
  const copyOf = useCopyOfLink()
  if (links.isError && !links.data) {
    return (
      <Failed role="alert">
        <p>
          <FormattedMessage id="share.links.failed" />
        </p>
        <Button size="s" icon={RotateCw} onClick={() => void links.refetch()}>
          <FormattedMessage id="share.qr.retry" />
        </Button>
      </Failed>
    )
  }
  if (!links.data) {
    return (
      <List aria-busy aria-label={intl.formatMessage({ id: 'share.links.title' })}>
        {[0, 1].map((row) => (
          <Item key={row}>
            <Skeleton width="60%" height={16} />
          </Item>
        ))}
      </List>
    )
  }
  return (
    <List aria-label={intl.formatMessage({ id: 'share.links.title' })}>
      {links.data.list.map((share) => {
        const canChange = links.data.canCreate && !share.attributes.read_only
        const label = share.attributes.name
        const address = addressText(absoluteLink(share.attributes.link, config.host))
        const called = { name: isolate(label ?? address) }
        const content = (
          <>
            <Icon as={linkIconOf(share)} />
            <span>
              {label === null ? <b dir="ltr">{address}</b> : <b dir="auto">{label}</b>}
              <small>
                <LinkRules share={share} />
              </small>
            </span>
          </>
        )
        return (
          <Item key={share.id}>
            {canChange ? (
              <Open
                data-expired={isExpired(share) || undefined}
                onClick={() => {
                  onEdit(share)
                }}
              >
                {content}
              </Open>
            ) : (
              <Shown data-expired={isExpired(share) || undefined}>{content}</Shown>
            )}
            <IconButton
              icon={Copy}
              iconSize={16}
              label={intl.formatMessage({ id: 'share.links.copy' }, called)}
              onClick={() => void copyOf('link', share, name)}
            />
            {canChange ? (
              <IconButton
                icon={Link2Off}
                iconSize={16}
                label={intl.formatMessage({ id: 'share.links.remove' }, called)}
                onClick={() => {
                  onRemove(share)
                }}
              />
            ) : null}
          </Item>
        )
      })}
    </List>
  )
}

/** "Can edit · Password · Until May 3, 2026". */
function LinkRules({ share }: { readonly share: Share }) {
  const intl = useIntl()
  const {
    type,
    permission,
    can_download: canDownload,
    protected: isProtected,
    expires_at: expiresAt,
    downloads,
    download_limit: limit,
    read_only: isReadOnly,
  } = share.attributes
  const date = expiresAt === null ? null : intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' })
  const rules = [
    ...(isReadOnly ? [intl.formatMessage({ id: 'team_members.link_of_other' })] : []),
    ...(type === 'folder' ? [intl.formatMessage({ id: `shared.${permission}` })] : []),
    ...(canDownload ? [] : [intl.formatMessage({ id: 'share.links.no_download' })]),
    ...(isProtected ? [intl.formatMessage({ id: 'share.password' })] : []),
    ...(limit === null ? [] : [intl.formatMessage({ id: 'share.limit_used' }, { count: downloads, limit })]),
    date === null
      ? intl.formatMessage({ id: 'share.links.no_end' })
      : intl.formatMessage({ id: isExpired(share) ? 'share.links.expired' : 'share.links.until' }, { date }),
  ]
  return <>{rules.join(' · ')}</>
}
