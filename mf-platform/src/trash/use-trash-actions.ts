import type { ActionGroups, FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { RotateCcw, Trash2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { locationAction, openAction } from '../entries/open-action.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useDownload } from '../entries/use-download.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { emptyTrashAfterAsking } from './empty-trash.ts'

/** The actions on entries of the trash. */
export function useTrashActions(
  folderId: string | null,
  { restore, destroy }: Pick<ReturnType<typeof useFileMutations>, 'restore' | 'destroy'>,
) {
  const host = useHost()
  const { navigation } = host
  const intl = useIntl()
  const report = useReportError()
  const download = useDownload()
  const text = (id: string) => intl.formatMessage({ id })

  const empty: FileAction = {
    id: 'empty',
    label: text('trash.dump.action'),
    icon: Trash2,
    danger: true,
    run: () => void emptyTrashAfterAsking(host, text, report),
  }
  const restoreTarget = async (target: Target) => {
    if ((await restore(target, folderId)) !== null) target.clear()
  }
  const actions = (target: Target): ActionGroups => [
    [
      ...openAction(target, intl, navigation),
      {
        id: 'restore',
        label: text('trash.action.restore'),
        icon: RotateCcw,
        flip: true,
        inBar: true,
        run: () => void restoreTarget(target),
      },
      download(target),
      ...locationAction(target, text('trash.action.location'), navigation),
    ],
    [
      {
        id: 'destroy',
        label: text('trash.action.destroy'),
        icon: Trash2,
        shortcut: text('files.key.delete'),
        danger: true,
        inBar: true,
        run: () => void destroy(target, folderId),
      },
    ],
  ]
  return { actions, empty, backgroundActions: (): ActionGroups => (folderId === null ? [[empty]] : []) }
}
