import type { Entry } from '@holdall/api'
import { menuEntries, SheetMenu } from '@holdall/file-browser'
import { Avatar, AvatarStack, useIsPhone } from '@holdall/ui'
import { useIntl } from 'react-intl'
import styled from 'styled-components'
import { useTeamFolderActions } from '../team-members/use-team-folder-actions.ts'

const Trigger = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  block-size: 40px;
  padding-inline: 6px;
  border-radius: var(--r);
  &:hover,
  &[data-popup-open] {
    --avs-ring: var(--canvas);
    background: var(--hover);
  }
  @media (pointer: coarse) {
    min-block-size: 44px;
  }
`
const Person = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  padding-block: 2px;
  & > span:last-child {
    display: grid;
    min-inline-size: 0;
    line-height: 18px;
  }
`
const Name = styled.span`
  color: var(--text);
  font-size: var(--t-14);
  overflow-wrap: anywhere;
`
const Help = styled.span`
  overflow-wrap: anywhere;
`

/** On a phone there is less room beside the name of the folder. */
const MAX_AVATARS = 4
const MAX_AVATARS_ON_PHONE = 1

/** Who is in a team folder: a button that opens the list of them, with what may be done with the team folder. */
export function TeamHeads({ folder }: { readonly folder: Entry }) {
  const intl = useIntl()
  const phone = useIsPhone()
  const actionsOf = useTeamFolderActions()
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const members = folder.relationships.members?.data ?? []
  const invitations = folder.relationships.invitations?.data ?? []
  const max = phone ? MAX_AVATARS_ON_PHONE : MAX_AVATARS
  const label = intl.formatMessage({ id: 'team_folders.members' }, { count: members.length })
  const people = [
    ...members.map(({ id, attributes: { name, email, avatar, color, permission } }) => ({
      id,
      person: { name, avatar, color },
      name,
      help: [email, text(`team_folders.permission.${permission}`)],
    })),
    ...invitations.map(({ id, attributes: { email, color, permission } }) => ({
      id,
      person: { name: email, color },
      name: email,
      help: [text('team_folders.invited'), text(`team_folders.permission.${permission}`)],
    })),
  ]
  return (
    <SheetMenu
      label={label}
      align={phone ? 'end' : 'start'}
      head={<strong dir="auto">{folder.attributes.name}</strong>}
      items={[
        ...people.map(({ id, person, name, help }) => ({
          kind: 'label' as const,
          id,
          label: (
            <Person>
              <Avatar {...person} size={28} decorative />
              <span>
                <Name dir="auto">{name}</Name>
                <Help>
                  {help.map((part, at) => (
                    <bdi key={part}>
                      {at > 0 ? ' · ' : ''}
                      {part}
                    </bdi>
                  ))}
                </Help>
              </span>
            </Person>
          ),
        })),
        { kind: 'separator', id: 'actions-line' },
        ...menuEntries([actionsOf(folder)]),
      ]}
      trigger={
        <Trigger type="button" title={label}>
          <AvatarStack
            people={members.slice(0, max).map(({ attributes }) => attributes)}
            further={Math.max(0, members.length - max)}
            size={28}
            label={label}
          />
        </Trigger>
      }
    />
  )
}
