import type { Db } from '../db/transact.ts'
import type { MemberTransfers } from './member-transfers.ts'

const MEMBERSHIPS_PER_QUERY = 200

/** Ends the transfers of those who are members no longer. */
export async function endFormerMemberships(db: Db, transfers: MemberTransfers): Promise<void> {
  const { memberships } = transfers
  for (let at = 0; at < memberships.length; at += MEMBERSHIPS_PER_QUERY) {
    const some = memberships.slice(at, at + MEMBERSHIPS_PER_QUERY)
    const rows = await db
      .selectFrom('team_members')
      .select(['user_id', 'space_id'])
      .where(
        'user_id',
        'in',
        some.map(({ userId }) => userId),
      )
      .where(
        'space_id',
        'in',
        some.map(({ spaceId }) => spaceId),
      )
      .execute()
    const current = new Set(rows.map((row) => `${row.user_id} ${row.space_id}`))
    for (const membership of some) {
      if (!current.has(`${membership.userId} ${membership.spaceId}`)) transfers.endAll(membership)
    }
  }
}
