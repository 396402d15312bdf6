import { useRef } from 'react'
import { type Entry } from '@holdall/api'
import { downloadFiles, FileBrowser, type Picked, type Target } from '@holdall/file-browser'
import { useHost, useParams, usePreferences } from '@holdall/section'
import { EmptyState, TrashArt } from '@holdall/ui'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { PlaceBar } from '../frame/PlaceBar.tsx'
import { PlatformFrame } from '../frame/PlatformFrame.tsx'
import { useTrashActions } from '../trash/use-trash-actions.ts'
import { CreateMenu } from './CreateMenu.tsx'
import { EmptyFiles } from './EmptyFiles.tsx'
import { filesSource } from './files.queries.ts'
import { knownFolderName } from './known-entries.ts'
import { useReport } from '../problem/report.ts'
import { useFileMutations } from './mutations.ts'
import { TrashedFolderNotice } from './trashed-folder-notice.tsx'
import { UploadInputs, type UploadPicker } from './UploadInputs.tsx'
import { useFileActions } from './use-file-actions.ts'
import { useIsTrashed } from './use-is-trashed.ts'

/** A person's own files. */
export function FilesPage() {
  const { id: folderId = null } = useParams()
  const { navigation, preferences, uploads, toasts } = useHost()
  const { sort } = usePreferences()
  const intl = useIntl()
  const queryClient = useQueryClient()
  const picker = useRef<UploadPicker>(null)
  const mutations = useFileMutations()
  const report = useReport()
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
  const live = useFileActions(folderId, picker, mutations)
  const trashed = useTrashActions(folderId, mutations)
  const isTrashed = useIsTrashed(folderId)
  const place = isTrashed ? 'trash' : 'files'
  const open = (entry: Entry) => {
    if (entry.type === 'folder') navigation.go(to(entry.id))
    else void downloadFiles([entry])
  }
  const handlers = isTrashed
    ? {
        actions: trashed.actions,
        onDelete: (target: Target) => void mutations.destroy(target, folderId),
        empty: <EmptyState art={<TrashArt />} title={<FormattedMessage id="trash.empty_folder.title" />} />,
      }
    : {
        actions: live.actions,
        groundActions: live.groundActions,
        quickAction: live.quickAction,
        movable: true,
        onRename: mutations.rename,
        onDelete: (target: Target) => void mutations.trash(target, folderId),
        onDrop: (picked: Picked, folder: Entry | null) => {
          upload(picked, folder?.id ?? folderId)
        },
        empty: <EmptyFiles create={live.create} />,
      }

  return (
    <PlatformFrame place={place} folderId={folderId}>
      <FileBrowser
        source={filesSource}
        folderId={folderId}
        sort={sort}
        onSort={(next) => {
          preferences.set('sort', next)
        }}
        bar={(status) => (
          <>
            <PlaceBar
              place={place}
              status={status}
              folderId={folderId}
              to={(id) => (isTrashed && id === null ? navigation.href('Trash') : to(id))}
            >
              <CreateMenu
                groups={live.create}
                {...((isTrashed || status.state === 'failed') && {
                  disabledReason: intl.formatMessage({ id: 'files.create_here_not' }),
                })}
              />
            </PlaceBar>
            {isTrashed && status.state === 'ready' && status.root ? (
              <TrashedFolderNotice folder={status.root} mutations={mutations} />
            ) : null}
          </>
        )}
        home={{
          label: intl.formatMessage({ id: 'files.to_home' }),
          run: () => {
            navigation.go({ name: 'Files' })
          },
        }}
        onFailure={report}
        onOpen={open}
        {...handlers}
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
