import { isolate, type PopupProps, useHost } from '@holdall/section'
import { Button, KindTile } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { MailPlus } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkSending } from '../share-links/link-sending.tsx'
import { ShareLinkAddress } from '../share-links/share-link-address.tsx'
import { absoluteLink } from '../share-links/share-link-queries.ts'
import { requestSending } from './upload-request-queries.ts'

/** The link of an open request: to be copied, sent by mail or scanned. */
export function SendRequestPopup({ input: { token, name, link }, close }: PopupProps<'send-file-request'>) {
  const { config } = useHost()
  const intl = useIntl()
  return (
    <Dialog
      open
      onClose={close}
      size="l"
      icon={<KindTile hue="blue" icon={MailPlus} size={40} />}
      title={intl.formatMessage({ id: 'upload_requests.send.title' }, { name: isolate(name) })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <Button onClick={close} style={{ marginInlineStart: 'auto' }}>
          <FormattedMessage id="popup.done" />
        </Button>
      }
    >
      <ShareLinkAddress link={absoluteLink(link, config.host)} isNew={false} />
      <LinkSending token={token} name={name} calls={requestSending} isClosed={false} />
    </Dialog>
  )
}
