import type { Entry, TeamPermission } from '@holdall/api'
import { type Dispatch, memo, type SetStateAction } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { PersonRow } from './people-list.tsx'
import { type PeopleChanges, peopleOf } from './team-folder-change.ts'

interface PresentPeopleProps {
  readonly folder: Entry
  readonly changes: PeopleChanges
  readonly onChange: Dispatch<SetStateAction<PeopleChanges>>
}

/** The members and open invitations of a team folder. They are not rendered again while an address is typed. */
export const PresentPeople = memo(function PresentPeople({ folder, changes, onChange }: PresentPeopleProps) {
  const { members, invitations } = peopleOf(folder)
  return [...members, ...invitations].map((person) => {
    const { email, color } = person.attributes
    const change = changes.get(email)
    const decide = (next: TeamPermission | 'removed') => {
      onChange((before) => {
        const all = new Map(before)
        if (next === person.permission) all.delete(email)
        else all.set(email, next)
        return all
      })
    }
    const shown =
      person.type === 'member'
        ? { person: person.attributes }
        : {
            person: { name: email, color },
            detail: (
              <FormattedMessage
                id="team_members.invitation.until"
                values={{
                  date: <FormattedDate key="date" value={person.attributes.expires_at} dateStyle="medium" />,
                }}
              />
            ),
          }
    return (
      <PersonRow
        key={email}
        {...shown}
        email={email}
        permission={change === undefined || change === 'removed' ? person.permission : change}
        isRemoved={change === 'removed'}
        onChange={decide}
        onRemove={() => {
          decide('removed')
        }}
        onUndo={() => {
          decide(person.permission)
        }}
      />
    )
  })
})
