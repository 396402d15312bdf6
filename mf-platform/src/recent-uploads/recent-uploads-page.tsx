import { MAX_RECENT_FILES } from '@holdall/api'
import { FileBrowser, type Sort } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { latestSource } from '../entries/entry-queries.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useOwnedEntries } from '../entries/use-owned-entries.ts'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'

/** The server's order, which cannot be changed. */
const newestFirst: Sort = { field: 'created_at', direction: 'DESC' }

/** The newest files of all folders. */
export function RecentUploadsPage() {
  const { navigation } = useHost()
  const entries = useOwnedEntries(useFileMutations())
  const view = useView()
  const details = useDetails('locations.latest')
  const location = useLocationColumn('browser.column.location')
  return (
    <PlatformLayout page="latest" folderId={null}>
      <FileBrowser
        source={latestSource}
        folderId={null}
        sort={newestFirst}
        {...view}
        {...entries}
        details={details}
        columns={{ location }}
        bar={(status) => (
          <PageHeader page="latest" status={status} folderId={null} to={() => navigation.href('RecentUploads')} />
        )}
        end={(total) =>
          total < MAX_RECENT_FILES ? (
            <FormattedMessage id="latest.end" />
          ) : (
            <FormattedMessage id="latest.end_newest" values={{ count: MAX_RECENT_FILES }} />
          )
        }
        empty={
          <EmptyState
            art={<FolderArt />}
            title={<FormattedMessage id="latest.empty.title" />}
            text={<FormattedMessage id="latest.empty.text" />}
          />
        }
      />
    </PlatformLayout>
  )
}
