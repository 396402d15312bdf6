import type { Share } from '@holdall/api'
import { Button, type IconType } from '@holdall/ui'
import { CodeXml, FileSymlink, Plus } from '@holdall/ui/icons'
import { FormattedMessage } from 'react-intl'
import { type CopiedKind, isOpenFile, useCopyOfLink } from './copied-link.ts'
import { LinkSending } from './link-sending.tsx'
import { ShareLinkLog } from './share-link-log.tsx'
import { emailLink, qrCodeOf } from './share-link-queries.ts'

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

const calls = { qrCode: qrCodeOf, email: emailLink }

/** What can be done with a link: sent, scanned, copied in other forms; and what its visitors did. */
export function ShareLinkPanels({ token, share, name, isClosed, onCreateAnother }: ShareLinkPanelsProps) {
  const copyOf = useCopyOfLink()
  const copy = (kind: CopiedKind, icon: IconType, of: Share) => (
    <Button size="s" icon={icon} onClick={() => void copyOf(kind, of, name)}>
      <FormattedMessage id={`share.copy_${kind}`} />
    </Button>
  )
  return (
    <LinkSending token={token} name={name} calls={calls} isClosed={isClosed} log={<ShareLinkLog token={token} />}>
      {share && isOpenFile(share) && !isClosed ? (
        <>
          {copy('direct', FileSymlink, share)}
          {copy('embed', CodeXml, share)}
        </>
      ) : null}
      <Button size="s" icon={Plus} onClick={onCreateAnother}>
        <FormattedMessage id="share.links.another" />
      </Button>
    </LinkSending>
  )
}
