import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  MAX_LOOKED,
  recordActivityOfEach,
  recordActivityOfMany,
  recordNoActivity,
} from '../../infrastructure/db/recorded-activity.ts'
import { recordShares } from '../../infrastructure/db/recorded-changes.ts'
import type { EndedSharesTable } from '../../infrastructure/db/link-tables.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import { endRemoteUploadsOfLinks } from '../remote-uploads/remote-upload.store.ts'
import { shift } from '../storage/quota.store.ts'
import { abandonUploadsOfLinks, type LinkIds } from '../uploads/upload.store.ts'

/** Ended links that are remembered of each owner; the oldest are deleted first. Tests set a smaller one. */
export const endedLinkLimits = { perOwner: 5000 }

interface End {
  readonly reason: EndedSharesTable['reason']
  readonly now: number
}

/** Which links: by their tokens, or all of these entries. */
export interface LinkSelection {
  readonly by: 'token' | 'entry_id'
  readonly values: readonly string[]
}

/** Ends links that this user owns or made. Returns how many. */
export async function endShares(trx: Trx, userId: string, { by, values }: LinkSelection, end: End): Promise<number> {
  if (values.length === 0) return 0
  const isOwn = (eb: ExpressionBuilder<Database, 'shares'>) =>
    eb.or([eb('owner_id', '=', userId), eb('creator_id', '=', userId)])
  return endLinks(trx, (eb) => eb.and([isOwn(eb), eb(by, 'in', values)]), end)
}

/**
 * Links that allow editing and that this user made: in their own space, and in team folders of others, whose owners are named
 * so that an index finds the links.
 */
export const isEditingLinkOf = (eb: ExpressionBuilder<Database, 'shares'>, userId: string) =>
  eb.and([
    eb('shares.permission', '=', 'editor'),
    eb.or([
      eb.and([eb('shares.owner_id', '=', userId), eb('shares.creator_id', 'is', null)]),
      eb.and([
        eb('shares.creator_id', '=', userId),
        eb(
          'shares.owner_id',
          'in',
          eb
            .selectFrom('team_members')
            .innerJoin('spaces', 'spaces.id', 'team_members.space_id')
            .select('spaces.owner_id')
            .where('team_members.user_id', '=', userId),
        ),
      ]),
    ]),
  ])

/** Ends the links that allow editing and that this user made before a moment. Returns how many. */
export const endEditingLinksOf = (
  trx: Trx,
  userId: string,
  { beforeMs, now }: { readonly beforeMs: number; readonly now: number },
): Promise<number> =>
  endLinks(trx, (eb) => eb.and([isEditingLinkOf(eb, userId), eb('shares.created_at', '<', beforeMs)]), {
    reason: 'revoked',
    now,
  })

/** Ends the links in a team folder that a member made, or with null all members. */
export async function endLinksOfMembers(
  trx: Trx,
  { space, userId, now }: { readonly space: Space; readonly userId: string | null; readonly now: number },
): Promise<void> {
  const isInSpace = (eb: ExpressionBuilder<Database, 'shares'>) =>
    eb.exists(
      eb
        .selectFrom('entries')
        .select('entries.id')
        .whereRef('entries.id', '=', 'shares.entry_id')
        .where('entries.space_id', '=', space.id),
    )
  await endLinks(
    trx,
    (eb) =>
      eb.and([
        eb('owner_id', '=', space.owner_id),
        userId === null ? eb('creator_id', 'is not', null) : eb('creator_id', '=', userId),
        isInSpace(eb),
      ]),
    { reason: 'revoked', now },
  )
}

/**
 * Before entries, with all below them in whatever state, go to another space: ends the links of members who may not make
 * them there.
 */
export const endLinksNotAllowedIn = (trx: Trx, to: Space, entryIds: readonly string[], now: number): Promise<void> =>
  endInBatches(
    trx,
    to,
    entryIds,
    (ids) => sql`
      with recursive below(id) as (
        select id from entries where id in (${ids})
        union
        select e.id from entries e join below on e.parent_id = below.id
      )`,
    now,
  )

/** The same without what is below the entries. */
export const endLinksOfEntriesNotAllowedIn = (
  trx: Trx,
  to: Space,
  entryIds: readonly string[],
  now: number,
): Promise<void> =>
  endInBatches(trx, to, entryIds, (ids) => sql`with below(id) as (select id from entries where id in (${ids}))`, now)

async function endInBatches(
  trx: Trx,
  to: Space,
  entryIds: readonly string[],
  entriesOf: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
  now: number,
): Promise<void> {
  for (const some of batches(entryIds)) await endNotAllowed(trx, to, entriesOf(sql.join(some)), now)
}

