import type { AccountDeletion } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Button, Field, Input, Notice, Text } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { Select } from '@holdall/ui/menu'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { failureText } from '../error-messages/failure-text.ts'
import { LoadFailed } from '../user-layout/load-failed.tsx'
import { LoadingText } from '../user-layout/loading-text.tsx'
import { useAccountDeletion, useRequestAccountDeletion } from './account-deletion-queries.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`

/** The folder is deleted with the account. */
const NOBODY = 'nobody'

type Attributes = AccountDeletion['attributes']
type Folder = Attributes['team_folders'][number]

/** By team folder, who gets it. */
type Choices = ReadonlyMap<string, string>

/** A member who has left since is no choice. */
const choiceOf = (choices: Choices, { id, members }: Folder): string | undefined => {
  const chosen = choices.get(id) ?? (members.length === 0 ? NOBODY : undefined)
  return chosen === NOBODY || members.some((member) => member.id === chosen) ? chosen : undefined
}

interface Props {
  readonly email: string
  readonly close: () => void
}

/** Asks what happens to the team folders of the account, and for its address as the confirmation. */
export function DeleteAccountDialog({ email, close }: Props) {
  const intl = useIntl()
  const form = useId()
  const { data, error: loadError, isFetching, refetch } = useAccountDeletion()
  const { mutate, isPending, error } = useRequestAccountDeletion()
  const [choices, setChoices] = useState<Choices>(new Map())
  const [typed, setTyped] = useState('')
  const needed = data?.attributes
  const isMatching = typed.trim().toLowerCase() === email.toLowerCase()
  const isReady =
    needed !== undefined &&
    !needed.last_administrator &&
    isMatching &&
    needed.team_folders.every((folder) => choiceOf(choices, folder) !== undefined)
  const submit = () => {
    if (!isReady || isPending) return
    const chosen = needed.team_folders.map((folder) => {
      const to = choiceOf(choices, folder)
      return { id: folder.id, to: to === undefined || to === NOBODY ? null : to }
    })
    mutate({ email: typed, choices: chosen }, { onSuccess: close })
  }
  return (
    <Dialog
      open
      onClose={close}
      size="m"
      title={intl.formatMessage({ id: 'user.deletion.title' })}
      closeLabel={intl.formatMessage({ id: 'popup.close' })}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="popup.cancel" />
          </Button>
          <Button variant="danger" type="submit" form={form} busy={isPending} disabled={!isReady}>
            <FormattedMessage id="user.deletion.confirm" />
          </Button>
        </>
      }
    >
      {needed === undefined ? (
        loadError ? (
          <LoadFailed error={loadError} retrying={isFetching} retry={() => void refetch()} />
        ) : (
          <LoadingText />
        )
      ) : (
        <Form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {error && !isApiError(error, 'aborted') ? (
            <Notice tone="danger" role="alert">
              {isApiError(error, 'conflict') ? (
                <FormattedMessage id="user.deletion.changed" />
              ) : (
                failureText(error, intl.formatMessage)
              )}
            </Notice>
          ) : null}
          {needed.last_administrator ? (
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
              type={setTyped}
            />
          )}
        </Form>
      )}
    </Dialog>
  )
}

interface QuestionsProps {
  readonly needed: Attributes
  readonly email: string
  readonly choices: Choices
  readonly choose: (folderId: string, to: string) => void
  readonly typed: string
  readonly type: (typed: string) => void
}

function Questions({ needed, email, choices, choose, typed, type }: QuestionsProps) {
  const intl = useIntl()
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
          hint={folder.members.length === 0 ? <FormattedMessage id="user.deletion.folder_alone" /> : undefined}
        >
          <Select
            options={[
              ...folder.members.map((member) => ({
                value: member.id,
                label: intl.formatMessage({ id: 'user.deletion.give_to' }, { name: member.name, email: member.email }),
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
      >
        <Input
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
