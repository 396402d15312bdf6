import { useRef } from 'react'
import { type Entry } from '@holdall/api'
import { downloadFiles, FileBrowser, type Picked } from '@holdall/file-browser'
import { useHost, useParams, usePreferences } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { PlaceBar } from '../frame/PlaceBar.tsx'
import { PlatformFrame } from '../frame/PlatformFrame.tsx'
import { CreateMenu } from './CreateMenu.tsx'
import { EmptyFiles } from './EmptyFiles.tsx'
import { filesSource } from './files.queries.ts'
import { knownFolderName } from './known-entries.ts'
import { useFileMutations } from './mutations.ts'
import { UploadInputs, type UploadPicker } from './UploadInputs.tsx'
import { useFileActions } from './use-file-actions.ts'

/** A person's own files. */
export function FilesPage() {
  const { id: folderId = null } = useParams()
  const { navigation, preferences, uploads, toasts } = useHost()
  const { sort } = usePreferences()
  const intl = useIntl()
  const queryClient = useQueryClient()
  const picker = useRef<UploadPicker>(null)
  const mutations = useFileMutations()
  const to = (id: string | null) => navigation.href('Files', id ? { id } : {})
  const upload = ({ sources, emptyFolders, unreadable }: Picked, into: string | null) => {
    const folderName = into === null ? null : knownFolderName(queryClient, into)
    if (sources.length + emptyFolders.length > 0) uploads.add(sources, into, { folderName, emptyFolders })
    if (unreadable > 0) {
      toasts.show({
        type: 'danger',
        message: intl.formatMessage({ id: 'files.upload.unreadable' }, { count: unreadable }),
      })
    }
  }
  const { actions, groundActions, quickAction, create } = useFileActions(folderId, picker, mutations)

  return (
    <PlatformFrame place="files" folderId={folderId}>
      <FileBrowser
        source={filesSource}
        folderId={folderId}
        sort={sort}
        onSort={(next) => {
          preferences.set('sort', next)
        }}
        bar={(status) => (
          <PlaceBar place="files" status={status} folderId={folderId} to={to}>
            <CreateMenu groups={create} />
          </PlaceBar>
        )}
        empty={<EmptyFiles create={create} />}
        home={{
          label: intl.formatMessage({ id: 'files.to_home' }),
          run: () => {
            navigation.go({ name: 'Files' })
          },
        }}
        onOpen={(entry: Entry) => {
          if (entry.type === 'folder') navigation.go(to(entry.id))
          else void downloadFiles([entry])
        }}
        movable
        onRename={mutations.rename}
        onDelete={(target) => void mutations.trash(target, folderId)}
        onDrop={(picked, folder) => {
          upload(picked, folder?.id ?? folderId)
        }}
        actions={actions}
        groundActions={groundActions}
        quickAction={quickAction}
      />
      <UploadInputs
        ref={picker}
        onPick={(picked) => {
          upload(picked, folderId)
        }}
      />
    </PlatformFrame>
  )
}
