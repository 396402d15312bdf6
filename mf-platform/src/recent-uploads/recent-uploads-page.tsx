import { MAX_RECENT_FILES } from '@holdall/api'
import { type ActionGroups, FileBrowser, type Sort, type Target } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost } from '@holdall/section'
import { EmptyState, FolderArt } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import { latestSource } from '../entries/entry-queries.ts'
import { originOf } from '../entries/entry-origin.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { openEntry } from '../entries/open-action.ts'
import { useClipboardActions } from '../entries/use-clipboard-actions.ts'
import { useEntryActions } from '../entries/use-entry-actions.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useReportError } from '../error-messages/report-error.ts'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'

/** The server's order, which cannot be changed. */
const newestFirst: Sort = { field: 'created_at', direction: 'DESC' }

const originOfTarget = ({ entries }: Target) => originOf(entries)

/** The newest files of all folders. */
export function RecentUploadsPage() {
  const { navigation } = useHost()
  const mutations = useFileMutations()
  const report = useReportError()
  const view = useView()
  const details = useDetails('locations.latest')
  const location = useLocationColumn('browser.column.location')
  const entry = useEntryActions(originOfTarget, mutations)
  const { copyAndCut, onClipboard, onMultiSelect } = useClipboardActions(originOfTarget)
  const actions = (target: Target): ActionGroups => [
    [...entry.showInFolder(target), entry.download(target)],
    target.single ? [entry.share(target.single)] : [],
    [...entry.rename(target), entry.move(target), entry.copyTo(target), entry.duplicate(target)],
    copyAndCut(target),
    [entry.trash(target)],
  ]
  return (
    <PlatformLayout page="latest" folderId={null}>
      <FileBrowser
        source={latestSource}
        folderId={null}
        sort={newestFirst}
        {...view}
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
        movable
        onClipboard={onClipboard}
        onMultiSelect={onMultiSelect}
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
