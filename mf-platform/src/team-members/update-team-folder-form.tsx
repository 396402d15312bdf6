import { type Entry, updateTeamFolder } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Stack } from '@holdall/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { AppearanceFields } from '../folder-appearance/appearance-fields.tsx'
import { useFocusWhenShown } from '../form-dialog/use-focus-when-shown.ts'
import { showTeamFolder } from './cached-team-folders.ts'
import { FolderNameField } from './folder-name-field.tsx'
import { InviteFields } from './invite-fields.tsx'
import { InviteeRows } from './invitee-rows.tsx'
import { PeopleList, PersonRow } from './people-list.tsx'
import { PresentPeople } from './present-people.tsx'
import { SharingSwitch } from './sharing-switch.tsx'
import { bodyOf, fieldsOf, type PeopleChanges, peopleOf } from './team-folder-change.ts'
import { useInvitees } from './use-invitees.ts'
import { useTeamFolderFailure } from './use-team-folder-failure.ts'

interface UpdateTeamFolderFormProps {
  /** Of the form, for the button that submits it. */
  readonly id: string
  readonly folder: Entry
  /** The team folder as the server has it now. */
  readonly load: () => Promise<Entry>
  readonly onBusy: (isBusy: boolean) => void
  readonly onSaved: () => void
}

/** People, name and appearance of a team folder. They are saved together. */
export function UpdateTeamFolderForm({ id, folder, load, onBusy, onSaved }: UpdateTeamFolderFormProps) {
  const { events, session, toasts } = useHost()
  const client = useQueryClient()
  const intl = useIntl()
  const showFailure = useTeamFolderFailure()
  const [before] = useState(() => fieldsOf(folder))
  const [fields, setFields] = useState(before)
  const [changes, setChanges] = useState<PeopleChanges>(new Map())
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  useFocusWhenShown(addressField)
  const { owner, members, invitations } = peopleOf(folder)
  const emails = [...members, ...invitations].map(({ attributes }) => attributes.email)
  const invitees = useInvitees({ emails, removed: emails.filter((email) => changes.get(email) === 'removed') })
  const text = (key: string, values?: Record<string, string | number>) => intl.formatMessage({ id: key }, values)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isNamed = fields.name.trim() !== ''
    if (!isNamed) setNameProblem(text('files.name_missing'))
    const added = invitees.commit()
    if (!isNamed || added === null) return
    setBusy(true)
    onBusy(true)
    try {
      const isAboutPeople = changes.size > 0 || added.length > 0
      const current = isAboutPeople ? await load() : folder
      const body = bodyOf(current, { before, fields, changes, invitees: added })
      if (Object.keys(body).length > 0) {
        const { data } = await api.call(updateTeamFolder, { params: { id: folder.id }, body })
        showTeamFolder(client, data)
        // Counts the people of all team folders.
        if (isAboutPeople) session.refresh().catch(() => undefined)
        events.emit('teams.changed', {})
        events.emit('files.changed', { folderIds: [folder.id] })
        // Links of members may have ended.
        if (isAboutPeople || body.members_can_share === false) events.emit('shares.changed', { entryId: folder.id })
        toasts.show({ type: 'success', message: text('team_members.update.done', { count: added.length }) })
      }
      onSaved()
    } catch (error) {
      showFailure(error, { setNameProblem, setPeopleProblem: invitees.setProblem })
      setBusy(false)
    }
    onBusy(false)
  }
  return (
    <Stack as="form" gap={20} id={id} onSubmit={(event) => void submit(event)} noValidate>
      <InviteFields invitees={invitees} inputRef={addressField} />
      <PeopleList>
        {owner ? <PersonRow person={owner.attributes} email={owner.attributes.email} permission="owner" /> : null}
        <InviteeRows invitees={invitees} addressField={addressField} />
        <PresentPeople folder={folder} changes={changes} onChange={setChanges} />
      </PeopleList>
      <SharingSwitch
        checked={fields.canShare}
        wasChecked={before.canShare}
        onChange={(canShare) => {
          setFields({ ...fields, canShare })
        }}
      />
      <FolderNameField
        value={fields.name}
        problem={nameProblem}
        onChange={(name) => {
          setFields({ ...fields, name })
          setNameProblem(null)
        }}
      />
      <AppearanceFields
        value={fields}
        onChange={({ color, emoji }) => {
          setFields({ ...fields, color, emoji })
        }}
      />
    </Stack>
  )
}
