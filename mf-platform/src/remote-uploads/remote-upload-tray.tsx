import type { RemoteUpload, RemoteUploadProgress } from '@holdall/api'
import { useFact, useHost } from '@holdall/section'
import { Button, ProgressBar, useIsPhone } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { Hint, Rows, Toolbar, Tray, TrayAnnouncement, TrayHead } from '@holdall/ui/tray'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { RemoteFileRow } from './remote-file-row.tsx'
import {
  isUnfinished,
  remoteUploadsKey,
  remoteUploadsQuery,
  removeRemoteUploads,
  startRemoteUpload,
} from './remote-upload-queries.ts'
import { useRemoteUploadChanges } from './use-remote-upload-changes.ts'

/** The remote uploads of the user in the corner of the page: their progress, their files and why some failed. */
export function RemoteUploadTray() {
  const client = useQueryClient()
  const query = useQuery(remoteUploadsQuery)
  const refetch = useCallback(() => {
    void client.invalidateQueries({ queryKey: remoteUploadsKey })
  }, [client])
  useFact('remote-uploads.changed', refetch)
  const isCurrent = query.isFetchedAfterMount && query.isSuccess && !query.isFetching
  const shown = useRemoteUploadChanges({ data: query.data, isCurrent })
  return shown.length > 0 ? <ShownTray shown={shown} isFailing={query.isRefetchError} /> : null
}

interface ShownTrayProps {
  readonly shown: readonly RemoteUpload[]
  readonly isFailing: boolean
}

function ShownTray({ shown, isFailing }: ShownTrayProps) {
  const intl = useIntl()
  const isPhone = useIsPhone()
  const client = useQueryClient()
  const report = useReportError()
  // On a phone the expanded tray covers half of the list.
  const [isCollapsed, setCollapsed] = useState(isPhone)
  const isOver = !shown.some(isUnfinished)
  const sum = sumOf(shown)
  const to = targetName(intl, shown)
  const close = () => {
    removeRemoteUploads(
      client,
      shown.map(({ id }) => id),
    ).catch(report)
  }
  return (
    <Tray aria-label={intl.formatMessage({ id: 'remote_upload.tray' })}>
      <TrayHead
        title={headlineOf(intl, shown, sum)}
        aside={
          !isOver && sum.failed > 0
            ? intl.formatMessage({ id: 'remote_upload.status_failed' }, { count: sum.failed })
            : null
        }
        target={to === null ? null : <FormattedMessage id="remote_upload.to" values={{ folder: <bdi>{to}</bdi> }} />}
        isCollapsed={isCollapsed}
        expand={intl.formatMessage({ id: 'remote_upload.expand' })}
        collapse={intl.formatMessage({ id: 'remote_upload.collapse' })}
        onToggle={() => {
          setCollapsed(!isCollapsed)
        }}
        close={isOver ? { label: intl.formatMessage({ id: 'remote_upload.close' }), onClick: close } : null}
      />
      {isOver ? null : (
        <ProgressBar
          value={sum.processed / sum.total}
          height={3}
          label={intl.formatMessage({ id: 'remote_upload.progress' })}
        />
      )}
      {isFailing ? (
        <Hint>
          <FormattedMessage id="remote_upload.load_failed" />
        </Hint>
      ) : null}
      {isCollapsed ? null : (
        <>
          <TrayActions shown={shown} />
          <Rows>
            {shown.flatMap(({ id, attributes }) =>
              attributes.files.map((file, at) => <RemoteFileRow key={`${id} ${String(at)}`} file={file} />),
            )}
          </Rows>
        </>
      )}
      <TrayAnnouncement text={announcementOf(intl, shown, sum)} />
    </Tray>
  )
}

/** Actions on all of them. */
function TrayActions({ shown }: Pick<ShownTrayProps, 'shown'>) {
  const intl = useIntl()
  const client = useQueryClient()
  const report = useReportError()
  const { events, overlay } = useHost()
  const [isRetrying, setRetrying] = useState(false)
  const text = (id: string) => intl.formatMessage({ id: `remote_upload.${id}` })
  const unfinished = shown.filter(isUnfinished)
  const withFailures = shown.filter((each) => !isUnfinished(each) && each.attributes.progress.failed > 0)
  const cancel = async () => {
    const isConfirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'remote_upload.cancel_confirm.title' }, { count: unfinished.length }),
      message: text('cancel_confirm.message'),
      confirm: text('cancel'),
      cancel: text('keep'),
      danger: true,
    })
    if (!isConfirmed) return
    await removeRemoteUploads(
      client,
      unfinished.map(({ id }) => id),
    )
  }
  const retry = async () => {
    setRetrying(true)
    try {
      for (const { id, attributes } of withFailures) {
        const urls = attributes.files.filter(({ status }) => status === 'failed').map(({ url }) => url)
        await startRemoteUpload(client, urls, attributes.parent_id)
        await removeRemoteUploads(client, [id])
      }
      events.emit('remote-uploads.changed', {})
    } finally {
      setRetrying(false)
    }
  }
  if (unfinished.length === 0 && withFailures.length === 0) return null
  return (
    <Toolbar>
      {withFailures.length > 0 ? (
        <Button
          size="s"
          icon={RotateCw}
          busy={isRetrying}
          onClick={() => {
            retry().catch(report)
          }}
        >
          {text('retry')}
        </Button>
      ) : null}
      {unfinished.length > 0 ? (
        <Button
          size="s"
          onClick={() => {
            cancel().catch(report)
          }}
        >
          {text('cancel')}
        </Button>
      ) : null}
    </Toolbar>
  )
}

function sumOf(shown: readonly RemoteUpload[]): RemoteUploadProgress {
  const add = (name: keyof RemoteUploadProgress) =>
    shown.reduce((sum, { attributes }) => sum + attributes.progress[name], 0)
  return { total: add('total'), processed: add('processed'), failed: add('failed') }
}

function headlineOf(intl: IntlShape, shown: readonly RemoteUpload[], sum: RemoteUploadProgress): string {
  if (!shown.some(isUnfinished)) return announcementOf(intl, shown, sum)
  return intl.formatMessage({ id: 'remote_upload.status' }, { processed: sum.processed, total: sum.total })
}

/** For a screen reader: it changes with the state of all, not with every file. */
function announcementOf(
  intl: IntlShape,
  shown: readonly RemoteUpload[],
  { total, failed }: RemoteUploadProgress,
): string {
  if (shown.some(isUnfinished)) return intl.formatMessage({ id: 'remote_upload.announce' }, { count: total })
  if (failed > 0) return intl.formatMessage({ id: 'remote_upload.some_failed' }, { count: failed })
  const saved = shown.flatMap(({ attributes }) => attributes.files).filter(({ status }) => status === 'done').length
  if (saved < total) return intl.formatMessage({ id: 'remote_upload.was_canceled' })
  return intl.formatMessage({ id: 'remote_upload.all_done' }, { count: saved })
}

/** The folder that all of them go to; null where there are several or it does not exist any more. */
function targetName(intl: IntlShape, shown: readonly RemoteUpload[]): string | null {
  const [first] = shown
  if (!first || shown.some(({ attributes }) => attributes.parent_id !== first.attributes.parent_id)) return null
  return first.attributes.parent_id === null
    ? intl.formatMessage({ id: 'remote_upload.home' })
    : first.attributes.folder_name
}
