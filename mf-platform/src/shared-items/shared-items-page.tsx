import { useState } from 'react'
import { type ActionGroups, FileBrowser, type Sort, type Target } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost } from '@holdall/section'
import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { sharedSource } from '../entries/entry-queries.ts'
import { originOf } from '../entries/entry-origin.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { openEntry } from '../entries/open-action.ts'
import { useEntryActions } from '../entries/use-entry-actions.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { useFavouriteIds } from '../favourites/favourite-ids.ts'
import { useFavouriteAction } from '../favourites/use-favourite-action.ts'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'
import { useLinkActions } from '../share-links/use-link-actions.ts'

const originOfTarget = ({ entries }: Target) => originOf(entries)

/** The user's entries that have a public link. */
export function SharedItemsPage() {
  const { navigation } = useHost()
  // Not the order of Files: this list begins with the newest on each visit, as the trash does.
  const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
  const mutations = useFileMutations()
  const report = useReportError()
  const view = useView()
  const details = useDetails('locations.shared')
  const location = useLocationColumn('browser.column.location')
  const entry = useEntryActions(originOfTarget, mutations)
  const link = useLinkActions()
  const favourite = useFavouriteAction()
  const favourites = useFavouriteIds()
  const actions = (target: Target): ActionGroups => [
    [...entry.open(target), ...entry.showInFolder(target), entry.download(target)],
    target.single ? [entry.share(target.single), ...link.copy(target.single)] : [],
    [...favourite(target), ...entry.rename(target)],
    [...(target.count > 1 ? [link.remove(target)] : []), entry.trash(target)],
  ]
  return (
    <PlatformLayout page="shared" folderId={null}>
      <FileBrowser
        source={sharedSource}
        folderId={null}
        sort={sort}
        onSort={setSort}
        {...view}
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
        favourites={favourites}
        onFailure={report}
        preview={Preview}
        onOpen={(opened) => {
          openEntry(opened, navigation)
        }}
        onRename={mutations.rename}
        onDelete={(target) => void mutations.trash(target, originOfTarget(target))}
        actions={actions}
        quickAction={entry.share}
      />
    </PlatformLayout>
  )
}
