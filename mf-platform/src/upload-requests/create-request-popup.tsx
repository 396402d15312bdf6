import type { UploadRequest } from '@holdall/api'
import { type PopupProps, useHost } from '@holdall/section'
import { Button, KindTile, Notice, Row, Text } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { MailPlus } from '@holdall/ui/icons'
import { type ReactNode, useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useRestriction } from '../error-messages/use-restriction.ts'
import { LinkSending } from '../share-links/link-sending.tsx'
import { ShareLinkAddress } from '../share-links/share-link-address.tsx'
import { absoluteLink } from '../share-links/share-link-queries.ts'
import { RequestForm } from './request-form.tsx'
import { requestSending } from './upload-request-queries.ts'

/** Asks somebody for files: creates the request, then shows its link. */
export function CreateRequestPopup({ input: { parentId }, close }: PopupProps<'create-file-request'>) {
  const [request, setRequest] = useState<UploadRequest | null>(null)
  const isForbidden = useRestriction({ restriction: 'canUpload', titleId: 'upload_requests.disabled', close })
  if (isForbidden) return null
  const icon = <KindTile hue="blue" icon={MailPlus} size={40} />
  if (request) return <Created request={request} icon={icon} close={close} />
  return <RequestForm parentId={parentId} icon={icon} close={close} onCreated={setRequest} />
}

interface CreatedProps {
  readonly request: UploadRequest
  readonly icon: ReactNode
  readonly close: () => void
}

/** The link of a new request. */
function Created({ request, icon, close }: CreatedProps) {
  const { config, navigation } = useHost()
  const intl = useIntl()
  const { name, email, link, token } = request.attributes
  return (
    <Dialog
      open
      onClose={close}
      size="l"
      icon={icon}
      title={intl.formatMessage({ id: 'upload_requests.created' })}
      subtitle={<FormattedMessage id="upload_requests.created_into" values={{ name: <bdi key="name">{name}</bdi> }} />}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <Row style={{ marginInlineStart: 'auto' }}>
          <Button
            onClick={() => {
              close()
              navigation.go({ name: 'UploadRequests' })
            }}
          >
            <FormattedMessage id="upload_requests.show_all" />
          </Button>
          <Button onClick={close}>
            <FormattedMessage id="popup.done" />
          </Button>
        </Row>
      }
    >
      <ShareLinkAddress link={absoluteLink(link, config.host)} isNew />
      <LinkSending token={token} name={name} calls={requestSending} isClosed={false} />
      {email ? (
        <Notice tone="ok">
          <FormattedMessage id="upload_requests.sent_to" values={{ email: <bdi key="email">{email}</bdi> }} />
        </Notice>
      ) : null}
      <Text as="p" variant="secondary" tone="muted">
        <FormattedMessage id="upload_requests.created_text" /> <OpenUntil request={request} />
      </Text>
    </Dialog>
  )
}

/** How long a new request is open. */
function OpenUntil({ request }: { readonly request: UploadRequest }) {
  const { closes_at: closesAt, closes_when_idle: whenIdle } = request.attributes
  if (closesAt === null) return <FormattedMessage id="upload_requests.created_no_end" />
  return (
    <FormattedMessage
      id={whenIdle ? 'upload_requests.created_idle' : 'upload_requests.created_until'}
      values={{ date: <FormattedDate key="date" value={closesAt} dateStyle="medium" timeStyle="short" /> }}
    />
  )
}
