import { type RefObject, useCallback } from 'react'
import type { ActionGroups, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { FolderPlus, FolderUp, Upload } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useEntryActions } from '../entries/use-entry-actions.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useFavouriteAction } from '../favourites/use-favourite-action.ts'
import { useClipboardActions } from '../entries/use-clipboard-actions.ts'
import type { UploadPicker } from './upload-inputs.tsx'
import { usePaste } from './use-paste.ts'

type Mutations = ReturnType<typeof useFileMutations>

/** The actions on entries of the user's files. */
export function useFileActions(
  folderId: string | null,
  picker: RefObject<UploadPicker | null>,
  mutations: Mutations,
  { isEnabled }: { readonly isEnabled: boolean },
) {
  const { overlay } = useHost()
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })

  const favourite = useFavouriteAction()
  const originOf = useCallback(() => folderId, [folderId])
  const entry = useEntryActions(originOf, mutations)
  const { copyAndCut, onClipboard, onMultiSelect } = useClipboardActions(originOf)
  const paste = usePaste(folderId, mutations, { isEnabled })
  const actions = (target: Target): ActionGroups => [
    [...entry.open(target), entry.download(target)],
    [...(target.single ? [entry.share(target.single)] : []), ...favourite(target)],
    [
      ...entry.rename(target),
      ...entry.appearance(target),
      entry.move(target),
      entry.copyTo(target),
      entry.duplicate(target),
    ],
    copyAndCut(target),
    [entry.trash(target)],
  ]
  const create: ActionGroups = [
    [
      { id: 'upload-files', label: text('files.upload.files'), icon: Upload, run: () => picker.current?.files() },
      { id: 'upload-folder', label: text('files.upload.folder'), icon: FolderUp, run: () => picker.current?.folder() },
      {
        id: 'create-folder',
        label: text('files.create_folder.action'),
        icon: FolderPlus,
        run: () => {
          overlay.open('create-folder', { parentId: folderId })
        },
      },
    ],
  ]
  return {
    actions,
    // On a phone this is the only menu of the folder itself.
    create: [...create, ...paste],
    quickAction: entry.share,
    backgroundActions: () => [...paste, ...create],
    onClipboard,
    onMultiSelect,
  }
}
