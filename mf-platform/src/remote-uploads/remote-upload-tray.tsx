import type { RemoteUpload, RemoteUploadProgress } from '@holdall/api'
import { type RemoteUploadCalls, type SlotProps, useFact, useHost } from '@holdall/section'
import { Button, ProgressBar, useIsPhone } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { Hint, Rows, Toolbar, Tray, TrayAnnouncement, TrayHead } from '@holdall/ui/tray'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { RemoteFileRow } from './remote-file-row.tsx'
import {
  isUnfinished,
  ownRemoteUploads,
  remoteUploadsQuery,
  removeRemoteUploads,
  startRemoteUpload,
} from './remote-upload-queries.ts'
import { useRemoteUploadChanges } from './use-remote-upload-changes.ts'

/** The remote uploads of the user in the corner of the page: their progress, their files and why some failed. */
export function RemoteUploadTray() {
  const client = useQueryClient()
  const intl = useIntl()
  const { events } = useHost()
  const report = useReportError()
  const refetch = useCallback(() => {
    void client.invalidateQueries({ queryKey: ownRemoteUploads.key })
  }, [client])
  useFact('remote-uploads.changed', refetch)
  const home = intl.formatMessage({ id: 'remote_upload.home' })
  const owner = useMemo<RemoteUploadOwner>(
    () => ({
      calls: ownRemoteUploads,
      home,
      report,
      onStarted: () => events.emit('remote-uploads.changed', {}),
      onSaved: (entryId, folderId) => events.emit('upload.finished', { entryId, folderId }),
      onEnded: () => events.emit('remote-uploads.ended', {}),
    }),
    [events, home, report],
  )
  return <RemoteUploadsOf owner={owner} />
}

/** The same of a visitor who has started them by a link. */
export function LinkRemoteUploadTray({ token, name, calls, report }: SlotProps['link.remote-uploads']) {
  const { events } = useHost()
  const owner = useMemo<RemoteUploadOwner>(
    () => ({
      calls,
      home: name,
      report,
      onStarted: () => {},
      onSaved: () => events.emit('link-files.changed', { token }),
      onEnded: () => {},
    }),
    [calls, events, name, report, token],
  )
  return <RemoteUploadsOf owner={owner} />
}

/** Whose remote uploads are shown. Keeps its identity while it is the same. */
interface RemoteUploadOwner {
  readonly calls: RemoteUploadCalls
  /** Name of the top. */
  readonly home: string
  readonly report: (error: unknown) => void
  readonly onStarted: () => void
  readonly onSaved: (entryId: string, folderId: string | null) => void
  readonly onEnded: () => void
}

function RemoteUploadsOf({ owner }: { readonly owner: RemoteUploadOwner }) {
  const query = useQuery(remoteUploadsQuery(owner.calls))
  const isCurrent = query.isFetchedAfterMount && query.isSuccess && !query.isFetching
  const shown = useRemoteUploadChanges({ ...owner, data: query.data, isCurrent })
  return shown.length > 0 ? <ShownTray owner={owner} shown={shown} isFailing={query.isRefetchError} /> : null
}

interface ShownTrayProps {
  readonly owner: RemoteUploadOwner
  readonly shown: readonly RemoteUpload[]
  readonly isFailing: boolean
}

function ShownTray({ owner, shown, isFailing }: ShownTrayProps) {
  const { calls, report } = owner
  const intl = useIntl()
  const isPhone = useIsPhone()
  const client = useQueryClient()
  // On a phone the expanded tray covers half of the list.
  const [isCollapsed, setCollapsed] = useState(isPhone)
  const isOver = !shown.some(isUnfinished)
  const sum = sumOf(shown)
  const to = targetName(owner.home, shown)
  const close = () => {
    removeRemoteUploads(
      client,
      calls,
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
          <TrayActions owner={owner} shown={shown} />
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
function TrayActions({ owner: { calls, report, onStarted }, shown }: Pick<ShownTrayProps, 'owner' | 'shown'>) {
  const intl = useIntl()
  const client = useQueryClient()
  const { overlay } = useHost()
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
      calls,
      unfinished.map(({ id }) => id),
    )
  }
  const retry = async () => {
    setRetrying(true)
    try {
      for (const { id, attributes } of withFailures) {
        const urls = attributes.files.filter(({ status }) => status === 'failed').map(({ url }) => url)
        await startRemoteUpload(client, calls, urls, attributes.parent_id)
        await removeRemoteUploads(client, calls, [id])
      }
      onStarted()
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
function targetName(home: string, shown: readonly RemoteUpload[]): string | null {
  const [first] = shown
  if (!first || shown.some(({ attributes }) => attributes.parent_id !== first.attributes.parent_id)) return null
  return first.attributes.parent_id === null ? home : first.attributes.folder_name
}
