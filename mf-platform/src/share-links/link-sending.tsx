import { useHost } from '@holdall/section'
import { Button, type IconType, Row } from '@holdall/ui'
import { History, Mail, QrCode } from '@holdall/ui/icons'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ShareLinkEmails } from './share-link-emails.tsx'
import { ShareLinkQrCode } from './share-link-qr-code.tsx'

/** The calls that send a link. */
export interface LinkSendingCalls {
  qrCode(token: string, origin: string | null): Promise<string>
  /** Resolves to how many addresses. */
  email(token: string, emails: readonly string[]): Promise<number>
}

interface LinkSendingProps {
  readonly token: string
  /** Of what the link leads to. */
  readonly name: string
  readonly calls: LinkSendingCalls
  /** A link that takes nobody in is neither sent nor shown. */
  readonly isClosed: boolean
  /** What its visitors did; absent: nobody records it. */
  readonly log?: ReactNode
  /** Further buttons. */
  readonly children?: ReactNode
}

/** Buttons that send a link by mail, show its QR code and what its visitors did, with what they open. */
export function LinkSending({ token, name, calls, isClosed, log, children }: LinkSendingProps) {
  const { config } = useHost()
  const [panel, setPanel] = useState<'email' | 'qr' | 'log' | null>(null)
  const toggle = (which: 'email' | 'qr' | 'log', icon: IconType, label: string) => (
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
  return (
    <>
      <Row wrap>
        {isClosed ? null : (
          <>
            {config.emailVerification ? toggle('email', Mail, 'share.email.action') : null}
            {toggle('qr', QrCode, 'share.qr.action')}
          </>
        )}
        {log === undefined ? null : toggle('log', History, 'share.log.action')}
        {children}
      </Row>
      {panel === 'email' && !isClosed ? (
        <ShareLinkEmails
          send={(emails) => calls.email(token, emails)}
          onSent={() => {
            setPanel(null)
          }}
        />
      ) : null}
      {panel === 'log' ? log : null}
      {panel === 'qr' && !isClosed ? <ShareLinkQrCode token={token} name={name} load={calls.qrCode} /> : null}
    </>
  )
}
