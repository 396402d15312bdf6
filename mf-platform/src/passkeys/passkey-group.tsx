import { canUsePasskeys, type Passkey, type UserSession } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Button, Card, Grow, Icon, IconButton, Skeleton, Text } from '@holdall/ui'
import { KeyRound, Pencil, Trash2 } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts'
import { useReportPasskeyError } from './report-passkey-error.ts'

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
const Start = styled.div`
  justify-self: start;
`

interface Props {
  /** This browser, where it is known: its name is that of the passkeys that it makes. */
  readonly device: Pick<UserSession['attributes'], 'browser' | 'system'> | undefined
}

/** The passkeys of the account. Absent where none can be used and there is none. */
export function PasskeyGroup({ device }: Props) {
  const { config } = useHost()
  const canAdd = canUsePasskeys(config, window)
  const passkeys = usePasskeys()
  if (!canAdd && !passkeys.data?.length) return null
  return (
    <SettingGroup
      title={<FormattedMessage id="user.passkeys.title" />}
      text={<FormattedMessage id="user.passkeys.text" />}
    >
      <PasskeyList {...passkeys} canAdd={canAdd} device={device} />
    </SettingGroup>
  )
}

/** Browser and system, as the name of a passkey. */
function useDeviceName({ browser, system }: NonNullable<Props['device']>): string {
  const intl = useIntl()
  if (browser && system) return intl.formatMessage({ id: 'user.security.device' }, { browser, system })
  return browser ?? system ?? intl.formatMessage({ id: 'user.passkeys.default_name' })
}

function PasskeyList({
  data,
  error,
  isFetching,
  refetch,
  canAdd,
  device = { browser: null, system: null },
}: ReturnType<typeof usePasskeys> & Props & { readonly canAdd: boolean }) {
  const report = useReportPasskeyError()
  const deviceName = useDeviceName(device)
  const add = useAddPasskey()
  const rename = useRenamePasskey()
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  if (!data) {
    if (error) return <LoadFailed error={error} retrying={isFetching} retry={() => void refetch()} />
    return (
      <>
        <LoadingText />
        <Skeleton style={{ blockSize: 68 }} />
      </>
    )
  }
  return (
    <>
      {data.length > 0 ? (
        <List>
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => {
                setRenamed(passkey)
              }}
            />
          ))}
        </List>
      ) : (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.passkeys.none" />
        </Text>
      )}
      {canAdd ? (
        <Start>
          <Button
            icon={KeyRound}
            busy={add.isPending}
            onClick={() => {
              add.mutate(deviceName, { onSuccess: setRenamed, onError: report })
            }}
          >
            <FormattedMessage id="user.passkeys.add" />
          </Button>
        </Start>
      ) : null}
      {renamed ? (
        <PasskeyNameDialog
          key={renamed.id}
          name={renamed.attributes.name}
          isBusy={rename.isPending}
          close={() => {
            setRenamed(null)
          }}
          save={(name) => {
            const close = () => {
              setRenamed(null)
            }
            if (name === renamed.attributes.name) close()
            else rename.mutate({ id: renamed.id, name }, { onSuccess: close, onError: report })
          }}
        />
      ) : null}
    </>
  )
}

function PasskeyRow({
  passkey: { id, attributes },
  onRename,
}: {
  readonly passkey: Passkey
  readonly onRename: () => void
}) {
  const intl = useIntl()
  const { overlay } = useHost()
  const formatDate = useFormatDate()
  const report = useReportPasskeyError()
  const { mutate, isPending } = useRemovePasskey()
  const { name, created_at, last_used_at, synced } = attributes
  const text = (key: string) => intl.formatMessage({ id: `user.passkeys.${key}` }, { name: isolate(name) })
  const remove = async () => {
    const isConfirmed = await overlay.confirm({
      title: text('remove_title'),
      message: text('remove_text'),
      confirm: text('remove'),
    })
    if (isConfirmed) mutate(id, { onError: report })
  }
  return (
    <li>
      <span>
        <Icon as={KeyRound} size={20} />
      </span>
      <Grow>
        <Text as="div" weight="medium" dir="auto">
          {name}
        </Text>
        <Text as="div" variant="secondary" tone="subtle">
          <FormattedMessage
            id="user.passkeys.times"
            values={{
              used: last_used_at === null ? 'never' : 'used',
              last: last_used_at === null ? '' : <bdi key="last">{formatDate(last_used_at)}</bdi>,
              created: <bdi key="created">{formatDate(created_at)}</bdi>,
              synced: synced ? 'yes' : 'no',
            }}
          />
        </Text>
      </Grow>
      <IconButton icon={Pencil} label={text('rename_named')} onClick={onRename} />
      <IconButton icon={Trash2} label={text('remove_named')} disabled={isPending} onClick={() => void remove()} />
    </li>
  )
}
