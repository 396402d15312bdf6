import type { Entry, Input, PendingInvitation, TeamMember, TeamPermission, updateTeamFolder } from '@holdall/api'
import type { Appearance } from '../folder-appearance/appearance-fields.tsx'
import type { Invitee } from './use-invitees.ts'

/** What was decided about people who are members or invited, by e-mail address, which stays when they accept. */
export type PeopleChanges = ReadonlyMap<string, TeamPermission | 'removed'>

/** The fields of a team folder besides its people. */
export interface TeamFolderFields extends Appearance {
  readonly name: string
  readonly canShare: boolean
}

export const fieldsOf = ({
  attributes: { name, color, emoji, members_can_share: canShare },
}: Entry): TeamFolderFields => ({
  name,
  color,
  emoji,
  canShare: canShare ?? false,
})

export interface TeamPeople {
  /** Undefined only where the server sent none. */
  readonly owner: TeamMember | undefined
  readonly members: readonly (TeamMember & { readonly permission: TeamPermission })[]
  readonly invitations: readonly (PendingInvitation & { readonly permission: TeamPermission })[]
}

/** Who sees a team folder, and who is invited to it. */
export function peopleOf({ relationships: { members, invitations } }: Entry): TeamPeople {
  const all = members?.data ?? []
  return {
    owner: all.find(({ attributes }) => attributes.permission === 'owner'),
    members: all.flatMap((member) => {
      const { permission } = member.attributes
      return permission === 'owner' ? [] : [{ ...member, permission }]
    }),
    invitations: (invitations?.data ?? []).map((one) => ({ ...one, permission: one.attributes.permission })),
  }
}

type Body = NonNullable<Input<typeof updateTeamFolder>['body']>

interface TeamFolderChange {
  /** The fields as they were first shown. */
  readonly before: TeamFolderFields
  readonly fields: TeamFolderFields
  readonly changes: PeopleChanges
  readonly invitees: readonly Invitee[]
}

type OnePerson = TeamPeople['members'][number] | TeamPeople['invitations'][number]

/**
 * What a call has to send: only what changed. People are all that there shall be: `current` is the team folder as the
 * server has it now, so that somebody who has accepted in the meantime stays.
 */
export function bodyOf(current: Entry, { before, fields, changes, invitees }: TeamFolderChange): Body {
  const { members, invitations } = peopleOf(current)
  const name = fields.name.trim()
  const changeOf = (person: OnePerson) => changes.get(person.attributes.email)
  const isChanged = (person: OnePerson) => changeOf(person) !== undefined
  const kept = (people: readonly OnePerson[]) =>
    people.flatMap((person) => {
      const permission = changeOf(person) ?? person.permission
      return permission === 'removed' ? [] : [{ id: person.id, email: person.attributes.email, permission }]
    })
  return {
    ...(name !== before.name && { name }),
    ...(fields.color !== before.color && { color: fields.color }),
    ...(fields.emoji !== before.emoji && { emoji: fields.emoji }),
    ...(fields.canShare !== before.canShare && { members_can_share: fields.canShare }),
    ...(members.some(isChanged) && { members: kept(members).map(({ id, permission }) => ({ id, permission })) }),
    ...((invitees.length > 0 || invitations.some(isChanged)) && {
      invitations: [...kept(invitations).map(({ email, permission }) => ({ email, permission })), ...invitees],
    }),
  }
}
