import { type Entry, MAX_ZIP_ITEMS, prepareZip } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { downloadFiles, type FileAction, startDownload, type Target, zipSelectionOf } from '@holdall/file-browser'
import { type Session, useHost, useSession } from '@holdall/section'
import { Download } from '@holdall/ui/icons'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { foldersOf, originOf } from './entry-origin.ts'
import { useReportError, useReportZipTooLarge } from '../error-messages/report-error.ts'

/** Says why the account may not download, where it may not. */
function useRestrictedAlert(): (session: Session) => boolean {
  const { overlay } = useHost()
  const intl = useIntl()
  return (session) => {
    if (session.state === 'anonymous' || session.user.meta.restrictions.canDownload) return false
    const { reason } = session.user.meta.restrictions
    const title = intl.formatMessage({ id: 'files.problem.download_restricted' })
    overlay.alert({ title, ...(reason && { message: reason }) })
    return true
  }
}

/** Downloads a file by its own address. */
export function useDownloadFile(): (file: Entry) => Promise<void> {
  const { session: account } = useHost()
  const session = useSession()
  const alertRestricted = useRestrictedAlert()
  return async (file) => {
    if (alertRestricted(session)) return
    await downloadFiles([file])
    // A browser shows no reason when an address that it downloads from refuses.
    await account.refresh().then(alertRestricted, () => undefined)
  }
}

/** "Download": a single file by its own address, anything else as one zip. */
export function useDownload(): (target: Target) => FileAction {
  const { events } = useHost()
  const session = useSession()
  const intl = useIntl()
  const report = useReportError()
  const reportTooLarge = useReportZipTooLarge()
  const alertRestricted = useRestrictedAlert()
  const downloadFile = useDownloadFile()
  const preparing = useRef(false)

  const download = async (target: Target) => {
    if (target.single?.type === 'file') return downloadFile(target.single)
    if (alertRestricted(session)) return
    if (!target.all && target.entries.length > MAX_ZIP_ITEMS) {
      reportTooLarge()
      return
    }
    // Called again while the zip is being prepared, it does nothing.
    if (preparing.current) return
    preparing.current = true
    try {
      // Prepared first, so that a refusal has a reason.
      const { data } = await api.call(prepareZip, { body: zipSelectionOf(target) })
      startDownload(data.attributes.url)
    } catch (error) {
      report(error)
      if (isApiError(error, 'not-found')) {
        events.emit('files.changed', { folderIds: foldersOf(originOf(target.entries)) })
        events.emit('trash.changed', {})
      }
    } finally {
      preparing.current = false
    }
  }

  return (target) => ({
    id: 'download',
    label: intl.formatMessage({ id: 'files.action.download' }),
    icon: Download,
    inBar: true,
    run: () => void download(target),
  })
}
