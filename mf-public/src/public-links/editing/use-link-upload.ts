import type { Picked } from '@holdall/file-browser'
import { useHost } from '@holdall/section'
import { useEffect, useMemo } from 'react'
import { useIntl } from 'react-intl'

/** Uploads into a shared folder. A taken name becomes “name (2)”: nothing of the owner's is replaced. */
export function useLinkUpload(token: string) {
  const { uploads, toasts } = useHost()
  const intl = useIntl()
  const link = useMemo(() => ({ token }), [token])
  useEffect(() => {
    // Lists what was interrupted by a reload of this page.
    uploads.add([], null, { link })
  }, [uploads, link])
  return ({ sources, emptyFolders, unreadable }: Picked, folderId: string | null, folderName: string) => {
    if (unreadable > 0) {
      const message = intl.formatMessage({ id: 'link.upload.unreadable' }, { count: unreadable })
      toasts.show({ type: 'danger', message })
    }
    if (sources.length + emptyFolders.length > 0) uploads.add(sources, folderId, { link, folderName, emptyFolders })
  }
}
