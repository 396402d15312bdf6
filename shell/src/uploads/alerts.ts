import { isApiError } from '@holdall/api-client'
import { isolate, type UploadItem } from '@holdall/section'
import type { Refused } from './admission.ts'
import type { UploadsDeps } from './create-uploads.ts'
import type { Failure } from './failure.ts'

/** Names in the toast about empty files; more are counted. */
const MAX_NAMES = 3

/** The popups and toasts of the specification for what is refused and what fails. */
export function createUploadAlerts({ config, session, overlay, toasts, text }: UploadsDeps) {
  const size = config.uploadLimitFormatted
  return {
    /** Whether the account may not upload; says so. */
    refusesAll(): boolean {
      const current = session.get()
      if (current.state !== 'signed-in' || current.user.meta.restrictions.canUpload) return false
      const id = config.subscriptionType === 'none' ? 'popup_exceed_limit' : 'popup_upload_disabled'
      overlay.alert({
        title: text(`${id}.title`),
        message: current.user.meta.restrictions.reason ?? text(`${id}.message`),
      })
      return true
    },
    tellRefused({ empty, reasons }: Refused): void {
      if (empty.length > 0) {
        const shown = empty.slice(0, MAX_NAMES).map(isolate).join(', ')
        const rest = empty.length - MAX_NAMES
        const names = rest > 0 ? text('uploads.empty_files_more', { names: shown, count: rest }) : shown
        toasts.show({ type: 'danger', message: text('uploads.empty_files', { count: empty.length, names }) })
      }
      if (reasons.has('blocked-type'))
        overlay.alert({
          title: text('popup_mimetypes_blacklist.title'),
          message: text('popup_mimetypes_blacklist.message'),
        })
      if (reasons.has('too-large'))
        overlay.alert({
          title: text('popup_upload_limit.title', { size }),
          message: text('popup_upload_limit.message', { size }),
        })
    },
    tellFailed({ name }: UploadItem, { popup }: Failure, error: unknown): void {
      if (!popup) return
      if ('fromServer' in popup) overlay.alert({ title: isApiError(error) ? error.message : text('popup_error.title') })
      else
        overlay.alert({
          title: text(popup.title),
          ...(popup.message ? { message: text(popup.message, { size, name: isolate(name) }) } : {}),
        })
    },
    tellOtherFiles(count: number): void {
      toasts.show({ type: 'danger', message: text('uploads.other_files', { count }) })
    },
  }
}
