import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { nameError, useReportError } from '../error-messages/report-error.ts'

const titles = {
  'too-many-members': 'team_members.problem.too_many_members',
  'member-limit': 'team_members.problem.member_limit',
  'too-many-team-folders': 'team_members.problem.too_many_team_folders',
  'team-in-team': 'team_members.problem.team_in_team',
  'invite-restricted': 'team_members.invite.restricted',
  'create-team-folder-restricted': 'files.problem.create_folder_restricted',
} as const

const isTitled = (code: string): code is keyof typeof titles => code in titles

interface TeamFolderFields {
  /** Shows a message at the field of the name, and at that of the people. */
  setNameProblem(message: string): void
  setPeopleProblem(message: string): void
}

/** Shows why a team folder could not be created or changed: at a field that was refused, else chosen by the error code. */
export function useTeamFolderFailure(): (error: unknown, fields: TeamFolderFields) => void {
  const { overlay, session } = useHost()
  const intl = useIntl()
  const report = useReportError()
  return useCallback(
    (error, { setNameProblem, setPeopleProblem }) => {
      const ofName = nameError(error)
      const ofPeople = isApiError(error) ? error.fields['invitations']?.[0] : undefined
      if (ofName !== undefined) setNameProblem(ofName)
      else if (ofPeople !== undefined) setPeopleProblem(ofPeople)
      else if (isApiError(error, 'throttled')) {
        overlay.alert({ title: intl.formatMessage({ id: 'team_members.problem.throttled' }), tone: 'danger' })
      } else if (isApiError(error) && isTitled(error.code)) {
        // What the account may do, and how many people it has, was not up to date.
        session.refresh().catch(() => undefined)
        overlay.alert({ title: intl.formatMessage({ id: titles[error.code] }), message: error.message, tone: 'danger' })
      } else report(error)
    },
    [overlay, session, intl, report],
  )
}
