import type { Entry, Share } from '@holdall/api'
import { DetailsSection, DetailsText, isExpired, linkIconOf, useFormatDate } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Button, Heading, Icon, IconButton, Skeleton, useCopy } from '@holdall/ui'
import { Check, Copy, Share2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { canShare } from '../entries/entry-rights.ts'
import { absoluteLink, useLinksOf } from '../share-links/share-link-queries.ts'
import { LinkLine } from './details-styles.ts'

/** More links than this are only counted here. */
const SHOWN_LINKS = 5

/** Who can open an entry, with its links. */
export function SharingSection({ entry }: { readonly entry: Entry }) {
  const { id, type, attributes, meta, relationships } = entry
  const { overlay } = useHost()
  const intl = useIntl()
  const formatDate = useFormatDate()
  const text = (name: string, values?: Record<string, string | number>) =>
    intl.formatMessage({ id: `details.${name}` }, values)
  const item = { id, name: attributes.name, type }
  const { shared } = relationships
  const heading = (
    <Heading as="h3" style={{ fontSize: 'var(--t-14)' }}>
      {text('sharing')}
    </Heading>
  )
  if (!shared) {
    return (
      <DetailsSection>
        {heading}
        <DetailsText>{text(meta?.team ? 'members_only' : 'not_shared')}</DetailsText>
        {canShare(entry) ? (
          <div>
            <Button
              size="s"
              icon={Share2}
              onClick={() => {
                overlay.open('share-create', item)
              }}
            >
              {text('share')}
            </Button>
          </div>
        ) : null}
      </DetailsSection>
    )
  }
  const { data: share, meta: links } = shared
  const { token, protected: isProtected, expires_at: expiresAt } = share.attributes
  const date = expiresAt === null ? null : formatDate(expiresAt)
  const edit = canShare(entry) ? (
    <div>
      <Button
        size="s"
        onClick={() => {
          overlay.open('share-edit', { ...item, token })
        }}
      >
        {text(links.total > 1 ? 'edit_links' : 'edit_link')}
      </Button>
    </div>
  ) : null
  if (links.total > 1) {
    return (
      <DetailsSection>
        {heading}
        <DetailsText>{text('links', { count: links.total })}</DetailsText>
        <SeveralLinks id={id} primary={share} total={links.total} />
        {edit}
      </DetailsSection>
    )
  }
  return (
    <DetailsSection>
      {heading}
      <LinkWithCopy share={share} />
      <DetailsText>
        {isExpired(share) && date !== null
          ? text('link_expired', { date })
          : `${text(isProtected ? 'with_password' : 'with_link')}${date === null ? '' : ` ${text('expires', { date })}`}`}
      </DetailsText>
      {edit}
    </DetailsSection>
  )
}

/** The oldest links of an entry. Where they cannot be loaded, the primary one is shown. */
function SeveralLinks({
  id,
  primary,
  total,
}: {
  readonly id: string
  readonly primary: Share
  readonly total: number
}) {
  const intl = useIntl()
  const { data, isError } = useLinksOf(id, true)
  const links = (data?.list ?? (isError ? [primary] : [])).slice(0, SHOWN_LINKS)
  const further = Math.max(total, data?.list.length ?? 0) - links.length
  if (links.length === 0) return <Skeleton height={40} style={{ borderRadius: 'var(--r)' }} />
  return (
    <>
      {links.map((share) => (
        <LinkWithCopy key={share.id} share={share} />
      ))}
      {further > 0 ? (
        <DetailsText>{intl.formatMessage({ id: 'details.links_further' }, { count: further })}</DetailsText>
      ) : null}
    </>
  )
}

function LinkWithCopy({ share }: { readonly share: Share }) {
  const { config } = useHost()
  const intl = useIntl()
  const { status, copy } = useCopy()
  const link = absoluteLink(share.attributes.link, config.host)
  const { name } = share.attributes
  const copyLabel = status === 'copied' ? 'copied' : status === 'failed' ? 'copy_failed' : 'copy'
  return (
    <LinkLine>
      <Icon as={linkIconOf(share)} size={14} />
      {name === null ? (
        <span title={link}>{link.replace(/^https?:\/\//, '')}</span>
      ) : (
        <span title={link} style={{ direction: 'inherit' }}>
          <bdi>{name}</bdi>
        </span>
      )}
      <IconButton
        icon={status === 'copied' ? Check : Copy}
        iconSize={16}
        label={intl.formatMessage({ id: `share.${copyLabel === 'copy' ? 'copy_link' : copyLabel}` })}
        onClick={() => void copy(link)}
      />
    </LinkLine>
  )
}
