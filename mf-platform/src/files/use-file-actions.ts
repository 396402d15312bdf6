import type { RefObject } from 'react'
import type { ActionGroups, Target } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { FolderPlus, FolderUp, Upload } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useEntryActions } from '../entries/use-entry-actions.ts'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useFavouriteAction } from '../favourites/use-favourite-action.ts'
import type { UploadPicker } from './upload-inputs.tsx'

type Mutations = ReturnType<typeof useFileMutations>

/** The actions on entries of the user's files. */
export function useFileActions(folderId: string | null, picker: RefObject<UploadPicker | null>, mutations: Mutations) {
  const { overlay } = useHost()
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })

  const entry = useEntryActions(() => folderId, mutations)
  const favourite = useFavouriteAction()
  const actions = (target: Target): ActionGroups => [
    [...entry.open(target), entry.download(target)],
    [...(target.single ? [entry.share(target.single)] : []), ...favourite(target)],
    [...entry.rename(target), entry.move(target)],
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
  return { actions, create, quickAction: entry.share, backgroundActions: () => create }
}
