import { MAX_SHOWN_INVITATIONS } from '@holdall/api'
import type { Insertable, Selectable } from 'kysely'
import { recordActivityOf } from '../../infrastructure/db/recorded-activity.ts'
import type { TeamInvitationsTable } from '../../infrastructure/db/team-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type InvitationRow = Selectable<TeamInvitationsTable>

export const findInvitation = (db: Db, id: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('team_invitations').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of a team folder that were not answered, expired ones among them. */
export const pendingInvitations = (db: Db, spaceIds: readonly string[]): Promise<InvitationRow[]> =>
  spaceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('team_invitations')
        .selectAll()
        .where('space_id', 'in', spaceIds)
        .where('status', '=', 'pending')
        .orderBy('created_at')
        .orderBy('id')
        .execute()

export interface InvitationOfAddress extends InvitationRow {
  /** The name of whoever invites. */
  readonly sender: string
  /** The name of the team folder. */
  readonly name: string
}

/** Those of an address that can be answered now, the oldest first. */
export const invitationsOfAddress = (db: Db, email: string, now: number): Promise<InvitationOfAddress[]> =>
  db
    .selectFrom('team_invitations')
    .innerJoin('users', 'users.id', 'team_invitations.inviter_id')
    .innerJoin('spaces', 'spaces.id', 'team_invitations.space_id')
    .innerJoin('entries', 'entries.id', 'spaces.root_id')
    .selectAll('team_invitations')
    .select(['users.name as sender', 'entries.name'])
    .where('team_invitations.email', '=', email)
    .where('team_invitations.status', '=', 'pending')
    .where('team_invitations.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .orderBy('team_invitations.created_at')
    .orderBy('team_invitations.id')
    .limit(MAX_SHOWN_INVITATIONS)
    .execute()

export async function insertInvitation(trx: Trx, row: Insertable<TeamInvitationsTable>): Promise<void> {
  await trx.insertInto('team_invitations').values(row).execute()
  const { space_id: rootOf, email, permission } = row
  if (rootOf) recordActivityOf(trx, 'member-invited', { rootOf }, { isForOwner: true, details: { email, permission } })
}

export async function updateInvitation(
  trx: Trx,
  id: string,
  change: Partial<Pick<InvitationRow, 'permission' | 'status' | 'expires_at'>> & { readonly updated_at: number },
): Promise<void> {
  await trx.updateTable('team_invitations').set(change).where('id', '=', id).execute()
}

/** Deletes what was answered, withdrawn or expired before. */
export async function deleteOldInvitations(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('team_invitations')
    .where('updated_at', '<', before)
    .where((eb) => eb.or([eb('status', '!=', 'pending'), eb('expires_at', '<', before)]))
    .execute()
}

/** The addresses of all who are members of the team folders of an owner, or invited to them, each once. */
export async function addressesOf(db: Db, ownerId: string, now: number): Promise<string[]> {
  const members = db
    .selectFrom('spaces')
    .innerJoin('team_members', 'team_members.space_id', 'spaces.id')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select('users.email')
    .where('spaces.owner_id', '=', ownerId)
  const invited = db
    .selectFrom('spaces')
    .innerJoin('team_invitations', 'team_invitations.space_id', 'spaces.id')
    .select('team_invitations.email')
    .where('spaces.owner_id', '=', ownerId)
    .where('team_invitations.status', '=', 'pending')
    .where('team_invitations.expires_at', '>', now)
  const rows = await members.union(invited).execute()
  return rows.map((row) => row.email).toSorted()
}
