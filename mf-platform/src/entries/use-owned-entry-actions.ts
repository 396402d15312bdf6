import type { Entry } from '@holdall/api'
import type { ActionGroups, FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { Copy, CopyPlus, FilePen, FolderInput, MailPlus, Palette, Share2, Trash2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useFavouriteAction } from '../favourites/use-favourite-action.ts'
import type { Origin } from './entry-origin.ts'
import { movingOf, type useFileMutations } from './file-mutations.ts'
import { locationAction, openAction } from './open-action.ts'
import { useClipboardActions } from './use-clipboard-actions.ts'
import { useCopyEntries } from './use-copy-entries.ts'
import { useDownload } from './use-download.ts'

/** Actions that only one list has. */
export interface FurtherActions {
  /** After "Share…". */
  readonly sharing?: (target: Target) => readonly FileAction[]
  /** Before "Delete". */
  readonly removal?: (target: Target) => readonly FileAction[]
}

/**
 * The menu of the user's live entries, which is the same wherever they are shown: what does not suit a target is not in
 * it. `originOf` returns the folders of a target's entries; it keeps its identity while they are the same.
 */
export function useOwnedEntryActions(
  originOf: (target: Target) => Origin,
  { trash }: Pick<ReturnType<typeof useFileMutations>, 'trash'>,
  { sharing, removal }: FurtherActions = {},
) {
  const { overlay, navigation } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const text = (id: string) => intl.formatMessage({ id })
  const { duplicate } = useCopyEntries()
  const download = useDownload()
  const favourite = useFavouriteAction()
  const { copyAndCut, cut, onClipboard, onMultiSelect } = useClipboardActions(originOf)

  const openMove = (target: Target, copy = false) => {
    const fromId = originOf(target)
    const [selection] = target.wire()
    if (selection && 'all' in selection)
      overlay.open('move', { ids: selection.except, fromId, allBut: true, ...(copy && { copy }) })
    else overlay.open('move', { ids: target.entries.map(({ id }) => id), fromId, ...(copy && { copy }) })
  }

  const share = ({ id, type, attributes: { name }, relationships }: Entry): FileAction => ({
    id: 'share',
    label: relationships.shared
      ? intl.formatMessage({ id: 'files.action.share_edit' }, { count: relationships.shared.meta.total })
      : text('files.action.share'),
    icon: Share2,
    run: () => {
      const token = relationships.shared?.data.attributes.token
      if (token) overlay.open('share-edit', { id, name, type, token })
      else overlay.open('share-create', { id, name, type })
    },
  })
  const requestFiles = (folder: Entry): FileAction => ({
    id: 'create-file-request',
    label: text('upload_requests.action'),
    icon: MailPlus,
    run: () => {
      overlay.open('create-file-request', { parentId: folder.id })
    },
  })
  const rename = (target: Target, { id, type, attributes: { name } }: Entry): FileAction => ({
    id: 'rename',
    label: text('files.action.rename'),
    icon: FilePen,
    shortcut: 'F2',
    run: () => {
      if (phone) overlay.open('rename-item', { id, name, type })
      else target.rename()
    },
  })
  const appearance = ({ id, type, attributes: { name } }: Entry): FileAction => ({
    id: 'appearance',
    label: text('files.action.appearance'),
    icon: Palette,
    run: () => {
      overlay.open('rename-item', { id, name, type })
    },
  })
  const actions = (target: Target): ActionGroups => {
    const { single } = target
    return [
      [
        ...openAction(target, intl, navigation),
        ...locationAction(target, text('files.action.show_in_folder'), navigation),
        download(target),
      ],
      [
        ...(single ? [share(single)] : []),
        ...(sharing?.(target) ?? []),
        ...(single?.type === 'folder' ? [requestFiles(single)] : []),
        ...favourite(target),
      ],
      [
        ...(single ? [rename(target, single)] : []),
        ...(single?.type === 'folder' ? [appearance(single)] : []),
        {
          id: 'move',
          label: text('files.action.move'),
          icon: FolderInput,
          flip: true,
          inBar: true,
          run: () => {
            openMove(target)
          },
        },
        {
          id: 'copy-to',
          label: text('files.action.copy_to'),
          icon: Copy,
          run: () => {
            openMove(target, true)
          },
        },
        {
          id: 'duplicate',
          label: text('files.action.duplicate'),
          icon: CopyPlus,
          run: () => void duplicate(movingOf(target, originOf(target))),
        },
      ],
      copyAndCut(target),
      [
        ...(removal?.(target) ?? []),
        {
          id: 'delete',
          label: text('files.action.delete'),
          icon: Trash2,
          shortcut: text('files.key.delete'),
          danger: true,
          inBar: true,
          run: () => void trash(target, originOf(target)),
        },
      ],
    ]
  }
  return { actions, share, cut, onClipboard, onMultiSelect }
}
