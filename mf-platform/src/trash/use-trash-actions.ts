import { emptyTrash } from '@holdall/api'
import { api } from '@holdall/api-client'
import type { ActionGroups, FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { RotateCcw, Trash2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { locationAction, openAction } from '../entries/open-action.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useDownload } from '../entries/use-download.ts'
import { useReportError } from '../error-messages/report-error.ts'

/** The actions on entries of the trash. */
export function useTrashActions(
  folderId: string | null,
  { restore, destroy }: Pick<ReturnType<typeof useFileMutations>, 'restore' | 'destroy'>,
) {
  const { overlay, toasts, events, navigation } = useHost()
  const intl = useIntl()
  const report = useReportError()
  const download = useDownload()
  const text = (id: string) => intl.formatMessage({ id })

  const emptyAll = async () => {
    const confirmed = await overlay.confirm({
      title: text('trash.dump.title'),
      message: text('trash.dump.text'),
      confirm: text('trash.dump.confirm'),
      cancel: text('trash.dump.cancel'),
      danger: true,
    })
    if (!confirmed) return
    try {
      await api.call(emptyTrash)
      toasts.show({ type: 'success', message: text('trash.dump.done') })
    } catch (error) {
      report(error)
    }
    events.emit('trash.changed', {})
  }
  const empty: FileAction = {
    id: 'empty',
    label: text('trash.dump.action'),
    icon: Trash2,
    danger: true,
    run: () => void emptyAll(),
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
