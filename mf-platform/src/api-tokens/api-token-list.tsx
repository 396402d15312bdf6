import type { ApiToken } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Badge, Button, Card, Grow, Icon, Skeleton, Text } from '@holdall/ui'
import { KeyRound, Plus } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useApiTokens, useRemoveApiToken } from './api-token-queries.ts'
import { CreatedToken } from './created-token.tsx'
import { NewTokenForm } from './new-token-form.tsx'

const List = styled(Card).attrs({ as: 'ul' })`
  li {
    display: flex;
    align-items: center;
    gap: 14px;
    min-block-size: 68px;
    padding: 12px 16px;
  }
  li + li {
    border-block-start: 1px solid var(--line);
  }
  li > span:first-child {
    display: grid;
    flex: none;
    place-items: center;
    align-self: start;
    inline-size: 36px;
    block-size: 36px;
    border-radius: var(--r);
    background: var(--grey-s);
    color: var(--grey-t);
  }
  li > div {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  code {
    direction: ltr;
    unicode-bidi: isolate;
    font-family: var(--font-mono);
    font-size: var(--t-12);
  }
`
const Start = styled.div`
  justify-self: start;
`

type Mode = { readonly kind: 'list' } | { readonly kind: 'form' } | { readonly kind: 'created'; readonly token: string }

/** The API tokens of the account: create one, which is shown once, and remove them. */
export function ApiTokenList() {
  const { data, error, isFetching, refetch } = useApiTokens()
  const [mode, setMode] = useState<Mode>({ kind: 'list' })
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <TokensSkeleton />
      </>
    )
  }
  const showList = () => {
    setMode({ kind: 'list' })
  }
  return (
    <>
      {data.length > 0 ? (
        <List>
          {data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </List>
      ) : mode.kind === 'list' ? (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.security.tokens_none" />
        </Text>
      ) : null}
      {mode.kind === 'list' ? (
        <Start>
          <Button
            icon={Plus}
            onClick={() => {
              setMode({ kind: 'form' })
            }}
          >
            <FormattedMessage id="user.security.token_create" />
          </Button>
        </Start>
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
    <li>
      <span>
        <Icon as={KeyRound} size={20} />
      </span>
      <Grow>
        <Text as="div" weight="medium">
          <bdi>{name}</bdi> <code>{prefix}…</code>
        </Text>
        <Text as="div" variant="secondary" tone="subtle">
          {intl.formatList(scopes.map((scope) => text(`token_scope.${scope}`)))}
        </Text>
        <Text as="div" variant="secondary" tone="subtle">
          {[
            text('token_created_at', { date: formatDate(created_at) }),
            day('token_expires_at', expires_at, 'token_expires_never'),
            day('token_used_at', last_used_at, 'token_used_never'),
          ].join(' · ')}
        </Text>
        {expired ? (
          <Badge hue="red">
            <FormattedMessage id="user.security.token_expired" />
          </Badge>
        ) : null}
      </Grow>
      <Button
        size="s"
        busy={isPending}
        aria-label={text('token_remove_named', { name: isolate(name) })}
        onClick={() => void remove()}
      >
        <FormattedMessage id="user.security.token_remove" />
      </Button>
    </li>
  )
}

const TokensSkeleton = () => (
  <List aria-hidden>
    <li>
      <Skeleton width={36} height={36} />
      <Grow>
        <Skeleton width={160} height={14} />
        <Skeleton width={220} height={12} style={{ marginBlockStart: 10 }} />
      </Grow>
    </li>
  </List>
)
