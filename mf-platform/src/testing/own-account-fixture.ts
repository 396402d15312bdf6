import type { AccountDeletion, DataExport } from '@holdall/api'

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
