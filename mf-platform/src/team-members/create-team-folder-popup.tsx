import { convertToTeamFolder, createTeamFolder, type Entry } from '@holdall/api'
import { api } from '@holdall/api-client'
import { isolate, type PopupProps, useHost } from '@holdall/section'
import { FolderIcon, KindTile } from '@holdall/ui'
import { UsersRound } from '@holdall/ui/icons'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useKnownEntry } from '../entries/use-known-entry.ts'
import { useRestriction } from '../error-messages/use-restriction.ts'
import { type Appearance, AppearanceFields } from '../folder-appearance/appearance-fields.tsx'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { FolderNameField } from './folder-name-field.tsx'
import { InviteFields } from './invite-fields.tsx'
import { InviteeRows } from './invitee-rows.tsx'
import { PeopleList } from './people-list.tsx'
import { SharingSwitch } from './sharing-switch.tsx'
import { type Invitee, useInvitees } from './use-invitees.ts'
import { useTeamFolderFailure } from './use-team-folder-failure.ts'

/** Creates a team folder, or makes a folder of the user's files one, and invites people to it. */
export function CreateTeamFolderPopup({ input: { convert }, close }: PopupProps<'create-team-folder'>) {
  const { events, navigation, session, toasts } = useHost()
  const intl = useIntl()
  const showFailure = useTeamFolderFailure()
  const known = useKnownEntry(convert?.id)
  const untitled = intl.formatMessage({ id: 'team_members.create.untitled' })
  const [name, setName] = useState(untitled)
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [appearance, setAppearance] = useState<Appearance>({ color: null, emoji: null })
  const [canShare, setCanShare] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const invitees = useInvitees()
  const addressField = useRef<HTMLInputElement>(null)
  const isForbidden = useRestriction({
    restriction: 'canCreateTeamFolder',
    titleId: 'files.problem.create_folder_restricted',
    close,
  })
  if (isForbidden) return null
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)

  const save = async (invitations: readonly Invitee[]): Promise<Entry> => {
    const people = { invitations: [...invitations], ...(canShare && { members_can_share: true }) }
    if (convert) return (await api.call(convertToTeamFolder, { params: { id: convert.id }, body: people })).data
    const { color, emoji } = appearance
    const body = { name: name.trim(), ...people, ...(color && { color }), ...(emoji && { emoji }) }
    return (await api.call(createTeamFolder, { body })).data
  }
  const submit = async () => {
    const isNamed = convert !== undefined || name.trim() !== ''
    if (!isNamed) setNameProblem(text('files.name_missing'))
    const invitations = invitees.commit()
    if (!isNamed || invitations === null) return
    setBusy(true)
    try {
      const { id, attributes } = await save(invitations)
      // Counts the people that were invited.
      session.refresh().catch(() => undefined)
      events.emit('teams.changed', {})
      if (convert) events.emit('files.changed', { folderIds: [known?.attributes.parent_id ?? null, id] })
      toasts.show({
        type: 'success',
        message: text(`team_members.${convert ? 'convert' : 'create'}.done`, { name: isolate(attributes.name) }),
        action: {
          label: text('files.action.open'),
          run: () => {
            navigation.go({ name: 'TeamFolders', params: { id } })
          },
        },
      })
      close()
    } catch (error) {
      showFailure(error, { setNameProblem, setPeopleProblem: invitees.setProblem })
      setBusy(false)
    }
  }
  return (
    <FormDialog
      close={close}
      size="l"
      title={
        convert
          ? text('team_members.convert.title', { name: isolate(convert.name) })
          : text('team_members.create.title')
      }
      subtitle={text(convert ? 'team_members.convert.about' : 'team_members.create.about')}
      icon={
        convert ? (
          <FolderIcon hue={known?.attributes.color ?? 'green'} emoji={known?.attributes.emoji ?? null} size={40} />
        ) : (
          <KindTile hue="blue" icon={UsersRound} size={40} />
        )
      }
      action={<FormattedMessage id={convert ? 'team_members.convert.save' : 'team_members.create.save'} />}
      isBusy={isBusy}
      gap={20}
      submit={() => void submit()}
    >
      {convert ? null : (
        <FolderNameField
          value={name}
          problem={nameProblem}
          onFocus={({ target }) => {
            if (name === untitled) target.select()
          }}
          onChange={(next) => {
            setName(next)
            setNameProblem(null)
          }}
        />
      )}
      <InviteFields invitees={invitees} inputRef={addressField} />
      {invitees.list.length === 0 ? null : (
        <PeopleList>
          <InviteeRows invitees={invitees} addressField={addressField} />
        </PeopleList>
      )}
      <SharingSwitch checked={canShare} onChange={setCanShare} />
      {convert ? null : <AppearanceFields value={appearance} onChange={setAppearance} />}
    </FormDialog>
  )
}
