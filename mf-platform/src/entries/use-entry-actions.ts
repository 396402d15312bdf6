import type { Entry } from '@holdall/api'
import type { FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { Copy, CopyPlus, FilePen, FolderInput, Palette, Share2, Trash2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { movingOf, type useFileMutations } from './file-mutations.ts'
import { locationAction, openAction } from './open-action.ts'
import type { Origin } from './entry-origin.ts'
import { useCopy } from './use-copy.ts'
import { useDownload } from './use-download.ts'

/** The actions that lists of the user's files choose from. `originOf` returns the folders of a target's entries. */
export function useEntryActions(
  originOf: (target: Target) => Origin,
  { trash }: Pick<ReturnType<typeof useFileMutations>, 'trash'>,
) {
  const { overlay, navigation } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const text = (id: string) => intl.formatMessage({ id })
  const { duplicate } = useCopy()
  const download = useDownload()

  const openMove = (target: Target, copy = false) => {
    const fromId = originOf(target)
    const [selection] = target.wire()
    if (selection && 'all' in selection)
      overlay.open('move', { ids: selection.except, fromId, allBut: true, ...(copy && { copy }) })
    else overlay.open('move', { ids: target.entries.map(({ id }) => id), fromId, ...(copy && { copy }) })
  }

  return {
    open: (target: Target): FileAction[] => openAction(target, intl, navigation),
    showInFolder: (target: Target): FileAction[] =>
      locationAction(target, text('files.action.show_in_folder'), navigation),
    share: ({ id, type, attributes: { name }, relationships }: Entry): FileAction => ({
      id: 'share',
      label: text(relationships.shared ? 'files.action.share_edit' : 'files.action.share'),
      icon: Share2,
      run: () => {
        const token = relationships.shared?.data.attributes.token
        if (token) overlay.open('share-edit', { id, name, type, token })
        else overlay.open('share-create', { id, name, type })
      },
    }),
    download,
    rename: (target: Target): FileAction[] => {
      if (!target.single) return []
      const {
        id,
        type,
        attributes: { name },
      } = target.single
      return [
        {
          id: 'rename',
          label: text('files.action.rename'),
          icon: FilePen,
          shortcut: 'F2',
          run: () => {
            if (phone) overlay.open('rename-item', { id, name, type })
            else target.rename()
          },
        },
      ]
    },
    /** "Color and emoji…", of one folder. */
    appearance: ({ single }: Target): FileAction[] =>
      single?.type === 'folder'
        ? [
            {
              id: 'appearance',
              label: text('files.action.appearance'),
              icon: Palette,
              run: () => {
                const { id, type, attributes } = single
                overlay.open('rename-item', { id, name: attributes.name, type })
              },
            },
          ]
        : [],
    move: (target: Target): FileAction => ({
      id: 'move',
      label: text('files.action.move'),
      icon: FolderInput,
      inBar: true,
      run: () => {
        openMove(target)
      },
    }),
    copyTo: (target: Target): FileAction => ({
      id: 'copy-to',
      label: text('files.action.copy_to'),
      icon: Copy,
      run: () => {
        openMove(target, true)
      },
    }),
    duplicate: (target: Target): FileAction => ({
      id: 'duplicate',
      label: text('files.action.duplicate'),
      icon: CopyPlus,
      run: () => void duplicate(movingOf(target, originOf(target))),
    }),
    trash: (target: Target): FileAction => ({
      id: 'delete',
      label: text('files.action.delete'),
      icon: Trash2,
      shortcut: text('files.key.delete'),
      danger: true,
      inBar: true,
      run: () => void trash(target, originOf(target)),
    }),
  }
}
