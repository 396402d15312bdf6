import { useState } from 'react'
import { FileBrowser, type Sort } from '@holdall/file-browser'
import { Preview } from '@holdall/preview'
import { useHost, useParams } from '@holdall/section'
import { Button, EmptyState, TrashArt, useIsPhone, IconButton } from '@holdall/ui'
import { Trash2 } from '@holdall/ui/icons'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { trashSource } from '../entries/entry-queries.ts'
import { useFileMutations } from '../entries/file-mutations.ts'
import { openEntry } from '../entries/open-action.ts'
import { useLocationColumn } from '../entries/use-location-column.ts'
import { useDetails } from '../details/use-details.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PlatformLayout } from '../layout/platform-layout.tsx'
import { useView } from '../layout/use-view.ts'
import { useTrashActions } from './use-trash-actions.ts'

/** The trash, and the folders in it. */
export function TrashPage() {
  const { id: folderId = null } = useParams()
  const { navigation, config } = useHost()
  const intl = useIntl()
  const phone = useIsPhone()
  const [sort, setSort] = useState<Sort>({ field: 'created_at', direction: 'DESC' })
  const mutations = useFileMutations()
  const report = useReportError()
  const view = useView()
  const details = useDetails('locations.trash', { isTrash: true })
  const { actions, backgroundActions, empty } = useTrashActions(folderId, mutations)
  const location = useLocationColumn('browser.column.original_location')
  const to = (id: string | null) => navigation.href('Trash', id ? { id } : {})
  return (
    <PlatformLayout page="trash" folderId={folderId}>
      <FileBrowser
        source={trashSource}
        folderId={folderId}
        sort={sort}
        onSort={setSort}
        {...view}
        details={details}
        columns={{
          shared: false,
          date: 'deleted_at',
          // The content of a trashed folder is restored with it.
          location: folderId === null ? location : undefined,
        }}
        bar={(status) => (
          <PageHeader page="trash" status={status} folderId={folderId} to={to}>
            {status.state !== 'ready' || status.total === 0 || folderId !== null ? null : phone ? (
              <IconButton icon={Trash2} iconSize={20} label={empty.label} onClick={empty.run} />
            ) : (
              <Button icon={Trash2} onClick={empty.run}>
                {empty.label}
              </Button>
            )}
          </PageHeader>
        )}
        end={folderId === null ? () => null : undefined}
        empty={
          folderId === null ? (
            <EmptyState
              art={<TrashArt />}
              title={<FormattedMessage id="trash.empty.title" />}
              text={<FormattedMessage id="trash.empty.text" values={{ days: config.trashDays }} />}
            />
          ) : (
            <EmptyState art={<TrashArt />} title={<FormattedMessage id="trash.empty_folder.title" />} />
          )
        }
        home={{
          label: intl.formatMessage({ id: 'trash.to_top' }),
          run: () => {
            navigation.go({ name: 'Trash' })
          },
        }}
        onFailure={report}
        preview={Preview}
        // As specified: folders of the trash open in Files.
        onOpen={(entry) => {
          openEntry(entry, navigation)
        }}
        onDelete={(target) => void mutations.destroy(target, folderId)}
        actions={actions}
        backgroundActions={backgroundActions}
      />
    </PlatformLayout>
  )
}
