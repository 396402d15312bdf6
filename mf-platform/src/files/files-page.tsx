import { FileBrowser, type Target } from '@holdall/file-browser'
import { useHost, useParams } from '@holdall/section'
import { EmptyState, TrashArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useFolderView } from '../layout/use-view.ts'
import { useTrashActions } from '../trash/use-trash-actions.ts'
import { CreateMenu } from './create-menu.tsx'
import { EmptyFiles } from './empty-files.tsx'
import { filesSource } from '../entries/entry-queries.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { useConvertToTeamFolder } from '../team-members/use-convert-to-team-folder.ts'
import { SharedFilesQuestion } from '../shared-files/shared-files-question.tsx'
import { TrashedFolderNotice } from './trashed-folder-notice.tsx'
import { useFolderActions } from './use-folder-actions.ts'
import { useUploadHere } from './use-upload-here.tsx'
import { useIsTrashed } from './use-is-trashed.ts'
import { useTeamFolderRedirect } from './use-team-folder-redirect.ts'

/** The user's files. */
export function FilesPage() {
  const { id: folderId = null } = useParams()
  const { navigation } = useHost()
  const view = useFolderView()
  const intl = useIntl()
  const { picker, onDrop, inputs } = useUploadHere(folderId)
  const mutations = useFileMutations()
  const to = (id: string | null) => navigation.href('Files', id ? { id } : {})
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
        onDrop,
        empty: <EmptyFiles create={create} />,
      }

  return (
    <PlatformLayout page={page} folderId={folderId}>
      <FileBrowser
        source={filesSource}
        folderId={folderId}
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
      {inputs}
      <SharedFilesQuestion />
    </PlatformLayout>
  )
}
