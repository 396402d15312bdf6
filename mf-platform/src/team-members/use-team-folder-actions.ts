import type { Entry } from '@holdall/api'
import type { FileAction } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { FolderMinus, LogOut, UserRoundPen } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useLeavingTeamFolder } from './use-leaving-team-folder.ts'

/**
 * What may be done with a team folder as a whole, for menus and its header: its owner edits members and dissolves it, a
 * member leaves. Empty for other entries.
 */
export function useTeamFolderActions(): (folder: Entry) => readonly FileAction[] {
  const { overlay } = useHost()
  const intl = useIntl()
  const { dissolve, leave } = useLeavingTeamFolder()
  return ({ id, attributes: { name, isTeamFolder, permission } }) => {
    if (!isTeamFolder || permission === undefined) return []
    if (permission !== 'owner') {
      return [
        {
          id: 'leave-team-folder',
          label: intl.formatMessage({ id: 'team_members.leave.action' }),
          icon: LogOut,
          flip: true,
          danger: true,
          run: () => void leave({ id, name }),
        },
      ]
    }
    return [
      {
        id: 'update-team-folder',
        label: intl.formatMessage({ id: 'team_members.update.action' }),
        icon: UserRoundPen,
        run: () => {
          overlay.open('update-team-folder', { id, name })
        },
      },
      {
        id: 'dissolve-team-folder',
        label: intl.formatMessage({ id: 'team_members.dissolve.action' }),
        icon: FolderMinus,
        danger: true,
        run: () => void dissolve({ id, name }),
      },
    ]
  }
}
