import type { RemoteUpload } from '@holdall/api'
import { isolate, useHost } from '@holdall/section'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { isUnfinished } from './remote-upload-queries.ts'

/** How long a remote upload without failures is shown after its end. */
const CLOSE_DELAY_MS = 6000

const savedIds = ({ attributes }: RemoteUpload) => attributes.files.flatMap(({ entry_id: id }) => id ?? [])

interface Known {
  /** Name of the top. */
  readonly home: string
  /** Called with each file that was saved. */
  readonly onSaved: (entryId: string, folderId: string | null) => void
  /** Called when none is shown any more. */
  readonly onEnded: () => void
  readonly data: readonly RemoteUpload[] | undefined
  /** Whether `data` is what the server has said since the tray was shown. */
  readonly isCurrent: boolean
}

/**
 * Tells the page of the files that were saved and of the end of each remote upload, and returns those to show: the
 * unfinished ones, those with failures, and for a while those that have just finished.
 */
export function useRemoteUploadChanges({
  home,
  onSaved,
  onEnded,
  data: remoteUploads,
  isCurrent,
}: Known): readonly RemoteUpload[] {
  const { toasts } = useHost()
  const intl = useIntl()
  const known = useRef<ReadonlyMap<string, RemoteUpload>>(new Map())
  /** Those that were unfinished while they were shown. */
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const unfinished = (remoteUploads ?? []).filter(isUnfinished).map(({ id }) => id)
  if (unfinished.some((id) => !watched.has(id))) setWatched(new Set([...watched, ...unfinished]))

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
      const saved = current.attributes.files.filter(({ status }) => status === 'done')
      const values = {
        count: saved.length,
        name: isolate(saved[0]?.name ?? ''),
        folder: isolate(current.attributes.folder_name ?? home),
      }
      toasts.show(
        saved.length > 0
          ? { type: 'success', message: intl.formatMessage({ id: 'remote_upload.finished' }, values) }
          : { type: 'info', message: intl.formatMessage({ id: 'remote_upload.finished_none' }) },
      )
    }
  }, [remoteUploads, onSaved, toasts, intl, home])

  const isBusy = unfinished.length > 0
  useEffect(() => {
    if (isBusy || watched.size === 0) return undefined
    const timer = setTimeout(() => {
      setWatched(new Set())
    }, CLOSE_DELAY_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isBusy, watched])

  const shown = (remoteUploads ?? []).filter(
    (each) => isUnfinished(each) || each.attributes.progress.failed > 0 || watched.has(each.id),
  )
  const isOver = isCurrent && shown.length === 0
  useEffect(() => {
    if (isOver) onEnded()
  }, [isOver, onEnded])
  return shown
}
