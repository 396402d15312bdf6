import { type Entry, MAX_ZIP_ITEMS, preparePublicZip, type ZipSelection } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { downloadFiles, type FileAction, startDownload, type Target, zipSelectionOf } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { Download } from '@holdall/ui/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../error-messages/error-text.ts'
import { filesKey } from './link-file-source.ts'
import { type OpenShare, useRecheckShare } from './public-link-queries.ts'

export type LinkDownload = ReturnType<typeof useLinkDownload>

/** Downloads from a link to a folder: a single file by its own address, anything else as one zip; null where it allows none. */
export function useLinkDownload({ token, itemId, canDownload }: OpenShare) {
  const { overlay, toasts } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const recheck = useRecheckShare(token)
  const mayDownload = useRecheckShare(token, 'download')
  const preparing = useRef(false)
  const [isPreparing, setIsPreparing] = useState(false)
  const text = (id: string) => intl.formatMessage({ id })

  const report = (error: unknown) => {
    if (isApiError(error, 'zip-too-large')) reportTooLarge()
    else
      toasts.show({
        type: 'danger',
        message: isApiError(error, 'not-found') ? text('share.gone') : errorText(intl, error),
      })
  }
  const reportTooLarge = () => {
    overlay.alert({ title: text('share.zip_too_large'), message: text('share.zip_too_large_text'), tone: 'danger' })
  }
  // A browser shows no error for a refused download: the page checks first whether the link is still open.
  const saveFile = async (file: Entry) => {
    if (await mayDownload()) await downloadFiles([file])
  }
  const saveZip = async (selection: ZipSelection) => {
    // Called again while the zip is being prepared, it does nothing.
    if (preparing.current) return
    preparing.current = true
    setIsPreparing(true)
    try {
      const { data } = await api.call(preparePublicZip, { params: { token }, body: selection })
      startDownload(data.attributes.url)
    } catch (error) {
      // Not found may be an entry alone or the whole link, whose page says so.
      if (await recheck()) {
        report(error)
        if (isApiError(error, 'not-found')) void client.invalidateQueries({ queryKey: filesKey(token) })
      }
    } finally {
      preparing.current = false
      setIsPreparing(false)
    }
  }
  const save = async (target: Target) => {
    if (target.single?.type === 'file') await saveFile(target.single)
    else if (!target.all && target.entries.length > MAX_ZIP_ITEMS) reportTooLarge()
    else await saveZip(zipSelectionOf(target))
  }
  const action = (run: () => Promise<void>): FileAction => ({
    id: 'download',
    label: text('share.download'),
    icon: Download,
    inBar: true,
    run: () => void run(),
  })
  if (!canDownload) return null
  return {
    /** Everything that the link leads to. */
    all: { isPreparing, run: () => void saveZip({ items: [{ id: itemId }] }) },
    /** "Download", of what is selected. */
    action: (target: Target) => action(() => save(target)),
    /** The button of a file's row. */
    quickAction: (entry: Entry) => (entry.type === 'file' ? action(() => saveFile(entry)) : null),
  }
}
