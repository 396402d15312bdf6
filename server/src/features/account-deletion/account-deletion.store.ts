import { sql } from 'kysely'
import { TeamFolderChoices, type TeamFolderChoice } from '@holdall/api'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { quotaColumns } from '../storage/quota.store.ts'

/** Members of a team folder among whom its owner chooses. */
const MAX_HEIRS = 20

export const findAccount = (on: Db | Trx, userId: string) =>
  on
    .selectFrom('users')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.role', 'users.deletes_at', 'users.deleted_at'])
    .select(['account_deletions.requested_at', 'account_deletions.team_folders'])
    .select('account_deletions.email as requested_email')
    .where('users.id', '=', userId)
    .executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export const choicesOf = ({ team_folders }: Pick<Account, 'team_folders'>): readonly TeamFolderChoice[] =>
  team_folders === null ? [] : TeamFolderChoices.parse(JSON.parse(team_folders))

/** The team folders of an owner: at most `MAX_TEAM_FOLDERS`. */
export const ownTeamFolders = (on: Db | Trx, ownerId: string) =>
  on
    .selectFrom('spaces')
    .innerJoin('entries', 'entries.id', 'spaces.root_id')
    .select(['spaces.id', 'spaces.root_id', 'entries.name'])
    .where('spaces.owner_id', '=', ownerId)
    .where('spaces.kind', '=', 'team')
    .orderBy('entries.name_key')
    .orderBy('spaces.id')
    .execute()

/** Members whose accounts stay; with `max`, of each team folder those who joined first. Who may edit comes first. */
export async function heirsOf(on: Db | Trx, spaceIds: readonly string[], max = MAX_HEIRS) {
  if (spaceIds.length === 0) return []
  const members = on
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['team_members.space_id', 'team_members.user_id', 'team_members.permission', 'users.name', 'users.email'])
    .select(quotaColumns)
    .select(
      sql<number>`row_number() over (
        partition by space_id order by case permission when 'can_edit' then 0 else 1 end, team_members.created_at, users.id
      )`.as('place'),
    )
    .where('team_members.space_id', 'in', spaceIds)
    .where('users.deleted_at', 'is', null)
    .where('users.deletes_at', 'is', null)
  return on.selectFrom(members.as('m')).selectAll().where('place', '<=', max).orderBy('place').execute()
}

/** Returns false where the deletion was requested before. */
export async function putDeletion(
  trx: Trx,
  user: Pick<Account, 'id' | 'email'>,
  { choices, deletesAt, nowMs }: { choices: readonly TeamFolderChoice[]; deletesAt: number; nowMs: number },
): Promise<boolean> {
  recordUser(trx, user.id)
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ deletes_at: deletesAt, updated_at: nowMs })
    .where('id', '=', user.id)
    .where('deletes_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await trx
    .insertInto('account_deletions')
    .values({ user_id: user.id, email: user.email, team_folders: JSON.stringify(choices), requested_at: nowMs })
    .execute()
  return true
}

/** Returns whether it had been requested. */
export async function removeDeletion(trx: Trx, userId: string, nowMs: number): Promise<boolean> {
  recordUser(trx, userId)
  const { numDeletedRows } = await trx
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await trx.updateTable('users').set({ deletes_at: null, updated_at: nowMs }).where('id', '=', userId).execute()
  return numDeletedRows > 0n
}

export interface DueAccount {
  readonly id: string
  readonly deletes_at: number | null
}

/** Accounts whose grace period is over, and those of which something is left, in their order. */
export const dueAccounts = (
  db: Db,
  nowMs: number,
  { after, limit }: { readonly after: DueAccount | undefined; readonly limit: number },
): Promise<DueAccount[]> =>
  db
    .selectFrom('users')
    .select(['id', 'deletes_at'])
    .where('deletes_at', 'is not', null)
    .where('deletes_at', '<=', nowMs)
    .$if(after !== undefined, (q) =>
      q.where((eb) => eb(eb.refTuple('deletes_at', 'id'), '>', eb.tuple(after?.deletes_at ?? 0, after?.id ?? ''))),
    )
    .orderBy('deletes_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Nobody is signed in to it from now on, and its address may be used again. */
export async function markDeleted(trx: Trx, userId: string, nowMs: number): Promise<void> {
  recordUser(trx, userId)
  await trx
    .updateTable('users')
    .set({ deleted_at: nowMs, email: `deleted:${userId}` })
    .where('id', '=', userId)
    .execute()
}
