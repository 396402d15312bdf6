import type { ClientConfig, LinkedSignIn, SignInProvider } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useFormatDate } from '@holdall/file-browser'
import { useHost, useSession } from '@holdall/section'
import { Badge, Button, Notice, Text } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import {
  OutdatedSettingList,
  PendingSettingList,
  SettingList,
  SettingListButtons,
  SettingRow,
} from '../user-layout/setting-list.tsx'
import { useBeginLink, useLinkedSignIns, useUnlink } from './linked-sign-in-queries.ts'
import { useLinkedToast } from './use-linked-toast.ts'

type Offered = readonly { readonly id: SignInProvider; readonly name: string }[]

/** The providers that the operator has configured. */
export const offeredProviders = ({ google, facebook, github, oidc }: ClientConfig['socialLogins']): Offered => [
  ...(google ? [{ id: 'google' as const, name: 'Google' }] : []),
  ...(facebook ? [{ id: 'facebook' as const, name: 'Facebook' }] : []),
  ...(github ? [{ id: 'github' as const, name: 'GitHub' }] : []),
  ...(oidc === null ? [] : [{ id: 'oidc' as const, name: oidc }]),
]

/** The accounts at providers that sign in to this one. */
export function LinkedSignInList() {
  const { config } = useHost()
  const session = useSession()
  const intl = useIntl()
  const report = useReportError()
  const signIns = useLinkedSignIns()
  const { data } = signIns
  useLinkedToast(data)
  const link = useBeginLink()
  if (!data) return <PendingSettingList {...signIns} />
  const linked = new Set(
    data.filter(({ attributes }) => attributes.usable).map(({ attributes }) => attributes.provider),
  )
  const further = offeredProviders(config.socialLogins).filter(({ id }) => !linked.has(id))
  const begin = (provider: SignInProvider) => {
    link.mutate(provider, {
      onError: (failure) => {
        if (!isApiError(failure, 'provider-unavailable')) report(failure)
      },
    })
  }
  const hasPassword = session.state !== 'signed-in' || session.user.attributes.has_password
  return (
    <>
      <OutdatedSettingList {...signIns} />
      {hasPassword ? null : (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.security.no_password" />
        </Text>
      )}
      {data.length > 0 ? (
        <SettingList>
          {data.map((row) => (
            <LinkedRow key={row.id} row={row} />
          ))}
        </SettingList>
      ) : null}
      {isApiError(link.error, 'provider-unavailable') ? (
        <Notice tone="danger" role="alert">
          {link.error.message}
        </Notice>
      ) : null}
      {further.length > 0 ? (
        <SettingListButtons>
          {further.map(({ id, name }) => (
            <Button
              key={id}
              busy={(link.isPending || link.isSuccess) && link.variables === id}
              onClick={() => {
                begin(id)
              }}
            >
              {intl.formatMessage({ id: 'user.security.link_provider' }, { name })}
            </Button>
          ))}
        </SettingListButtons>
      ) : null}
    </>
  )
}

function LinkedRow({ row: { id, attributes } }: { readonly row: LinkedSignIn }) {
  const { overlay, toasts } = useHost()
  const intl = useIntl()
  const formatDate = useFormatDate()
  const report = useReportError()
  const { mutate, isPending } = useUnlink()
  const { provider_name: name, email, last_used_at, usable } = attributes
  const text = (message: string) => intl.formatMessage({ id: `user.security.${message}` }, { name })
  const unlink = async () => {
    const isConfirmed = await overlay.confirm({
      title: text('unlink_title'),
      message: text('unlink_text'),
      confirm: text('unlink'),
    })
    if (!isConfirmed) return
    mutate(id, {
      onError: (error) => {
        if (isApiError(error, 'last-sign-in-method')) toasts.show({ type: 'danger', message: error.message })
        else report(error)
      },
    })
  }
  return (
    <SettingRow
      title={<bdi>{name}</bdi>}
      actions={
        <>
          {usable ? null : (
            <Badge hue="grey">
              <FormattedMessage id="user.security.provider_off" />
            </Badge>
          )}
          <Button size="s" busy={isPending} aria-label={text('unlink_named')} onClick={() => void unlink()}>
            <FormattedMessage id="user.security.unlink" />
          </Button>
        </>
      }
    >
      <FormattedMessage
        id="user.security.linked_details"
        values={{
          has_email: String(email !== null),
          email: <bdi key="email">{email}</bdi>,
          is_used: String(last_used_at !== null),
          date: last_used_at === null ? '' : <bdi key="date">{formatDate(last_used_at)}</bdi>,
        }}
      />
    </SettingRow>
  )
}
