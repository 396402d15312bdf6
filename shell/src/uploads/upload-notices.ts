import type { ClientConfig } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import {
  isolate,
  type OverlayApi,
  type SessionApi,
  type ToastsApi,
  type UploadItem,
  type UploadOptions,
} from '@holdall/section'
import type { RefusedSource } from './admission.ts'
import type { Failure } from './upload-failure.ts'

export interface NoticeDeps {
  readonly config: Pick<ClientConfig, 'uploadLimitFormatted' | 'subscriptionType'>
  readonly session: SessionApi
  readonly overlay: Pick<OverlayApi, 'alert'>
  readonly toasts: ToastsApi
  readonly events: EventBus
  /** A message of the shell in the reader's language. */
  readonly text: (id: string, values?: Record<string, string | number>) => string
}

/** Names in the toast about empty files; more are counted. */
const MAX_NAMES = 3

/** The popups and toasts of the specification for what is refused, what fails, and a session that ends. */
export function createUploadNotices({ config, session, overlay, toasts, events, text }: NoticeDeps) {
  const size = config.uploadLimitFormatted
  /** The session ended by itself while uploads were on their way, and no popup has explained it. */
  let isEndUnexplained = false

  // Emitted after the session has changed and before the transfer has ended.
  events.on(
    'session.ended',
    ({ reason }) => {
      if (reason === 'signed-out') isEndUnexplained = false
    },
    new AbortController().signal,
  )

  return {
    /**
     * Whether the account may not upload; shows the popup that says why. A full storage does not matter where that of
     * somebody else is used.
     */
    alertIfForbidden({ isOthers = false }: Pick<UploadOptions, 'isOthers'>): boolean {
      const current = session.get()
      if (current.state !== 'signed-in' || current.user.meta.restrictions.canUpload) return false
      const { cause, reason } = current.user.meta.restrictions
      if (isOthers && cause === 'storage') return false
      const id = config.subscriptionType === 'none' ? 'popup_exceed_limit' : 'popup_upload_disabled'
      overlay.alert({ title: text(`${id}.title`), message: reason ?? text(`${id}.message`) })
      return true
    },
    showRefused(refused: readonly RefusedSource[]): void {
      const reasons = new Set(refused.map(({ reason }) => reason))
      const empty = refused.flatMap(({ source, reason }) => (reason === 'empty' ? source.file.name : []))
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
    showFailed({ name }: UploadItem, { popup }: Failure, error: unknown): void {
      if (!popup) return
      if ('fromServer' in popup) overlay.alert({ title: isApiError(error) ? error.message : text('popup_error.title') })
      else
        overlay.alert({
          title: text(popup.title),
          ...(popup.message ? { message: text(popup.message, { size, name: isolate(name) }) } : {}),
          ...(popup.isExplainedByServer && isApiError(error) ? { message: error.message } : {}),
        })
      // The page did not know yet; the bar says it from now on.
      if (popup && 'isExplainedByServer' in popup) session.refresh().catch(() => undefined)
    },
    showOtherFiles(count: number): void {
      toasts.show({ type: 'danger', message: text('uploads.other_files', { count }) })
    },
    /** The account whose uploads were shown has signed out. */
    accountLeft(hadActiveUploads: boolean): void {
      isEndUnexplained = hadActiveUploads
    },
    /**
     * Explains once why the queue waits for the next session. Called after the transfer: where its own request was
     * refused, the popup has the message of the server.
     */
    transferEnded(stoppedBy: unknown): void {
      if (isEndUnexplained)
        overlay.alert(
          isApiError(stoppedBy, 'unauthenticated')
            ? { title: stoppedBy.message }
            : { title: text('uploads.session_ended.title'), message: text('uploads.session_ended.message') },
        )
      isEndUnexplained = false
    },
  }
}
