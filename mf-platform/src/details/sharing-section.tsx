import type { Entry, Share } from '@holdall/api'
import { isExpired, linkIconOf, useFormatDate } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Button, Heading, Icon, IconButton, Skeleton, useCopy } from '@holdall/ui'
import { Check, Copy, Share2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { absoluteLink, useLinksOf } from '../share-links/share-link-queries.ts'
import { Line, LinkLine, Section } from './details-styles.ts'

/** More links than this are only counted here. */
const SHOWN_LINKS = 5

/** Who can open an entry, with its links. */
export function SharingSection({ entry: { id, type, attributes, relationships } }: { readonly entry: Entry }) {
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
      <Section>
        {heading}
        <Line>{text('not_shared')}</Line>
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
      </Section>
    )
  }
  const { data: share, meta } = shared
  const { token, protected: isProtected, expires_at: expiresAt } = share.attributes
  const date = expiresAt === null ? null : formatDate(expiresAt)
  const edit = (
    <div>
      <Button
        size="s"
        onClick={() => {
          overlay.open('share-edit', { ...item, token })
        }}
      >
        {text(meta.total > 1 ? 'edit_links' : 'edit_link')}
      </Button>
    </div>
  )
  if (meta.total > 1) {
    return (
      <Section>
        {heading}
        <Line>{text('links', { count: meta.total })}</Line>
        <SeveralLinks id={id} primary={share} total={meta.total} />
        {edit}
      </Section>
    )
  }
  return (
    <Section>
      {heading}
      <LinkWithCopy share={share} />
      <Line>
        {isExpired(share) && date !== null
          ? text('link_expired', { date })
          : `${text(isProtected ? 'with_password' : 'with_link')}${date === null ? '' : ` ${text('expires', { date })}`}`}
      </Line>
      {edit}
    </Section>
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
  const links = (data ?? (isError ? [primary] : [])).slice(0, SHOWN_LINKS)
  const further = Math.max(total, data?.length ?? 0) - links.length
  if (links.length === 0) return <Skeleton height={40} style={{ borderRadius: 'var(--r)' }} />
  return (
    <>
      {links.map((share) => (
        <LinkWithCopy key={share.id} share={share} />
      ))}
      {further > 0 ? <Line>{intl.formatMessage({ id: 'details.links_further' }, { count: further })}</Line> : null}
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
