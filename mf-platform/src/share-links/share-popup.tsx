import { type FormEvent, useId, useState } from 'react'
import type { Share } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { EntryIcon, isExpired, useSizeText } from '@holdall/file-browser'
import { isolate, type PopupInputs, type PopupProps, useHost } from '@holdall/section'
import { Button, FolderIcon, type IconType, Notice, Row } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { CodeXml, FileSymlink, Link2Off, Mail, QrCode } from '@holdall/ui/icons'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { type CopiedKind, isOpenFile, useCopyOfLink } from './copied-link.ts'
import { useEmailAddresses } from './email-addresses.ts'
import { EmailAddressesField } from './email-addresses-field.tsx'
import { ShareLinkAddress } from './share-link-address.tsx'
import { ShareLinkEmails } from './share-link-emails.tsx'
import { LinkOptionsFields } from './share-link-options-fields.tsx'
import { initialOptions, isChanged, lacksPassword } from './share-link-options.ts'
import { ShareLinkQrCode } from './share-link-qr-code.tsx'
import { absoluteLink, revokeLink, createLink, saveLink } from './share-link-queries.ts'

export const ShareCreatePopup = ({ input, close }: PopupProps<'share-create'>) => (
  <SharePopup input={input} token={null} close={close} />
)

export const ShareEditPopup = ({ input, close }: PopupProps<'share-edit'>) => (
  <SharePopup input={input} token={input.token} close={close} />
)

interface SharePopupProps {
  readonly input: PopupInputs['share-create']
  /** Of the link; null before there is one. */
  readonly token: string | null
  readonly close: () => void
}

/** The public link of an entry: created, copied, protected and revoked here. */
function SharePopup({ input, token: given, close }: SharePopupProps) {
  const { id, name, type } = input
  const { events, overlay, toasts, config } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const sizeText = useSizeText()
  const form = useId()
  const known = useKnownEntry(id)
  const [entry] = useState(known)
  const [share, setShare] = useState<Share | null>(given ? (entry?.relationships.shared?.data ?? null) : null)
  const [options, setOptions] = useState(initialOptions(share))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const emails = useEmailAddresses()
  const copyOf = useCopyOfLink()
  const [panel, setPanel] = useState<'email' | 'qr' | null>(null)
  const token = share?.attributes.token ?? given
  const before = initialOptions(share)
  const expiredAt = share && isExpired(share) ? share.attributes.expires_at : null
  const text = (key: string) => intl.formatMessage({ id: key })
  const sentText = (count: number) => intl.formatMessage({ id: 'share.email.sent' }, { count })
  const changed = () => {
    events.emit('shares.changed', { entryId: id })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (lacksPassword(before, options)) {
      setProblem(text('share.password_missing'))
      return
    }
    const addresses = emails.commit()
    if (addresses === null) return
    setBusy(true)
    try {
      if (token === null) {
        const created = await createLink(id, options, addresses)
        setShare(created)
        setOptions(initialOptions(created))
        if (addresses.length > 0) toasts.show({ type: 'success', message: sentText(addresses.length) })
      } else {
        await saveLink(token, share, options)
        toasts.show({ type: 'success', message: text(renews ? 'share.renewed' : 'share.saved') })
        close()
      }
    } catch (error) {
      const passwordError = isApiError(error) ? error.fields['password']?.[0] : undefined
      if (passwordError) setProblem(passwordError)
      else if (isApiError(error, 'already-shared')) {
        overlay.alert({ title: text('share.already'), tone: 'info', button: text('popup.close') })
        close()
      } else if (isApiError(error, 'throttled')) {
        toasts.show({ type: 'danger', message: text('share.email.throttled') })
      } else report(error)
    }
    changed()
    setBusy(false)
  }
  const stop = async () => {
    const confirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'share.stop.title' }, { name: isolate(name) }),
      message: text('share.stop.text'),
      confirm: text('share.stop.confirm'),
      cancel: text('share.stop.cancel'),
      danger: true,
    })
    if (!confirmed || token === null) return
    try {
      await revokeLink(token)
      close()
      toasts.show({ type: 'success', message: text('share.stopped') })
    } catch (error) {
      report(error)
    }
    changed()
  }
  const renews = expiredAt !== null && !isChanged(before, options)
  const mayNotSave = token !== null && !renews && !isChanged(before, options) ? text('share.unchanged') : undefined
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
    <Dialog
      open
      onClose={close}
      size="l"
      title={intl.formatMessage({ id: 'share.title' }, { name: isolate(name) })}
      subtitle={entry ? sizeText(entry) : undefined}
      icon={entry ? <EntryIcon entry={entry} size={40} /> : type === 'folder' ? <FolderIcon size={40} /> : undefined}
      closeLabel={text('popup.close')}
      footer={
        <>
          {token === null ? null : (
            <Button
              variant="quiet-danger"
              icon={Link2Off}
              style={{ marginInlineEnd: 'auto' }}
              onClick={() => void stop()}
            >
              <FormattedMessage id="share.stop.action" />
            </Button>
          )}
          {/* In a narrow popup these two wrap together. */}
          <Row style={{ marginInlineStart: 'auto' }}>
            <Button onClick={close}>
              <FormattedMessage id={token !== null && mayNotSave ? 'popup.done' : 'popup.cancel'} />
            </Button>
            <Button variant="primary" type="submit" form={form} busy={busy} disabledReason={mayNotSave}>
              <FormattedMessage id={token === null ? 'share.create' : renews ? 'share.renew' : 'share.save'} />
            </Button>
          </Row>
        </>
      }
    >
      {expiredAt === null ? null : (
        <Notice tone="warn">
          <FormattedMessage
            id="share.expired"
            values={{ date: <FormattedDate key="date" value={expiredAt} dateStyle="medium" /> }}
          />
        </Notice>
      )}
      {token === null ? null : (
        <ShareLinkAddress
          link={absoluteLink(share?.attributes.link ?? `/share/${token}`, config.host)}
          isNew={!given}
        />
      )}
      {token === null || expiredAt !== null ? null : (
        <Row wrap>
          {config.emailVerification ? toggle('email', Mail, 'share.email.action') : null}
          {toggle('qr', QrCode, 'share.qr.action')}
          {share && isOpenFile(share) ? (
            <>
              {copy('direct', FileSymlink, share)}
              {copy('embed', CodeXml, share)}
            </>
          ) : null}
        </Row>
      )}
      {token === null || panel !== 'email' ? null : (
        <ShareLinkEmails
          token={token}
          onSent={() => {
            setPanel(null)
          }}
        />
      )}
      {token === null || panel !== 'qr' ? null : <ShareLinkQrCode token={token} name={name} />}
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <LinkOptionsFields
          type={type}
          before={before}
          options={options}
          expiresAt={expiredAt === null ? (share?.attributes.expires_at ?? null) : null}
          problem={problem}
          onChange={(next) => {
            setOptions(next)
            setProblem(null)
          }}
        />
        {token === null && config.emailVerification ? (
          <EmailAddressesField value={emails} label={<FormattedMessage id="share.email.create" />} />
        ) : null}
      </form>
    </Dialog>
  )
}
