import type { RefObject } from 'react'
import type { ActionGroups } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { CloudDownload, FolderPlus, FolderUp, MailPlus, Upload } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import type { useFileMutations } from '../entries/file-mutations.ts'
import { useCreateTeamFolder } from '../team-members/use-create-team-folder.ts'
import type { UploadPicker } from './upload-inputs.tsx'
import { usePaste } from './use-paste.ts'

/** The actions on a folder of the user's files: what can be created in it and pasted into it. */
export function useFolderActions(
  folderId: string | null,
  picker: RefObject<UploadPicker | null>,
  mutations: Pick<ReturnType<typeof useFileMutations>, 'move'>,
  { isEnabled, canRequestFiles = true }: { readonly isEnabled: boolean; readonly canRequestFiles?: boolean },
) {
  const { overlay } = useHost()
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  const teamFolder = useCreateTeamFolder()
  const paste = usePaste(folderId, mutations, { isEnabled })
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
    [
      teamFolder,
      ...(canRequestFiles
        ? [
            {
              id: 'create-file-request',
              label: text('upload_requests.action'),
              icon: MailPlus,
              run: () => {
                overlay.open('create-file-request', { parentId: folderId })
              },
            },
          ]
        : []),
      {
        id: 'remote-upload',
        label: text('remote_upload.action'),
        icon: CloudDownload,
        run: () => {
          overlay.open('remote-upload', { parentId: folderId })
        },
      },
    ],
  ]
  return {
    // On a phone this is the only menu of the folder itself.
    create: [...create, ...paste],
    backgroundActions: () => [...paste, ...create],
  }
}
