import type { RemoteUpload, RemoteUploadProgress } from '@holdall/api'
import { type RemoteUploadCalls, type SlotProps, useFact, useHost } from '@holdall/section'
import { Button, ProgressBar, useIsPhone } from '@holdall/ui'
import { Hint, Rows, Toolbar, Tray, TrayAnnouncement, TrayHead } from '@holdall/ui/tray'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReportError } from '../error-messages/report-error.ts'
import { RemoteFileRow } from './remote-file-row.tsx'
import {
  ownRemoteUploads,
  remoteUploadsQuery,
  removeRemoteUploads,
  startRemoteUpload,
} from './remote-upload-queries.ts'
import { useRemoteUploadChanges } from './use-remote-upload-changes.ts'

/** The remote uploads of the user in the corner of the page: their progress and their files. */
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
  const retry = useRetry(owner)
  const shown = useRemoteUploadChanges({ ...owner, retry, data: query.data, isCurrent })
  return shown.length > 0 ? <ShownTray owner={owner} shown={shown} isFailing={query.isRefetchError} /> : null
}

/** Fetches the files of a remote upload that have failed once more. */
function useRetry({ calls, report, onStarted }: RemoteUploadOwner) {
  const client = useQueryClient()
  return useCallback(
    ({ id, attributes }: RemoteUpload) => {
      const urls = attributes.files.filter(({ status }) => status === 'failed').map(({ url }) => url)
      const start = async () => {
        await startRemoteUpload(client, calls, urls, attributes.parent_id)
        onStarted()
        await removeRemoteUploads(client, calls, [id])
      }
      start().catch(report)
    },
    [client, calls, report, onStarted],
  )
}

interface ShownTrayProps {
  readonly owner: RemoteUploadOwner
  readonly shown: readonly RemoteUpload[]
  readonly isFailing: boolean
}

function ShownTray({ owner, shown, isFailing }: ShownTrayProps) {
  const intl = useIntl()
  const isPhone = useIsPhone()
  // On a phone the expanded tray covers half of the list.
  const [isCollapsed, setCollapsed] = useState(isPhone)
  const sum = sumOf(shown)
  const to = targetName(owner.home, shown)
  return (
    <Tray aria-label={intl.formatMessage({ id: 'remote_upload.tray' })}>
      <TrayHead
        title={intl.formatMessage({ id: 'remote_upload.status' }, { processed: sum.processed, total: sum.total })}
        aside={sum.failed > 0 ? intl.formatMessage({ id: 'remote_upload.status_failed' }, { count: sum.failed }) : null}
        target={to === null ? null : <FormattedMessage id="remote_upload.to" values={{ folder: <bdi>{to}</bdi> }} />}
        isCollapsed={isCollapsed}
        expand={intl.formatMessage({ id: 'remote_upload.expand' })}
        collapse={intl.formatMessage({ id: 'remote_upload.collapse' })}
        onToggle={() => {
          setCollapsed(!isCollapsed)
        }}
        close={null}
      />
      <ProgressBar
        value={sum.processed / sum.total}
        height={3}
        label={intl.formatMessage({ id: 'remote_upload.progress' })}
      />
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
      {/* It changes with the remote uploads, not with every file. */}
      <TrayAnnouncement text={intl.formatMessage({ id: 'remote_upload.announce' }, { count: sum.total })} />
    </Tray>
  )
}

/** Actions on all of them. */
function TrayActions({ owner: { calls, report }, shown }: Pick<ShownTrayProps, 'owner' | 'shown'>) {
  const intl = useIntl()
  const client = useQueryClient()
  const { overlay } = useHost()
  const text = (id: string) => intl.formatMessage({ id: `remote_upload.${id}` })
  const cancel = async () => {
    const isConfirmed = await overlay.confirm({
      title: intl.formatMessage({ id: 'remote_upload.cancel_confirm.title' }, { count: shown.length }),
      message: text('cancel_confirm.message'),
      confirm: text('cancel'),
      cancel: text('keep'),
      danger: true,
    })
    if (!isConfirmed) return
    await removeRemoteUploads(
      client,
      calls,
      shown.map(({ id }) => id),
    )
  }
  return (
    <Toolbar>
      <Button
        size="s"
        onClick={() => {
          cancel().catch(report)
        }}
      >
        {text('cancel')}
      </Button>
    </Toolbar>
  )
}

function sumOf(shown: readonly RemoteUpload[]): RemoteUploadProgress {
  const add = (name: keyof RemoteUploadProgress) =>
    shown.reduce((sum, { attributes }) => sum + attributes.progress[name], 0)
  return { total: add('total'), processed: add('processed'), failed: add('failed') }
}

/** The folder that all of them go to; null where there are several or it does not exist any more. */
function targetName(home: string, shown: readonly RemoteUpload[]): string | null {
  const [first] = shown
  if (!first || shown.some(({ attributes }) => attributes.parent_id !== first.attributes.parent_id)) return null
  return first.attributes.parent_id === null ? home : first.attributes.folder_name
}
