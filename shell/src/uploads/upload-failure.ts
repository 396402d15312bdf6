import { isApiError } from '@holdall/api-client'
import type { LinkTarget } from '@holdall/section'
import type { RefusalReason } from './admission.ts'
import { isRefusedByProxy } from './part-size.ts'

/** What a failed upload shows: always a line in the tray, for some a popup. Also whether the queue continues. */
export interface Failure {
  /** Message id of the line in the tray. */
  readonly line: string
  /** The server's explanation, which is shown in place of the line. */
  readonly explanation?: string
  /**
   * Message ids of the popup's title and text; `fromServer` uses the server's message as the title, and
   * `isExplainedByServer` as the text.
   */
  readonly popup:
    | { readonly title: string; readonly message?: string; readonly isExplainedByServer?: true }
    | { readonly fromServer: true }
    | null
  readonly retry: boolean
  /** The other uploads would fail for the same reason: they are paused. */
  readonly stopsQueue: boolean
}

const genericPopup = { title: 'popup_error.title', message: 'popup_error.message' }
const generic: Failure = { line: 'uploads.failed', popup: genericPopup, retry: true, stopsQueue: false }

const byCode: Readonly<Record<string, Failure>> = {
  'quota-exceeded': {
    line: 'uploads.failed_quota',
    // In a team folder the storage is that of its owner.
    popup: { title: 'popup_exceed_limit.title', isExplainedByServer: true },
    retry: true,
    stopsQueue: true,
  },
  'owner-restricted': {
    line: 'uploads.failed_unavailable',
    popup: { title: 'popup_upload_disabled.title', isExplainedByServer: true },
    retry: true,
    stopsQueue: true,
  },
  'demo-read-only': { line: 'uploads.failed', popup: { fromServer: true }, retry: false, stopsQueue: true },
  'upload-restricted': {
    line: 'popup_upload_disabled.title',
    popup: { title: 'popup_upload_disabled.title', isExplainedByServer: true },
    retry: true,
    stopsQueue: true,
  },
  'create-folder-restricted': {
    line: 'popup_create_folder_disabled.title',
    popup: { title: 'popup_create_folder_disabled.title', isExplainedByServer: true },
    retry: true,
    stopsQueue: true,
  },
  'blocked-type': {
    line: 'uploads.failed_type',
    popup: { title: 'popup_mimetypes_blacklist.title', message: 'popup_mimetypes_blacklist.message' },
    retry: false,
    stopsQueue: true,
  },
  'too-large': {
    line: 'uploads.failed_size',
    popup: { title: 'popup_paylod_error.title', message: 'popup_paylod_error.message' },
    retry: false,
    stopsQueue: true,
  },
  unauthenticated: { line: 'uploads.failed', popup: { fromServer: true }, retry: true, stopsQueue: true },
  'bad-name': { line: 'uploads.failed_name', popup: genericPopup, retry: false, stopsQueue: false },
  'too-deep': { line: 'uploads.failed_depth', popup: genericPopup, retry: false, stopsQueue: false },
  'not-found': { line: 'uploads.failed_folder_gone', popup: null, retry: false, stopsQueue: false },
  'upload-ended': { line: 'uploads.failed_ended', popup: null, retry: false, stopsQueue: false },
  'disk-full': {
    line: 'uploads.failed_disk',
    popup: { title: 'popup_error.title', message: 'uploads.failed_disk' },
    retry: true,
    stopsQueue: true,
  },
  busy: { line: 'uploads.failed_busy', popup: null, retry: true, stopsQueue: false },
  throttled: { line: 'uploads.failed_busy', popup: null, retry: true, stopsQueue: false },
  'checksum-mismatch': { line: 'uploads.failed_damaged', popup: null, retry: true, stopsQueue: false },
  'empty-file': { line: 'uploads.failed_empty', popup: null, retry: false, stopsQueue: false },
  'wrong-offset': { line: 'uploads.failed', popup: null, retry: true, stopsQueue: false },
}

/** By a link: why its visitor cannot upload any more, and whose storage is full. */
const byCodeOfLink: Readonly<Record<string, Failure>> = {
  'share-revoked': { line: 'uploads.failed_link_revoked', popup: null, retry: false, stopsQueue: true },
  'share-expired': { line: 'uploads.failed_link_expired', popup: null, retry: false, stopsQueue: true },
  'share-used-up': { line: 'uploads.failed_link_expired', popup: null, retry: false, stopsQueue: true },
  'share-locked': { line: 'uploads.failed_link_locked', popup: null, retry: true, stopsQueue: true },
  'upload-request-closed': { line: 'uploads.failed_link_closed', popup: null, retry: false, stopsQueue: true },
  'upload-request-expired': { line: 'uploads.failed_link_closed', popup: null, retry: false, stopsQueue: true },
  'not-found': { line: 'uploads.failed_link_closed', popup: null, retry: false, stopsQueue: false },
  'quota-exceeded': {
    line: 'uploads.failed_link_quota',
    popup: { title: 'popup_exceed_limit.title', message: 'uploads.failed_link_quota' },
    retry: true,
    stopsQueue: true,
  },
  'owner-restricted': { line: 'uploads.failed_unavailable', popup: null, retry: true, stopsQueue: true },
}

/** The lines of files that were refused before they were queued. */
export const refusalLines: Readonly<Record<RefusalReason, string>> = {
  empty: 'uploads.failed_empty',
  'blocked-type': 'uploads.failed_type',
  'too-large': 'uploads.failed_size',
}

/** Not even the smallest parts get through. */
const refusedByProxy: Failure = {
  line: 'uploads.failed_proxy',
  popup: { title: 'popup_error.title', message: 'uploads.failed_proxy' },
  retry: true,
  stopsQueue: true,
}

/** The file itself was changed, moved or removed since it was chosen. */
const unreadable: Failure = { line: 'uploads.failed_changed', popup: null, retry: false, stopsQueue: false }
const UNREADABLE_ERRORS = ['NotReadableError', 'NotFoundError', 'InvalidStateError']

/** Chosen by code (SPEC section 8), never by status. */
export function failureOf(error: unknown, link?: LinkTarget): Failure {
  if (isApiError(error)) {
    if (isRefusedByProxy(error)) return refusedByProxy
    const failure = (link && byCodeOfLink[error.code]) ?? byCode[error.code] ?? generic
    const [explanation] = error.code === 'bad-name' ? (error.fields['name'] ?? []) : []
    return explanation === undefined ? failure : { ...failure, explanation }
  }
  return error instanceof DOMException && UNREADABLE_ERRORS.includes(error.name) ? unreadable : generic
}
