import type { UploadItem } from '@holdall/section'
import type { IntlShape } from 'react-intl'
import type { TrayTotals } from './progress.ts'

type Intl = Pick<IntlShape, 'formatMessage'>

/** The state of the queue, with the number of the current file. */
export function headlineOf(intl: Intl, items: readonly UploadItem[], sum: TrayTotals): string {
  if (sum.active && !sum.isReconnecting)
    return intl.formatMessage({ id: 'uploads.uploading' }, { position: sum.position, count: sum.count })
  return announcementOf(intl, items, sum)
}

/** The same for a screen reader: it changes with the state of the queue, not with every file. */
export function announcementOf(intl: Intl, items: readonly UploadItem[], sum: TrayTotals): string {
  if (sum.isReconnecting) return intl.formatMessage({ id: 'uploads.waiting_for_connection' })
  if (sum.active) return intl.formatMessage({ id: 'uploads.announce_uploading' }, { count: sum.count })
  if (sum.failed > 0) return intl.formatMessage({ id: 'uploads.some_failed' }, { count: sum.failed })
  const interrupted = items.filter(({ state }) => state.step === 'interrupted').length
  if (interrupted > 0) return intl.formatMessage({ id: 'uploads.some_interrupted' }, { count: interrupted })
  if (items.some(({ state }) => state.step === 'paused')) return intl.formatMessage({ id: 'uploads.on_hold' })
  return intl.formatMessage({ id: 'uploads.all_done' }, { count: items.length })
}

/** The folder that all of them go to; null where there are several or its name is not known. */
export function targetName(intl: Intl, items: readonly UploadItem[]): string | null {
  const [first] = items
  if (!first || items.some(({ folderId, link }) => folderId !== first.folderId || link?.token !== first.link?.token))
    return null
  return first.folderId === null && !first.link ? intl.formatMessage({ id: 'uploads.home' }) : first.folderName
}
