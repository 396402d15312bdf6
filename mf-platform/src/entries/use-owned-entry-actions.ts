import type { Entry } from '@holdall/api'
import type { ActionGroups, FileAction, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { Copy, CopyPlus, FilePen, FolderInput, History, MailPlus, Palette, Share2, Trash2 } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useFavouriteAction } from '../favourites/use-favourite-action.ts'
import { canChange, canCopy, canRequestFiles, canShare, isTeamFolder } from './entry-rights.ts'
import type { Origin } from './entry-origin.ts'
import { movingOf, type useFileMutations } from './file-mutations.ts'
import { locationAction, openAction } from './open-action.ts'
import { useKnownTeamFolder } from './use-known-entry.ts'
import { useClipboardActions } from './use-clipboard-actions.ts'
import { useCopyEntries } from './use-copy-entries.ts'
import { useDownload } from './use-download.ts'

/** Actions that only one list has. */
export interface FurtherActions {
  /** After "Share…". */
  readonly sharing?: (target: Target) => readonly FileAction[]
  /** Before "Delete". */
  readonly removal?: (target: Target) => readonly FileAction[]
  /** Of a team folder as a whole. */
  readonly onTeamFolder?: (folder: Entry) => readonly FileAction[]
}

/**
 * The menu of the user's live entries, which is the same wherever they are shown: what does not suit a target, or is not
 * allowed in its team folder, is not in it. `originOf` returns the folders of a target's entries; it keeps its identity while they are the same.
 */
export function useOwnedEntryActions(
  originOf: (target: Target) => Origin,
  { trash }: Pick<ReturnType<typeof useFileMutations>, 'trash'>,
  { sharing, removal, onTeamFolder }: FurtherActions = {},
) {
  const { overlay, navigation } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const text = (id: string) => intl.formatMessage({ id })
  const { duplicate } = useCopyEntries()
  const download = useDownload()
  const favourite = useFavouriteAction()
  const asTeamFolder = useKnownTeamFolder()
  const { copyAndCut, cut, onClipboard, onMultiSelect } = useClipboardActions(originOf)

  const openMove = (target: Target, copy = false) => {
    const fromId = originOf(target)
    const [selection] = target.wire()
    if (selection && 'all' in selection)
      overlay.open('move', { ids: selection.except, fromId, allBut: true, ...(copy && { copy }) })
    else overlay.open('move', { ids: target.entries.map(({ id }) => id), fromId, ...(copy && { copy }) })
  }

  /** Null where there are no links, and none may be made. Links of a team folder are shown to all its members. */
  const share = (entry: Entry): FileAction | null => {
    const { id, type, attributes, relationships } = entry
    const { name } = attributes
    const { shared } = relationships
    const isAllowed = canShare(entry)
    if (!shared && !isAllowed) return null
    const label = shared
      ? intl.formatMessage(
          { id: isAllowed ? 'files.action.share_edit' : 'files.action.share_show' },
          { count: shared.meta.total },
        )
      : text('files.action.share')
    return {
      id: 'share',
      label,
      icon: Share2,
      run: () => {
        const token = shared?.data.attributes.token
        if (token) overlay.open('share-edit', { id, name, type, token })
        else overlay.open('share-create', { id, name, type })
      },
    }
  }
  const requestFiles = (folder: Entry): FileAction => ({
    id: 'create-file-request',
    label: text('upload_requests.action'),
    icon: MailPlus,
    inMore: true,
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
    inMore: true,
    run: () => {
      overlay.open('rename-item', { id, name, type })
    },
  })
  const versions = (file: Entry): FileAction => ({
    id: 'versions',
    label: text('versions.action'),
    icon: History,
    run: () => {
      overlay.open('file-versions', { file })
    },
  })
  const actions = (target: Target): ActionGroups => {
    const { single, entries } = target
    const opening = [
      ...openAction(target, intl, navigation),
      ...locationAction(target, text('files.action.show_in_folder'), navigation),
      download(target),
    ]
    // Of a folder that is selected whole, the entries that are not loaded have the rights of the others.
    if (!entries.every(canCopy)) {
      return [opening, favourite(target), single ? [...(onTeamFolder?.(asTeamFolder(single)) ?? [])] : []]
    }
    const isChangeable = entries.every(canChange)
    const move: FileAction = {
      id: 'move',
      label: text('files.action.move'),
      icon: FolderInput,
      flip: true,
      inBar: true,
      run: () => {
        openMove(target)
      },
    }
    const copies: readonly FileAction[] = [
      {
        id: 'copy-to',
        label: text('files.action.copy_to'),
        icon: Copy,
        run: () => {
          openMove(target, true)
        },
      },
      ...(isChangeable
        ? [
            {
              id: 'duplicate',
              label: text('files.action.duplicate'),
              icon: CopyPlus,
              inMore: true,
              run: () => void duplicate(movingOf(target, originOf(target))),
            },
          ]
        : []),
    ]
    const remove: FileAction = {
      id: 'delete',
      label: text('files.action.delete'),
      icon: Trash2,
      shortcut: text('files.key.delete'),
      danger: true,
      inBar: true,
      run: () => void trash(target, originOf(target)),
    }
    return [
      opening,
      [
        ...[single && share(single)].filter((action) => action !== null),
        ...(sharing?.(target) ?? []),
        ...(single?.type === 'folder' && canRequestFiles(single) ? [requestFiles(single)] : []),
        ...favourite(target),
      ],
      [
        ...(single && isChangeable ? [rename(target, single)] : []),
        ...(single?.type === 'folder' && isChangeable ? [appearance(single)] : []),
        ...(isChangeable ? [move] : []),
        ...copies,
        ...(single?.type === 'file' && isChangeable ? [versions(single)] : []),
      ],
      copyAndCut(target).filter(({ id }) => id !== 'cut' || isChangeable),
      [...(removal?.(target) ?? []), ...(isChangeable ? [remove] : [])],
    ]
  }
  return {
    actions,
    /** The action of a row's button; null where the entry cannot be shared. */
    share: (entry: Entry) => (isTeamFolder(entry) ? null : share(entry)),
    cut,
    onClipboard(mode: 'copy' | 'cut', target: Target) {
      if (target.entries.every(mode === 'cut' ? canChange : canCopy)) onClipboard(mode, target)
    },
    onMultiSelect,
  }
}
