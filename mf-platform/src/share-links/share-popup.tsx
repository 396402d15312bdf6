import { type FormEvent, useId, useState } from 'react'
import { MAX_DOWNLOAD_LIMIT, type Share } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { EntryIcon, isExpired, useSizeText } from '@holdall/file-browser'
import { isolate, type PopupInputs, type PopupProps, useHost } from '@holdall/section'
import { Button, FolderIcon, Notice, Row } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { ArrowLeft, Link2Off, Plus } from '@holdall/ui/icons'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { useEmailAddresses } from './email-addresses.ts'
import { EmailAddressesField } from './email-addresses-field.tsx'
import { ShareLinkAddress } from './share-link-address.tsx'
import { LinkOptionsFields, type LinkProblems } from './share-link-options-fields.tsx'
import { initialOptions, isChanged, isEndInvalid, lacksPassword, limitOf } from './share-link-form.ts'
import { ShareLinkPanels } from './share-link-panels.tsx'
import { absoluteLink, createLink, saveLink, useLinksOf } from './share-link-queries.ts'
import { ShareLinksList } from './share-links-list.tsx'
import { useRevocation } from './use-revocation.ts'

export const ShareCreatePopup = ({ input, close }: PopupProps<'share-create'>) => (
  <SharePopup input={input} token={null} close={close} />
)

export const ShareEditPopup = ({ input, close }: PopupProps<'share-edit'>) => (
  <SharePopup input={input} token={input.token} close={close} />
)

interface SharePopupProps {
  readonly input: PopupInputs['share-create']
  /** Of the primary link; null before there is one. */
  readonly token: string | null
  readonly close: () => void
}

/** The link that is shown: an existing one, or with the token null a new one. */
interface ShownLink {
  readonly token: string | null
  /** Null where only its token is known. */
  readonly share: Share | null
  readonly isNew: boolean
}

const noLink: ShownLink = { token: null, share: null, isNew: false }

