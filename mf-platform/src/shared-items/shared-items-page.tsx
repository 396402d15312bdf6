import { useState } from 'react'
import { FileBrowser, type Sort } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { sharedSource } from '../entries/entry-queries.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'
import { useLinkActions } from '../share-links/use-link-actions.ts'
import { useConvertToTeamFolder } from '../team-members/use-convert-to-team-folder.ts'
import { useTeamFolderActions } from '../team-members/use-team-folder-actions.ts'

/** The user's entries that have a public link. */
export function SharedItemsPage() {
  const { navigation } = useHost()
  // Not the order of Files: this list begins with the newest on each visit, as the trash does.
  const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
  const link = useLinkActions()
  const convert = useConvertToTeamFolder()
  const entries = useOwnedEntries(useFileMutations(), {
    further: {
      sharing: ({ single }) => (single ? [...link.copy(single), ...convert(single)] : []),
      onTeamFolder: useTeamFolderActions(),
      removal: (target) => (target.count > 1 ? [link.remove(target)] : []),
    },
  })
  const view = useView()
  const details = useDetails('locations.shared')
  const location = useLocationColumn('browser.column.location')
  return (
    <PlatformLayout page="shared" folderId={null}>
      <FileBrowser
        source={sharedSource}
        folderId={null}
        sort={sort}
        onSort={setSort}
        {...view}
        {...entries}
        details={details}
        columns={{ location }}
        bar={(status) => (
          <PageHeader page="shared" status={status} folderId={null} to={() => navigation.href('MySharedItems')} />
        )}
        end={() => <FormattedMessage id="shared.end" />}
        empty={
          <EmptyState
            art={<FolderArt />}
            title={<FormattedMessage id="shared.empty.title" />}
            text={<FormattedMessage id="shared.empty.text" />}
          />
        }
      />
    </PlatformLayout>
  )
}
