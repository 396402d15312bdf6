import type { ReactNode } from 'react'
import { FileBrowser } from '@holdall/file-browser'
import { useHost, useParams } from '@holdall/section'
import { Button, EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage, useIntl } from 'react-intl'
import { useDetails } from '../details/use-details.tsx'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { CreateMenu } from '../files/create-menu.tsx'
import { EmptyFiles } from '../files/empty-files.tsx'
import { useFolderActions } from '../files/use-folder-actions.ts'
import { useUploadHere } from '../files/use-upload-here.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useFolderView } from '../layout/use-view.ts'
import { useCreateTeamFolder } from '../team-members/use-create-team-folder.ts'
import { PendingInvitations } from '../team-invitations/pending-invitations.tsx'
import { useTeamFolderActions } from '../team-members/use-team-folder-actions.ts'
import { TeamHeads } from './team-heads.tsx'
import { type TeamPageId, teamSources, useTeamFolderOf } from '../entries/team-queries.ts'
import { useLeaveEndedTeamFolder } from './use-leave-ended-team-folder.ts'

/** The team folders of the user. */
export const TeamFoldersPage = () => <TeamPage page="team-folders" />

/** The team folders that the user is a member of. */
export const SharedWithMePage = () => <TeamPage page="shared-with-me" />

const texts = {
  'team-folders': {
    route: 'TeamFolders',
    nameId: 'locations.team_folders',
    homeId: 'team_folders.to_top',
    endId: 'team_folders.end',
    emptyTitleId: 'team_folders.empty.title',
    emptyTextId: 'team_folders.empty.text',
  },
  'shared-with-me': {
    route: 'SharedWithMe',
    nameId: 'locations.shared_with_me',
    homeId: 'shared_with_me.to_top',
    endId: 'shared_with_me.end',
    emptyTitleId: 'shared_with_me.empty.title',
    emptyTextId: 'shared_with_me.empty.text',
  },
} as const

/** Team folders, and what is in them by the rights of the user. */
function TeamPage({ page }: { readonly page: TeamPageId }) {
  const { route, nameId, homeId, endId } = texts[page]
  const { id: folderId = null } = useParams()
  const { navigation } = useHost()
  const view = useFolderView()
  const intl = useIntl()
  const mutations = useFileMutations()
  const { picker, onDrop, inputs } = useUploadHere(folderId)
  const details = useDetails(nameId)
  const teamFolder = useTeamFolderOf(page, folderId)
  useLeaveEndedTeamFolder(page, folderId, route)
  const onTeamFolder = useTeamFolderActions()
  const entries = useOwnedEntries(mutations, folderId === null ? { further: { onTeamFolder } } : { folderId })
  const permission = teamFolder?.attributes.permission
  const canAdd = permission === 'owner' || permission === 'can_edit'
  const inFolder = useFolderActions(folderId, picker, mutations, {
    isEnabled: canAdd,
    canRequestFiles: permission === 'owner',
  })
  const createTeamFolder = useCreateTeamFolder()
  const createAtTop = page === 'team-folders' ? [[createTeamFolder]] : []
  const create = folderId === null ? createAtTop : canAdd ? inFolder.create : []

  return (
    <PlatformLayout page={page} folderId={folderId}>
      <FileBrowser
        source={teamSources[page][folderId === null ? 'top' : 'folder']}
        folderId={folderId}
        {...view}
        {...entries}
        details={details}
        bar={(status) => (
          <>
            <PageHeader
              page={page}
              status={status}
              folderId={folderId}
              to={(id) => navigation.href(route, id ? { id } : {})}
              beside={teamFolder && status.state === 'ready' ? <TeamHeads folder={teamFolder} /> : null}
            >
              {create.length === 0 || status.state === 'failed' ? null : <CreateMenu groups={create} />}
            </PageHeader>
            {page === 'shared-with-me' && folderId === null ? <PendingInvitations /> : null}
          </>
        )}
        end={folderId === null ? () => <FormattedMessage id={endId} /> : undefined}
        home={{
          label: intl.formatMessage({ id: homeId }),
          run: () => {
            navigation.go({ name: route })
          },
        }}
        backgroundActions={folderId === null ? () => createAtTop : canAdd ? inFolder.backgroundActions : undefined}
        onDrop={canAdd ? onDrop : undefined}
        empty={
          folderId === null ? (
            <NoTeamFolders page={page}>
              {page === 'team-folders' ? (
                <Button variant="primary" icon={createTeamFolder.icon} onClick={createTeamFolder.run}>
                  {createTeamFolder.label}
                </Button>
              ) : undefined}
            </NoTeamFolders>
          ) : canAdd ? (
            <EmptyFiles create={inFolder.create} />
          ) : (
            <EmptyState
              art={<FolderArt />}
              title={<FormattedMessage id="files.empty.title" />}
              text={<FormattedMessage id="team_folders.empty_folder" />}
            />
          )
        }
      />
      {canAdd ? inputs : null}
    </PlatformLayout>
  )
}

function NoTeamFolders({ page, children }: { readonly page: TeamPageId; readonly children: ReactNode }) {
  const { emptyTitleId, emptyTextId } = texts[page]
  return (
    <EmptyState
      art={<FolderArt />}
      title={<FormattedMessage id={emptyTitleId} />}
      text={<FormattedMessage id={emptyTextId} />}
      actions={children}
    />
  )
}
