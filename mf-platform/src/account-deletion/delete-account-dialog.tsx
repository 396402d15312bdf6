import type { AccountDeletion } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { formatBytes } from '@holdall/section'
import { Field, Input, Notice, Text } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { type RefObject, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureText } from '../error-messages/failure-text.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { useFocusWhenShown } from '../form-dialog/use-focus-when-shown.ts'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useAccountDeletion, useRequestAccountDeletion } from './account-deletion-queries.ts'

/** The folder is deleted with the account. */
const NOBODY = 'nobody'

type Attributes = AccountDeletion['attributes']
type Folder = Attributes['team_folders'][number]

/** By team folder, who gets it. */
type Choices = ReadonlyMap<string, string>

/** A server of an earlier release does not say it. */
const hasRoom = ({ has_room: room = true }: Folder['members'][number]): boolean => room

/** A member who has left since is no choice, nor is one without the storage. */
const choiceOf = (choices: Choices, { id, members }: Folder): string | undefined => {
  const chosen = choices.get(id) ?? (members.length === 0 ? NOBODY : undefined)
  const isMember = members.some((member) => member.id === chosen && hasRoom(member))
  return chosen === NOBODY || isMember ? chosen : undefined
}

interface Props {
  readonly email: string
  readonly close: () => void
}

/** Asks what happens to the team folders of the account, and for its address as the confirmation. */
export function DeleteAccountDialog({ email, close }: Props) {
  const intl = useIntl()
  const { data, error: loadError, isFetching, refetch } = useAccountDeletion()
  const { mutate, isPending, error } = useRequestAccountDeletion()
  const [choices, setChoices] = useState<Choices>(new Map())
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  const needed = data?.attributes
  const isPossible = needed !== undefined && !needed.last_administrator
  const submit = () => {
    if (!isPossible) return
    setChecked(true)
    if (!isSameAddress(typed, email)) {
      addressField.current?.focus()
      return
    }
    const folders = needed.team_folders.map((folder) => ({ id: folder.id, to: choiceOf(choices, folder) }))
    if (folders.some(({ to }) => to === undefined)) return
    const chosen = folders.map(({ id, to }) => ({ id, to: to === undefined || to === NOBODY ? null : to }))
    mutate({ email: typed, choices: chosen }, { onSuccess: close })
  }
  return (
    <FormDialog
      close={close}
      title={intl.formatMessage({ id: 'user.deletion.title' })}
      action={<FormattedMessage id="user.deletion.confirm" />}
      variant="danger"
      isBusy={isPending}
      isDisabled={!isPossible}
      initialFocus={(type) => (type === 'touch' ? null : addressField.current) ?? true}
      error={error && !isApiError(error, 'aborted') ? reasonOf(error) : null}
      submit={submit}
    >
      {needed === undefined ? (
        loadError ? (
          <LoadFailed error={loadError} retrying={isFetching} retry={() => void refetch()} />
        ) : (
          <LoadingText />
        )
      ) : needed.last_administrator ? (
        <Notice tone="warn">
          <FormattedMessage id="user.deletion.last_administrator" />
        </Notice>
      ) : (
        <Questions
          needed={needed}
          email={email}
          choices={choices}
          choose={(id, to) => {
            setChoices(new Map(choices).set(id, to))
          }}
          typed={typed}
          type={(text) => {
            setTyped(text)
            setChecked(false)
          }}
          isChecked={isChecked}
          addressField={addressField}
        />
      )}
    </FormDialog>
  )

  function reasonOf(failure: Error) {
    if (isApiError(failure, 'conflict')) return intl.formatMessage({ id: 'user.deletion.changed' })
    if (isApiError(failure, 'heir-storage-full')) return intl.formatMessage({ id: 'user.deletion.heir_full' })
    return failureText(failure, intl.formatMessage)
  }
}

const isSameAddress = (typed: string, email: string) => typed.trim().toLowerCase() === email.toLowerCase()

function FolderHint({ folder: { members, size } }: { readonly folder: Folder }) {
  const intl = useIntl()
  return (
    <>
      {size === undefined ? null : (
        <>
          <FormattedMessage id="user.deletion.folder_size" values={{ size: formatBytes(intl, size) }} />{' '}
        </>
      )}
      {members.length === 0 ? (
        <FormattedMessage id="user.deletion.folder_alone" />
      ) : members.every((member) => !hasRoom(member)) ? (
        <FormattedMessage id="user.deletion.nobody_has_room" />
      ) : null}
    </>
  )
}

interface QuestionsProps {
  readonly needed: Attributes
  readonly email: string
  readonly choices: Choices
  readonly choose: (folderId: string, to: string) => void
  readonly typed: string
  readonly type: (typed: string) => void
  /** Whether what is missing or wrong is shown. */
  readonly isChecked: boolean
  readonly addressField: RefObject<HTMLInputElement | null>
}

function Questions(props: QuestionsProps) {
  const { needed, email, choices, choose, typed, type, isChecked, addressField } = props
  const intl = useIntl()
  useFocusWhenShown(addressField)
  const { grace_days: days, team_folders: folders } = needed
  return (
    <>
      <Text as="p" tone="subtle">
        <FormattedMessage id="user.deletion.text" values={{ days }} />
      </Text>
      {folders.map((folder) => (
        <Field
          key={folder.id}
          label={<FormattedMessage id="user.deletion.folder" values={{ name: <bdi key="name">{folder.name}</bdi> }} />}
          hint={<FolderHint folder={folder} />}
          error={
            isChecked && choiceOf(choices, folder) === undefined
              ? intl.formatMessage({ id: 'user.deletion.choice_missing' })
              : undefined
          }
        >
          <Select
            options={[
              ...folder.members.map((member) => ({
                value: member.id,
                label: intl.formatMessage({ id: 'user.deletion.give_to' }, { name: member.name, email: member.email }),
                disabled: !hasRoom(member),
                ...(!hasRoom(member) && { description: <FormattedMessage id="user.deletion.no_room" /> }),
              })),
              { value: NOBODY, label: intl.formatMessage({ id: 'user.deletion.folder_too' }) },
            ]}
            value={choiceOf(choices, folder) ?? null}
            placeholder={intl.formatMessage({ id: 'user.deletion.choose' })}
            onChange={(to) => {
              choose(folder.id, to)
            }}
          />
        </Field>
      ))}
      <Field
        label={<FormattedMessage id="user.deletion.type" />}
        hint={<FormattedMessage id="user.deletion.type_hint" values={{ email: <bdi key="email">{email}</bdi> }} />}
        error={
          isChecked && !isSameAddress(typed, email) ? intl.formatMessage({ id: 'user.deletion.type_wrong' }) : undefined
        }
      >
        <Input
          ref={addressField}
          type="email"
          dir="ltr"
          value={typed}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            type(event.target.value)
          }}
        />
      </Field>
    </>
  )
}
