import type { RemoteUpload } from '@holdall/api'
import { isolate, useHost } from '@holdall/section'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { failureReason } from './remote-file-row.tsx'
import { isUnfinished } from './remote-upload-queries.ts'

const savedIds = ({ attributes }: RemoteUpload) => attributes.files.flatMap(({ entry_id: id }) => id ?? [])

interface Known {
  /** Name of the top. */
  readonly home: string
  /** Called with each file that was saved. */
  readonly onSaved: (entryId: string, folderId: string | null) => void
  /** Called when none is shown any more. */
  readonly onEnded: () => void
  /** Fetches what has failed again. */
  readonly retry: (ended: RemoteUpload) => void
  readonly data: readonly RemoteUpload[] | undefined
  /** Whether `data` is what the server has said since the tray was shown. */
  readonly isCurrent: boolean
}

/**
 * Emits each file that was saved, reports the end of each remote upload in toasts, and returns those to show: the
 * unfinished ones. Failures are also in the notification that the server sends.
 */
export function useRemoteUploadChanges({
  home,
  onSaved,
  onEnded,
  retry,
  data: remoteUploads,
  isCurrent,
}: Known): readonly RemoteUpload[] {
  const { toasts } = useHost()
  const intl = useIntl()
  const known = useRef<ReadonlyMap<string, RemoteUpload>>(new Map())

  useEffect(() => {
    if (!remoteUploads) return
    const before = known.current
    known.current = new Map(remoteUploads.map((each) => [each.id, each]))
    for (const current of remoteUploads) {
      const earlier = before.get(current.id)
      // What finished before this page was loaded is no news.
      if (!earlier && !isUnfinished(current)) continue
      const seen = new Set(earlier ? savedIds(earlier) : [])
      const folderId = current.attributes.parent_id
      for (const entryId of savedIds(current)) {
        if (!seen.has(entryId)) onSaved(entryId, folderId)
      }
      if (!earlier || !isUnfinished(earlier) || isUnfinished(current)) continue
      if (current.attributes.files.some(({ status }) => status === 'canceled')) continue
      const { files, folder_name: folder } = current.attributes
      const saved = files.filter(({ status }) => status === 'done')
      if (saved.length > 0) {
        const values = { count: saved.length, name: isolate(saved[0]?.name ?? ''), folder: isolate(folder ?? home) }
        toasts.show({ type: 'success', message: intl.formatMessage({ id: 'remote_upload.finished' }, values) })
      }
      const failed = files.filter(({ status }) => status === 'failed')
      const [first] = failed
      if (!first) continue
      const values = {
        count: failed.length,
        name: isolate(first.name ?? first.url),
        reason: failureReason(first, intl),
      }
      toasts.show({
        type: 'danger',
        message: intl.formatMessage({ id: 'remote_upload.failed' }, values),
        action: { label: intl.formatMessage({ id: 'remote_upload.retry' }), run: () => retry(current) },
      })
    }
  }, [remoteUploads, onSaved, retry, toasts, intl, home])

  const shown = (remoteUploads ?? []).filter(isUnfinished)
  const isOver = isCurrent && shown.length === 0
  useEffect(() => {
    if (isOver) onEnded()
  }, [isOver, onEnded])
  return shown
}
