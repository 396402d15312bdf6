import type { FileAction } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { UsersRound } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

/** "New team folder", for menus that create. */
export function useCreateTeamFolder(): FileAction {
  const { overlay } = useHost()
  const intl = useIntl()
  return {
    id: 'create-team-folder',
    label: intl.formatMessage({ id: 'team_members.create.title' }),
    icon: UsersRound,
    run: () => {
      overlay.open('create-team-folder', {})
    },
  }
}
