import type { AccountDeletion, DataExport, UnfinishedUpload } from '@holdall/api'

// Tests in the browser use these too: nothing of Jest is imported here.
const id = '01890a5d-ac96-774b-bcce-b302099a8057'

/** The copy of the data of an account; by default there is none. */
export const makeDataExport = (attributes: Partial<DataExport['attributes']> = {}): DataExport => ({
  id,
  type: 'data-export',
  attributes: {
    status: 'none',
    reason: null,
    progress: null,
    filesize: null,
    url: null,
    missing: null,
    created_at: null,
    finished_at: null,
    expires_at: null,
    ...attributes,
  },
})

/** What the deletion of an account needs; by default nothing but its address. */
export const makeAccountDeletion = (attributes: Partial<AccountDeletion['attributes']> = {}): AccountDeletion => ({
  id,
  type: 'account-deletion',
  attributes: {
    grace_days: 14,
    requested_at: null,
    deletes_at: null,
    last_administrator: false,
    team_folders: [],
    ...attributes,
  },
})

/** One of the files that are being uploaded into the files of the account. */
export const makeUnfinishedUpload = (
  uploadId: string,
  attributes: Partial<UnfinishedUpload['attributes']> = {},
): UnfinishedUpload => ({
  id: uploadId,
  type: 'unfinished-upload',
  attributes: {
    name: 'video.mp4',
    path: '',
    filesize: 2_000_000_000,
    received: 500_000_000,
    reserved: 2_000_000_000,
    uploader: { kind: 'self', name: null },
    folder: { name: null },
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    expires_at: '2026-03-02T10:00:00.000Z',
    ...attributes,
  },
})

/** A page of them. */
export const unfinishedUploads = (data: readonly UnfinishedUpload[], currentPage = 1, lastPage = 1) => ({
  data: [...data],
  meta: { paginate: { currentPage, lastPage, perPage: 20, from: 1, to: data.length, total: data.length } },
})
