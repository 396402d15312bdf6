import type { Passkey } from '@holdall/api'
import type { PasskeyRow } from './passkey.store.ts'

/** Neither the id of the credential nor its key is presented. */
export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  type: 'passkey',
  attributes: {
    name: row.name,
    synced: row.is_backed_up === 1,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  },
})
