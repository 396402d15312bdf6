import type { Entry } from '@holdall/api'
import type { FileAction } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { UsersRound } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'

/** "Convert to team folder…" for a folder of the own files; empty for others. */
export function useConvertToTeamFolder(): (folder: Entry) => readonly FileAction[] {
  const { overlay } = useHost()
  const intl = useIntl()
  return ({ id, type, attributes: { name, deleted_at: deletedAt }, meta }) =>
    type !== 'folder' || meta?.team || deletedAt !== null
      ? []
      : [
          {
            id: 'convert-to-team-folder',
            label: intl.formatMessage({ id: 'team_members.convert.action' }),
            icon: UsersRound,
            inMore: true,
            run: () => {
              overlay.open('create-team-folder', { convert: { id, name } })
            },
          },
        ]
}