async function endNotAllowed(trx: Trx, to: Space, below: RawBuilder<unknown>, now: number): Promise<void> {
  // `cross join`: in this order on SQLite too, by the index of the links of an entry.
  const found = sql<SqlBool>`shares.id in (
    ${below}
    select s.id from below cross join shares s
    where s.entry_id = below.id and s.creator_id is not null and not exists (
      select 1 from team_members m join spaces t on t.id = m.space_id
      where m.space_id = ${to.id} and m.user_id = s.creator_id and m.permission = 'can_edit'
      and t.members_can_share = 1
    )
  )`
  await endLinks(trx, () => found, { reason: 'revoked', now })
}

/**
 * Deletes links, with their grants and the uploads of their visitors. The reason is kept for later visitors. Returns how
 * many. There may be very many: only those are read that are told one by one.
 */
async function endLinks(
  trx: Trx,
  isEnding: (eb: ExpressionBuilder<Database, 'shares'>) => Expression<SqlBool>,
  { reason, now }: End,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('ended_shares')
    .columns(['token', 'reason', 'ended_at', 'owner_id'])
    .expression((eb) =>
      eb
        .selectFrom('shares')
        .select(['token', sql.lit(reason).as('reason'), sql<number>`cast(${now} as bigint)`.as('ended_at'), 'owner_id'])
        .where(isEnding),
    )
    .executeTakeFirst()
  const count = Number(numInsertedOrUpdatedRows ?? 0)
  if (count === 0) return 0
  await recordEnding(trx, count, { reason, now })
  await endUploadsOfLinks(trx, endingAt(trx, now).select('shares.id'), now)
  const owners = await endingAt(trx, now)
    .select(({ fn }) => ['shares.owner_id', fn.countAll<number | string>().as('links')])
    .groupBy('shares.owner_id')
    .execute()
  await trx.deleteFrom('shares').where('id', 'in', endingAt(trx, now).select('shares.id')).execute()
  for (const { owner_id: ownerId, links } of owners) {
    await shift(trx, ownerId, { bytes: 0, items: -Number(links) })
    await deleteEndedBeyond(trx, ownerId, endedLinkLimits.perOwner)
  }
  return count
}

async function deleteEndedBeyond(trx: Trx, ownerId: string, limit: number): Promise<void> {
  const beyond = trx
    .selectFrom('ended_shares')
    .select('token')
    .where('owner_id', '=', ownerId)
    .orderBy('ended_at', 'desc')
    .orderBy('token', 'desc')
    .limit(Number.MAX_SAFE_INTEGER)
    .offset(limit)
  await trx.deleteFrom('ended_shares').where('token', 'in', beyond).execute()
}

/** The links that this transaction ends: no others have a row among the ended ones as well. */
const endingAt = (trx: Trx, now: number) =>
  trx
    .selectFrom('ended_shares')
    .innerJoin('shares', 'shares.token', 'ended_shares.token')
    .where('ended_shares.ended_at', '=', now)

/** Tells the owner, the members of the team folders, and the lists of activities. */
async function recordEnding(trx: Trx, count: number, { reason, now }: End): Promise<void> {
  const entries = endingAt(trx, now).innerJoin('entries', 'entries.id', 'shares.entry_id')
  const spaces = await entries
    .select(({ fn }) => [
      'entries.space_id as id',
      'entries.owner_id',
      fn.count<number | string>('shares.entry_id').distinct().as('entries'),
    ])
    .groupBy(['entries.space_id', 'entries.owner_id'])
    .execute()
  const members = await trx
    .selectFrom('team_members')
    .select(['space_id', 'user_id'])
    .where(
      'space_id',
      'in',
      spaces.map(({ id }) => id),
    )
    .execute()
  const isEach = count <= MAX_LOOKED
  const rows = isEach
    ? await entries
        .select(['entries.id', 'entries.name', 'entries.kind', 'entries.parent_id'])
        .select(['entries.space_id', 'entries.owner_id'])
        .orderBy('shares.id')
        .execute()
    : []
  for (const space of spaces) {
    const own = rows.filter((row) => row.space_id === space.id)
    const seenBy = members.filter((member) => member.space_id === space.id)
    for (const userId of [space.owner_id, ...seenBy.map((member) => member.user_id)]) {
      recordShares(trx, userId, isEach ? own.map(({ id }) => id) : 'all')
    }
    // Nobody has revoked one that makes room for another one.
    if (reason === 'expired') recordNoActivity(trx)
    else if (isEach) recordActivityOfEach(trx, 'link-revoked', own)
    else recordActivityOfMany(trx, 'link-revoked', Number(space.entries), space)
  }
}

/** Ends what visitors of links upload, from their devices and from addresses, where they may not any more. */
export async function endUploadsOfLinks(trx: Trx, shareIds: LinkIds, now: number): Promise<void> {
  await endRemoteUploadsOfLinks(trx, shareIds, now)
  await abandonUploadsOfLinks(trx, shareIds, now)
}
