import type { Entry } from '@holdall/api'
import { isExpired, useFormatDate } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Button, Heading, Icon, IconButton, useCopy } from '@holdall/ui'
import { Check, Copy, Link, Link2Off, Lock, Share2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { absoluteLink } from '../share-links/share-link-queries.ts'
import { Line, LinkLine, Section } from './details-styles.ts'

/** Who can open an entry, with its link. */
export function SharingSection({ entry: { id, type, attributes, relationships } }: { readonly entry: Entry }) {
  const { overlay, config } = useHost()
  const intl = useIntl()
  const formatDate = useFormatDate()
  const { status, copy } = useCopy()
  const text = (name: string, values?: Record<string, string>) => intl.formatMessage({ id: `details.${name}` }, values)
  const item = { id, name: attributes.name, type }
  const share = relationships.shared?.data
  const heading = (
    <Heading as="h3" style={{ fontSize: 'var(--t-14)' }}>
      {text('sharing')}
    </Heading>
  )
  if (!share) {
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
  const { link: path, token, protected: isProtected, expires_at: expiresAt } = share.attributes
  const link = absoluteLink(path, config.host)
  const expired = isExpired(share)
  const date = expiresAt === null ? null : formatDate(expiresAt)
  const copyLabel = status === 'copied' ? 'copied' : status === 'failed' ? 'copy_failed' : 'copy'
  return (
    <Section>
      {heading}
      <LinkLine>
        <Icon as={expired ? Link2Off : isProtected ? Lock : Link} size={14} />
        <span title={link}>{link.replace(/^https?:\/\//, '')}</span>
        <IconButton
          icon={status === 'copied' ? Check : Copy}
          iconSize={16}
          label={intl.formatMessage({ id: `share.${copyLabel === 'copy' ? 'copy_link' : copyLabel}` })}
          onClick={() => void copy(link)}
        />
      </LinkLine>
      <Line>
        {expired && date !== null
          ? text('link_expired', { date })
          : `${text(isProtected ? 'with_password' : 'with_link')}${date === null ? '' : ` ${text('expires', { date })}`}`}
      </Line>
      <div>
        <Button
          size="s"
          onClick={() => {
            overlay.open('share-edit', { ...item, token })
          }}
        >
          {text('edit_link')}
        </Button>
      </div>
    </Section>
  )
}
