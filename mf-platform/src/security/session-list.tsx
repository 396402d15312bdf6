import type { UserSession } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Badge, Button } from '@holdall/ui'
import { Monitor, Smartphone, Tablet } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import {
  OutdatedSettingList,
  PendingSettingList,
  SettingList,
  SettingListButtons,
  SettingRow,
} from '../user-layout/setting-list.tsx'
import { useEndSession, useSessions } from './security-queries.ts'

const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet } as const

/** The browsers in which the account is signed in. */
export function SessionList() {
  const sessions = useSessions()
  const { data } = sessions
  const { overlay } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const { mutate, isPending, variables } = useEndSession()
  if (!data) return <PendingSettingList {...sessions} />
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
      <OutdatedSettingList {...sessions} />
      <SettingList>
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
      </SettingList>
      {data.length > 1 ? (
        <SettingListButtons>
          <Button onClick={() => void endOthers()} disabled={isPending}>
            <FormattedMessage id="user.security.end_others" />
          </Button>
        </SettingListButtons>
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
    <SettingRow
      icon={icons[device]}
      title={name}
      actions={
        current ? (
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
        )
      }
    >
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
    </SettingRow>
  )
}
