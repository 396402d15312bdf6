import type { UserSession } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Badge, Button, Card, Grow, Icon, Skeleton, Text } from '@holdall/ui'
import { Monitor, Smartphone, Tablet } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useReportError } from '../error-messages/report-error.ts'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useEndSession, useSessions } from './security-queries.ts'

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet } as const

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
    inline-size: 36px;
    block-size: 36px;
    border-radius: var(--r);
    background: var(--grey-s);
    color: var(--grey-t);
  }
`
const All = styled.div`
  justify-self: start;
`

/** The browsers in which the account is signed in. */
export function SessionList() {
  const { data, error, isFetching, refetch } = useSessions()
  const { overlay } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const { mutate, isPending, variables } = useEndSession()
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <SessionsSkeleton />
      </>
    )
  }
  const end = (id: string | null) => {
    mutate(id, { onError: report })
  }
  const endOthers = async () => {
    const text = (name: string) => intl.formatMessage({ id: `user.security.${name}` })
    const isConfirmed = await overlay.confirm({
      title: text('end_others_title'),
      message: text('end_others_text'),
      confirm: text('end_others'),
    })
    if (isConfirmed) end(null)
  }
  return (
    <>
      <List>
        {data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={isPending && (variables === null || variables === session.id)}
            onEnd={() => {
              end(session.id)
            }}
          />
        ))}
      </List>
      {data.length > 1 ? (
        <All>
          <Button onClick={() => void endOthers()} disabled={isPending}>
            <FormattedMessage id="user.security.end_others" />
          </Button>
        </All>
      ) : null}
    </>
  )
}

interface SessionRowProps {
  readonly session: UserSession
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function SessionRow({ session: { attributes }, isEnding, onEnd }: SessionRowProps) {
  const intl = useIntl()
  const formatDate = useFormatDate()
  const { browser, system, device, address, place, created_at, seen_at, current } = attributes
  const unknown = intl.formatMessage({ id: 'user.security.unknown' })
  const name =
    browser && system
      ? intl.formatMessage({ id: 'user.security.device' }, { browser, system })
      : (browser ?? system ?? unknown)
  return (
    <li>
      <span>
        <Icon as={icons[device]} size={20} />
      </span>
      <Grow>
        <Text as="div" weight="medium">
          {name}
        </Text>
        <Text as="div" variant="secondary" tone="subtle">
          <FormattedMessage
            id="user.security.times"
            values={{
              address: (
                <bdi key="address">
                  {place === null ? address : <FormattedMessage id="user.security.place" values={{ place, address }} />}
                </bdi>
              ),
              seen: <bdi key="seen">{formatDate(seen_at)}</bdi>,
              created: <bdi key="created">{formatDate(created_at)}</bdi>,
            }}
          />
        </Text>
      </Grow>
      {current ? (
        <Badge hue="green">
          <FormattedMessage id="user.security.this_device" />
        </Badge>
      ) : (
        <Button
          size="s"
          busy={isEnding}
          aria-label={intl.formatMessage({ id: 'user.security.end_named' }, { name })}
          onClick={onEnd}
        >
          <FormattedMessage id="user.security.end" />
        </Button>
      )}
    </li>
  )
}

const SessionsSkeleton = () => (
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
