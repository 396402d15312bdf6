import type { Share } from '@holdall/api'
import { useHost } from '@holdall/section'
import { Button, type IconType, Row } from '@holdall/ui'
import { CodeXml, FileSymlink, Mail, Plus, QrCode } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { type CopiedKind, isOpenFile, useCopyOfLink } from './copied-link.ts'
import { ShareLinkEmails } from './share-link-emails.tsx'
import { ShareLinkQrCode } from './share-link-qr-code.tsx'

interface ShareLinkPanelsProps {
  readonly token: string
  /** Null where only its token is known. */
  readonly share: Share | null
  /** Of the entry. */
  readonly name: string
  /** A link that has expired or is used up is neither sent nor shown. */
  readonly isClosed: boolean
  readonly onCreateAnother: () => void
}

/** What can be done with a link: sent, scanned, copied in other forms. */
export function ShareLinkPanels({ token, share, name, isClosed, onCreateAnother }: ShareLinkPanelsProps) {
  const { config } = useHost()
  const copyOf = useCopyOfLink()
  const [panel, setPanel] = useState<'email' | 'qr' | null>(null)
  const toggle = (which: 'email' | 'qr', icon: IconType, label: string) => (
    <Button
      size="s"
      icon={icon}
      aria-pressed={panel === which}
      variant={panel === which ? 'soft' : 'default'}
      onClick={() => {
        setPanel(panel === which ? null : which)
      }}
    >
      <FormattedMessage id={label} />
    </Button>
  )
  const copy = (kind: CopiedKind, icon: IconType, of: Share) => (
    <Button size="s" icon={icon} onClick={() => void copyOf(kind, of, name)}>
      <FormattedMessage id={`share.copy_${kind}`} />
    </Button>
  )
  return (
    <>
      <Row wrap>
        {isClosed ? null : (
          <>
            {config.emailVerification ? toggle('email', Mail, 'share.email.action') : null}
            {toggle('qr', QrCode, 'share.qr.action')}
            {share && isOpenFile(share) ? (
              <>
                {copy('direct', FileSymlink, share)}
                {copy('embed', CodeXml, share)}
              </>
            ) : null}
          </>
        )}
        <Button size="s" icon={Plus} onClick={onCreateAnother}>
          <FormattedMessage id="share.links.another" />
        </Button>
      </Row>
      {panel === 'email' && !isClosed ? (
        <ShareLinkEmails
          token={token}
          onSent={() => {
            setPanel(null)
          }}
        />
      ) : null}
      {panel === 'qr' && !isClosed ? <ShareLinkQrCode token={token} name={name} /> : null}
    </>
  )
}
