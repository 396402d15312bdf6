import type { RefObject } from 'react'
import { FormattedMessage } from 'react-intl'
import { PersonRow } from './people-list.tsx'
import type { Invitees } from './use-invitees.ts'

interface InviteeRowsProps {
  readonly invitees: Invitees
  /** Takes the focus of a row that is removed. */
  readonly addressField: RefObject<HTMLInputElement | null>
}

/** The people that will be invited. */
export const InviteeRows = ({ invitees, addressField }: InviteeRowsProps) =>
  invitees.list.map(({ email, permission }) => (
    <PersonRow
      key={email}
      person={{ name: email }}
      email={email}
      detail={<FormattedMessage id="team_members.invitation.new" />}
      permission={permission}
      onChange={(next) => {
        invitees.change(email, next)
      }}
      onRemove={() => {
        invitees.remove(email)
        addressField.current?.focus()
      }}
    />
  ))
