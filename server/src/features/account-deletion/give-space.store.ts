import type { SharePermission } from '@holdall/api'
import { type ExpressionBuilder, sql } from 'kysely'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordAllFiles, recordTeams, recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../entries/space.store.ts'
import { shift } from '../storage/quota.store.ts'
import { deleteFavouritesIn } from '../teams/team.store.ts'

/** A team folder that another account gets. */
export interface Gift {
  readonly space: Space
  readonly to: string
}

/** From now on others change nothing in the space, until `endGiving`. */
export async function beginGiving(trx: Trx, { space, to }: Gift): Promise<void> {
  recordNoActivity(trx)
  recordTeams(trx, [space.owner_id])
  await trx.updateTable('spaces').set({ next_owner_id: to }).where('id', '=', space.id).execute()
}

/** Gives rows of one table to the next owner, at most `limit`. Returns how many. */
type GivePart = (trx: Trx, gift: Gift, limit: number) => Promise<number>

/**
 * Gives some of what belongs to the space to its next owner, with the bytes and items that it takes of the quota, which
 * that account may exceed: at most `limit` rows. Returns how many.
 */
export async function giveSlice(trx: Trx, gift: Gift, limit: number): Promise<number> {
  recordNoActivity(trx)
  for (const userId of [gift.space.owner_id, gift.to]) recordUser(trx, userId)
  let given = 0
  for (const givePart of [giveEntries, giveLinks, giveRequests, giveActivities]) {
    if (given < limit) given += await givePart(trx, gift, limit - given)
  }
  return given
}

/** The space has its next owner, who is a member of it no more. Nothing may be left for `giveSlice`. */
export async function endGiving(trx: Trx, { space: { id, owner_id: from }, to }: Gift): Promise<void> {
  for (const userId of [from, to]) recordAllFiles(trx, userId)
  recordTeams(trx, [from, to])
  await trx.updateTable('spaces').set({ owner_id: to, next_owner_id: null }).where('id', '=', id).execute()
  await trx
    .updateTable('team_invitations')
    .set({ inviter_id: to })
    .where('space_id', '=', id)
    .where('inviter_id', '=', from)
    .execute()
  await deleteFavouritesIn(trx, id, from)
  await trx.deleteFrom('team_members').where('space_id', '=', id).where('user_id', '=', to).execute()
}

async function shiftToNext(trx: Trx, { space, to }: Gift, bytes: number, items: number): Promise<void> {
  await shift(trx, space.owner_id, { bytes: -bytes, items: -items })
  await shift(trx, to, { bytes, items })
}

const giveEntries: GivePart = async (trx, gift, limit) => {
  const rows = await trx
    .selectFrom('entries')
    .select(['id', 'kind', 'size'])
    .where('owner_id', '=', gift.space.owner_id)
    .where('space_id', '=', gift.space.id)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await trx.updateTable('entries').set({ owner_id: gift.to }).where('id', 'in', ids).execute()
  const versions = await trx
    .selectFrom('file_versions')
    .select(({ fn }) => [
      fn.sum<number | string | null>('size').as('bytes'),
      fn.countAll<number | string>().as('items'),
    ])
    .where('entry_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const bytes = rows.reduce((sum, { size }) => sum + size, Number(versions.bytes ?? 0))
  // Roots are no items.
  const items = rows.filter(({ kind }) => kind !== 'root').length + Number(versions.items)
  await shiftToNext(trx, gift, bytes, items)
  return rows.length
}

/** A link of the former owner who could edit by it can only view: its address is known to an account that has no rights left. */
const giveLinks: GivePart = async (trx, gift, limit) => {
  const some = trx
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .select('shares.id')
    .where('shares.owner_id', '=', gift.space.owner_id)
    .where('entries.space_id', '=', gift.space.id)
    .limit(limit)
  const ofFormerOwner = (eb: ExpressionBuilder<Database, 'shares'>) =>
    eb('creator_id', 'is', null).and('permission', '=', 'editor')
  const { numUpdatedRows } = await trx
    .updateTable('shares')
    // A link of the owner has no creator.
    .set((eb) => ({
      owner_id: gift.to,
      creator_id: sql<string | null>`nullif(creator_id, ${gift.to})`,
      permission: eb.case().when(ofFormerOwner(eb)).then<SharePermission>('visitor').else(eb.ref('permission')).end(),
      grant_version: eb
        .case()
        .when(ofFormerOwner(eb))
        .then(eb('grant_version', '+', 1))
        .else(eb.ref('grant_version'))
        .end(),
    }))
    .where('id', 'in', some)
    .executeTakeFirst()
  const links = Number(numUpdatedRows)
  await shiftToNext(trx, gift, 0, links)
  return links
}

const giveRequests: GivePart = async (trx, { space, to }, limit) => {
  const some = trx
    .selectFrom('upload_requests')
    .innerJoin('entries', 'entries.id', 'upload_requests.parent_id')
    .select('upload_requests.id')
    .where('upload_requests.owner_id', '=', space.owner_id)
    .where('entries.space_id', '=', space.id)
    .limit(limit)
  const { numUpdatedRows } = await trx
    .updateTable('upload_requests')
    .set({ owner_id: to })
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const giveActivities: GivePart = async (trx, { space, to }, limit) => {
  const some = trx
    .selectFrom('activities')
    .select('id')
    .where('owner_id', '=', space.owner_id)
    .where('space_id', '=', space.id)
    .limit(limit)
  const { numUpdatedRows } = await trx
    .updateTable('activities')
    .set({ owner_id: to })
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
