import { isApiError } from '@holdall/api-client'

/** What a failed upload shows: a line in the tray always, a popup for some, and whether the queue goes on. */
export interface Failure {
  /** Message id of the line in the tray. */
  readonly line: string
  /** Message ids of the popup's title and text; `fromServer` titles it with the server's sentence. */
  readonly popup: { readonly title: string; readonly message?: string } | { readonly fromServer: true } | null
  readonly retry: boolean
  /** The others would fail alike: they wait until somebody resumes them. */
  readonly stopsQueue: boolean
}

const generic: Failure = {
  line: 'uploads.failed',
  popup: { title: 'popup_error.title', message: 'popup_error.message' },
  retry: true,
  stopsQueue: false,
}

const byCode: Readonly<Record<string, Failure>> = {
  'quota-exceeded': {
    line: 'uploads.failed_quota',
    popup: { title: 'popup_exceed_limit.title', message: 'popup_exceed_limit.message' },
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
  unauthenticated: { line: 'uploads.failed_session', popup: { fromServer: true }, retry: true, stopsQueue: true },
  'bad-name': { line: 'uploads.failed_name', popup: null, retry: false, stopsQueue: false },
  'not-found': { line: 'uploads.failed_folder_gone', popup: null, retry: false, stopsQueue: false },
  'disk-full': {
    line: 'uploads.failed_disk',
    popup: { title: 'popup_error.title', message: 'uploads.failed_disk' },
    retry: true,
    stopsQueue: true,
  },
  network: { line: 'uploads.failed_connection', popup: null, retry: true, stopsQueue: false },
  busy: { line: 'uploads.failed_connection', popup: null, retry: true, stopsQueue: false },
  throttled: { line: 'uploads.failed_connection', popup: null, retry: true, stopsQueue: false },
  'checksum-mismatch': { line: 'uploads.failed_connection', popup: null, retry: true, stopsQueue: false },
  'wrong-offset': { line: 'uploads.failed', popup: null, retry: true, stopsQueue: false },
}

/** Chosen by code (SPEC section 8), never by status. */
export function failureOf(error: unknown): Failure {
  return (isApiError(error) ? byCode[error.code] : undefined) ?? generic
}