/** The public links of an entry: a list where there are several, and each is created, copied, protected and revoked here. */
function SharePopup({ input, token: primaryToken, close }: SharePopupProps) {
  const { id, name, type } = input
  const { events, overlay, toasts, config } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const sizeText = useSizeText()
  const form = useId()
  const known = useKnownEntry(id)
  const [entry] = useState(known)
  const primary = primaryToken ? entry?.relationships.shared : undefined
  const [count, setCount] = useState(primaryToken ? (primary?.meta.total ?? 1) : 0)
  // A link of another member of a team folder is only shown.
  const [isList, setIsList] = useState(count > 1 || primary?.data.attributes.read_only === true)
  const [link, setLink] = useState<ShownLink>({ token: primaryToken, share: primary?.data ?? null, isNew: false })
  const [options, setOptions] = useState(initialOptions(link.share, intl.timeZone))
  const [problems, setProblems] = useState<LinkProblems>({})
  const [busy, setBusy] = useState(false)
  const emails = useEmailAddresses()
  const revocation = useRevocation(id, name)
  const links = useLinksOf(id, isList)
  const { share, token } = link
  const total = links.data?.list.length ?? count
  const canCreate = links.data?.canCreate ?? primary?.data.attributes.read_only !== true
  const canRemoveAll = canCreate && !links.data?.list.some(({ attributes }) => attributes.read_only)
  const before = initialOptions(share, intl.timeZone)
  const expiredAt = share && isExpired(share) ? share.attributes.expires_at : null
  const isUsedUp = before.isLimited && (share?.attributes.downloads ?? 0) >= Number(before.downloads)
  const text = (key: string) => intl.formatMessage({ id: key })
  const sentText = (sent: number) => intl.formatMessage({ id: 'share.email.sent' }, { count: sent })
  const changed = () => {
    events.emit('shares.changed', { entryId: id })
  }
  const show = (shown: ShownLink) => {
    setLink(shown)
    setOptions(initialOptions(shown.share, intl.timeZone))
    setProblems({})
    emails.clear()
    setIsList(false)
  }
  const createAnother = () => {
    show(noLink)
  }

  /** After the shown link was removed elsewhere. */
  const showRest = () => {
    setCount(total - 1)
    if (total > 1) setIsList(true)
    else createAnother()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = {
      ...(lacksPassword(before, options) && { password: text('share.password_missing') }),
      ...(isEndInvalid(before, options, intl.timeZone) && { date: text('share.end_date_past') }),
      ...(Number.isNaN(limitOf(options)) && {
        downloads: intl.formatMessage({ id: 'share.limit_invalid' }, { max: MAX_DOWNLOAD_LIMIT }),
      }),
    }
    if (Object.keys(invalid).length > 0) {
      setProblems(invalid)
      return
    }
    const addresses = emails.commit()
    if (addresses === null) return
    setBusy(true)
    try {
      if (token === null) {
        const created = await createLink(id, options, addresses, intl.timeZone)
        show({ token: created.attributes.token, share: created, isNew: true })
        setCount(total + 1)
        if (addresses.length > 0) toasts.show({ type: 'success', message: sentText(addresses.length) })
      } else {
        await saveLink(token, share, options, intl.timeZone)
        toasts.show({ type: 'success', message: text(renews ? 'share.renewed' : 'share.saved') })
        if (total > 1) setIsList(true)
        else close()
      }
    } catch (error) {
      const { password, expires_at: date } = isApiError(error) ? error.fields : {}
      if (password?.[0]) setProblems({ password: password[0] })
      else if (date?.[0]) setProblems({ date: date[0] })
      else if (isApiError(error, 'too-many-links')) {
        overlay.alert({ title: text('share.links.too_many'), message: error.message, tone: 'danger' })
      } else if (token !== null && isApiError(error, 'not-found')) {
        toasts.show({ type: 'danger', message: text('share.links.gone') })
        showRest()
      } else if (token === null && isApiError(error, 'not-found')) {
        overlay.alert({
          title: text('team_members.cannot_share'),
          message: text('team_members.cannot_share_text'),
          tone: 'danger',
        })
      } else if (isApiError(error, 'throttled')) {
        toasts.show({ type: 'danger', message: text('share.email.throttled') })
      } else report(error)
    }
    changed()
    setBusy(false)
  }
  const revoke = async (revoked: string) => {
    if (!(await revocation.one(revoked, total > 1))) return
    if (total > 1) {
      setCount(total - 1)
      setIsList(true)
    } else close()
  }
  // A date that has passed is chosen anew.
  const renews = expiredAt !== null && before.ends !== 'date' && !isChanged(before, options)
  const mayNotSave = token !== null && !renews && !isChanged(before, options) ? text('share.unchanged') : undefined
  const footerOfList = (
    <>
      {canRemoveAll ? (
        <Button
          variant="quiet-danger"
          icon={Link2Off}
          style={{ marginInlineEnd: 'auto' }}
          onClick={() => {
            void revocation.all(total).then((isDone) => {
              if (isDone) close()
            })
          }}
        >
          <FormattedMessage id="share.links.remove_all" />
        </Button>
      ) : null}
      <Row style={{ marginInlineStart: 'auto' }}>
        <Button onClick={close}>
          <FormattedMessage id="popup.done" />
        </Button>
        {canCreate ? (
          <Button variant="primary" icon={Plus} onClick={createAnother}>
            <FormattedMessage id="share.links.another" />
          </Button>
        ) : null}
      </Row>
    </>
  )
  const footerOfLink = (
    <>
      {token === null ? null : (
        <Button
          variant="quiet-danger"
          icon={Link2Off}
          style={{ marginInlineEnd: 'auto' }}
          onClick={() => void revoke(token)}
        >
          <FormattedMessage id={total > 1 ? 'share.links.remove_one.action' : 'share.stop.action'} />
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
      footer={isList ? footerOfList : footerOfLink}
    >
      {isList ? (
        <ShareLinksList
          links={links}
          name={name}
          onEdit={(chosen) => {
            show({ token: chosen.attributes.token, share: chosen, isNew: false })
          }}
          onRemove={({ attributes }) => void revoke(attributes.token)}
        />
      ) : (
        <>
          {total > (token === null ? 0 : 1) ? (
            <Row>
              <Button
                size="s"
                variant="quiet"
                icon={ArrowLeft}
                onClick={() => {
                  setIsList(true)
                }}
              >
                <FormattedMessage id="share.links.all" values={{ count: total }} />
              </Button>
            </Row>
          ) : null}
          {expiredAt === null ? null : (
            <Notice tone="warn">
              <FormattedMessage
                id="share.expired"
                values={{ date: <FormattedDate key="date" value={expiredAt} dateStyle="medium" /> }}
              />
            </Notice>
          )}
          {isUsedUp && expiredAt === null ? (
            <Notice tone="warn">
              <FormattedMessage id="share.used_up" />
            </Notice>
          ) : null}
          {token === null ? null : (
            <>
              <ShareLinkAddress
                key={token}
                link={absoluteLink(share?.attributes.link ?? `/share/${token}`, config.host)}
                isNew={link.isNew}
              />
              <ShareLinkPanels
                key={`panels-${token}`}
                token={token}
                share={share}
                name={name}
                isClosed={expiredAt !== null || isUsedUp}
                onCreateAnother={createAnother}
              />
            </>
          )}
          <form id={form} onSubmit={(event) => void submit(event)} noValidate>
            <LinkOptionsFields
              key={token}
              type={type}
              before={before}
              options={options}
              expiresAt={expiredAt === null ? (share?.attributes.expires_at ?? null) : null}
              downloads={share?.attributes.downloads ?? 0}
              problems={problems}
              onChange={(next) => {
                setOptions(next)
                setProblems({})
              }}
            />
            {token === null && config.emailVerification ? (
              <EmailAddressesField value={emails} label={<FormattedMessage id="share.email.create" />} />
            ) : null}
          </form>
        </>
      )}
    </Dialog>
  )
}
