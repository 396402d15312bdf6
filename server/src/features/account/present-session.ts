import type { UserSession } from '@holdall/api'
import type { Selectable } from 'kysely'
import type { SessionsTable } from '../../infrastructure/db/schema.ts'
import { describeDevice } from './describe-device.ts'

/** `currentId`: the id of the session of the call; `place`: that of its address. */
export const presentSession = (
  row: Selectable<SessionsTable>,
  currentId: string,
  place: string | null,
): UserSession => ({
  id: row.public_id,
  type: 'session',
  attributes: {
    ...describeDevice(row.user_agent),
    address: row.address,
    place,
    created_at: new Date(row.created_at).toISOString(),
    seen_at: new Date(row.seen_at).toISOString(),
    current: row.id === currentId,
  },
})
