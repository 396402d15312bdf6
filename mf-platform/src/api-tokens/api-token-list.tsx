import type { ApiToken } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Badge, Button, Text } from '@holdall/ui'
import { KeyRound, Plus } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import {
  OutdatedSettingList,
  PendingSettingList,
  SettingList,
  SettingListButtons,
  SettingRow,
} from '../user-layout/setting-list.tsx'
import { useLostFocus } from '../user-layout/use-lost-focus.ts'
import { useApiTokens, useRemoveApiToken } from './api-token-queries.ts'
import { CreatedToken } from './created-token.tsx'
import { NewTokenForm } from './new-token-form.tsx'
import { TokenPermissions } from './token-permissions.tsx'

const Prefix = styled.code`
  direction: ltr;
  unicode-bidi: isolate;
  font-family: var(--font-mono);
  font-size: var(--t-12);
`

type Mode =
  /** `isBack`: after the form or the new token, whose buttons had the focus. */
  | { readonly kind: 'list'; readonly isBack: boolean }
  | { readonly kind: 'form' }
  | { readonly kind: 'created'; readonly token: string }

/** The API tokens of the account: create one, which is shown once, and remove them. */
export function ApiTokenList() {
  const tokens = useApiTokens()
  const { data } = tokens
  const [mode, setMode] = useState<Mode>({ kind: 'list', isBack: false })
  const button = useLostFocus(mode.kind === 'list' && mode.isBack)
  if (!data) return <PendingSettingList {...tokens} />
  const showList = () => {
    setMode({ kind: 'list', isBack: true })
  }
  return (
    <>
      <OutdatedSettingList {...tokens} />
      {data.length > 0 ? (
        <SettingList>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </SettingList>
      ) : mode.kind === 'list' ? (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.security.tokens_none" />
        </Text>
      ) : null}
      {mode.kind === 'list' ? (
        <SettingListButtons>
          <Button
            ref={button}
            icon={Plus}
            onClick={() => {
              setMode({ kind: 'form' })
            }}
          >
            <FormattedMessage id="user.security.token_create" />
          </Button>
        </SettingListButtons>
      ) : null}
      {mode.kind === 'form' ? (
        <NewTokenForm
          onCancel={showList}
          onCreated={(token) => {
            setMode({ kind: 'created', token })
          }}
        />
      ) : null}
      {mode.kind === 'created' ? <CreatedToken token={mode.token} onDone={showList} /> : null}
    </>
  )
}

function TokenRow({ token: { id, attributes } }: { readonly token: ApiToken }) {
  const intl = useIntl()
  const formatDate = useFormatDate()
  const report = useReportError()
  const { overlay } = useHost()
  const { mutate, isPending } = useRemoveApiToken()
  const { name, prefix, scopes, created_at, expires_at, expired, last_used_at } = attributes
  const text = (key: string, values = {}) => intl.formatMessage({ id: `user.security.${key}` }, values)

  async function remove() {
    const isConfirmed = await overlay.confirm({
      title: text('token_remove_title', { name: isolate(name) }),
      message: text('token_remove_text'),
      confirm: text('token_remove'),
      danger: true,
    })
    if (isConfirmed) mutate(id, { onError: report })
  }

  const day = (key: string, at: string | null, none: string) =>
    at === null ? text(none) : text(key, { date: formatDate(at) })
  return (
    <SettingRow
      icon={KeyRound}
      title={
        <>
          <bdi>{name}</bdi> <Prefix>{prefix}…</Prefix>
        </>
      }
      actions={
        <Button
          size="s"
          busy={isPending}
          aria-label={text('token_remove_named', { name: isolate(name) })}
          onClick={() => void remove()}
        >
          <FormattedMessage id="user.security.token_remove" />
        </Button>
      }
    >
      <div>
        <TokenPermissions name={name} scopes={scopes} />
      </div>
      <div>
        {[
          text('token_created_at', { date: formatDate(created_at) }),
          day('token_expires_at', expires_at, 'token_expires_never'),
          day('token_used_at', last_used_at, 'token_used_never'),
        ].join(' · ')}
      </div>
      {expired ? (
        <Badge hue="red">
          <FormattedMessage id="user.security.token_expired" />
        </Badge>
      ) : null}
    </SettingRow>
  )
}
