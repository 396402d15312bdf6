import { useRef } from 'react'
import { type Entry } from '@holdall/api'
import { FileBrowser, type Picked, type Target } from '@holdall/file-browser'
import { useHost, useParams, usePreferences } from '@holdall/section'
import { EmptyState, TrashArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'
import { useTrashActions } from '../trash/use-trash-actions.ts'
import { CreateMenu } from './create-menu.tsx'
import { EmptyFiles } from './empty-files.tsx'
import { filesSource } from '../entries/entry-queries.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { useConvertToTeamFolder } from '../team-members/use-convert-to-team-folder.ts'
import { TrashedFolderNotice } from './trashed-folder-notice.tsx'
import { UploadInputs, type UploadPicker } from './upload-inputs.tsx'
import { useFolderActions } from './use-folder-actions.ts'
import { useUpload } from './use-upload.ts'
import { useIsTrashed } from './use-is-trashed.ts'
import { useTeamFolderRedirect } from './use-team-folder-redirect.ts'

/** The user's files. */
export function FilesPage() {
  const { id: folderId = null } = useParams()
  const { navigation, preferences } = useHost()
  const { sort } = usePreferences()
  const view = useView()
  const intl = useIntl()
  const picker = useRef<UploadPicker>(null)
  const mutations = useFileMutations()
  const to = (id: string | null) => navigation.href('Files', id ? { id } : {})
  const upload = useUpload()
  const isTrashed = useIsTrashed(folderId)
  useTeamFolderRedirect(folderId)
  const convert = useConvertToTeamFolder()
  const entries = useOwnedEntries(mutations, {
    folderId,
    further: { sharing: ({ single }) => (single ? convert(single) : []) },
  })
  const { create, backgroundActions } = useFolderActions(folderId, picker, mutations, { isEnabled: !isTrashed })
  const trashed = useTrashActions(folderId, mutations)
  const page = isTrashed ? 'trash' : 'files'
  const details = useDetails(isTrashed ? 'locations.trash' : 'locations.home', { isTrash: isTrashed })
  const handlers = isTrashed
    ? {
        onOpen: entries.onOpen,
        onFailure: entries.onFailure,
        preview: entries.preview,
        favourites: entries.favourites,
        actions: trashed.actions,
        onDelete: (target: Target) => void mutations.destroy(target, folderId),
        empty: <EmptyState art={<TrashArt />} title={<FormattedMessage id="trash.empty_folder.title" />} />,
      }
    : {
        ...entries,
        backgroundActions,
        onDrop: (picked: Picked, folder: Entry | null) => {
          void upload(picked, folder?.id ?? folderId)
        },
        empty: <EmptyFiles create={create} />,
      }

  return (
    <PlatformLayout page={page} folderId={folderId}>
      <FileBrowser
        source={filesSource}
        folderId={folderId}
        sort={sort}
        onSort={(next) => {
          preferences.set('sort', next)
        }}
        {...view}
        details={details}
        bar={(status) => (
          <>
            <PageHeader
              page={page}
              status={status}
              folderId={folderId}
              to={(id) => (isTrashed && id === null ? navigation.href('Trash') : to(id))}
            >
              <CreateMenu
                groups={create}
                {...((isTrashed || status.state === 'failed') && {
                  disabledReason: intl.formatMessage({ id: 'files.create_here_not' }),
                })}
              />
            </PageHeader>
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
        {...handlers}
      />
      <UploadInputs
        ref={picker}
        onPick={(picked) => {
          void upload(picked, folderId)
        }}
      />
    </PlatformLayout>
  )
}
