import { canUsePasskeys, type Passkey, type UserSession } from '@holdall/api'
import { useFormatDate } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { Button, IconButton, Text } from '@holdall/ui'
import { KeyRound, Pencil, Trash2 } from '@holdall/ui/icons'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SettingGroup } from '../user-layout/setting-group.tsx'
import {
  OutdatedSettingList,
  PendingSettingList,
  SettingList,
  SettingListButtons,
  SettingRow,
} from '../user-layout/setting-list.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './passkey-queries.ts'
import { useReportPasskeyError } from './report-passkey-error.ts'

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
      <PasskeyList passkeys={passkeys} canAdd={canAdd} device={device} />
    </SettingGroup>
  )
}

/** Browser and system, as the name of a passkey. */
function useDeviceName({ browser, system }: NonNullable<Props['device']>): string {
  const intl = useIntl()
  if (browser && system) return intl.formatMessage({ id: 'user.security.device' }, { browser, system })
  return browser ?? system ?? intl.formatMessage({ id: 'user.passkeys.default_name' })
}

interface PasskeyListProps extends Props {
  readonly passkeys: ReturnType<typeof usePasskeys>
  readonly canAdd: boolean
}

function PasskeyList({ passkeys, canAdd, device = { browser: null, system: null } }: PasskeyListProps) {
  const report = useReportPasskeyError()
  const deviceName = useDeviceName(device)
  const add = useAddPasskey()
  const rename = useRenamePasskey()
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  if (!passkeys.data) return <PendingSettingList {...passkeys} />
  const { data } = passkeys
  return (
    <>
      <OutdatedSettingList {...passkeys} />
      {data.length > 0 ? (
        <SettingList>
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => {
                setRenamed(passkey)
              }}
            />
          ))}
        </SettingList>
      ) : (
        <Text as="p" tone="subtle">
          <FormattedMessage id="user.passkeys.none" />
        </Text>
      )}
      {canAdd ? (
        <SettingListButtons>
          <Button
            icon={KeyRound}
            busy={add.isPending}
            onClick={() => {
              add.mutate(deviceName, { onSuccess: setRenamed, onError: report })
            }}
          >
            <FormattedMessage id="user.passkeys.add" />
          </Button>
        </SettingListButtons>
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
    <SettingRow
      icon={KeyRound}
      title={<bdi>{name}</bdi>}
      actions={
        <>
          <IconButton icon={Pencil} label={text('rename_named')} onClick={onRename} />
          <IconButton icon={Trash2} label={text('remove_named')} disabled={isPending} onClick={() => void remove()} />
        </>
      }
    >
      <FormattedMessage
        id="user.passkeys.times"
        values={{
          used: last_used_at === null ? 'never' : 'used',
          last: last_used_at === null ? '' : <bdi key="last">{formatDate(last_used_at)}</bdi>,
          created: <bdi key="created">{formatDate(created_at)}</bdi>,
          synced: synced ? 'yes' : 'no',
        }}
      />
    </SettingRow>
  )
}
