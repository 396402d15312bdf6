import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** The order of the contents of one owner: the lowest first. */
export const thumbnailRanks = {
  own: 0,
  /** Uploaded by visitors of the owner's links. */
  links: 1,
  /** The first attempt timed out. */
  again: 2,
  /** Stored before, by an earlier version or while rendering failed: after those of all owners. */
  earlier: 3,
} as const

/** Time that the second attempts of one owner take in an hour; the last one that begins within it is finished. */
export const SECOND_ATTEMPTS_PER_HOUR_MS = 60 * second
/** After this, a content whose process has ended is rendered by another one. */
const LEASE_MS = 5 * minute

export interface QueuedContent {
  readonly blob_id: string
  readonly owner_id: string
  readonly rank: number
  readonly leased_until: number
}

interface NewQueuedContent {
  readonly blobId: string
  readonly ownerId: string
  readonly rank: number
}

export async function queueContents(trx: Trx, contents: readonly NewQueuedContent[], nowMs: number): Promise<void> {
  if (contents.length === 0) return
  const owners = [...new Set(contents.map(({ ownerId }) => ownerId))]
  await trx
    .insertInto('thumbnail_turns')
    .values(owners.map((id) => ({ owner_id: id })))
    .onConflict((c) => c.doNothing())
    .execute()
  await trx
    .insertInto('thumbnail_queue')
    .values(
      contents.map(({ blobId, ownerId, rank }) => ({ blob_id: blobId, owner_id: ownerId, rank, queued_at: nowMs })),
    )
    .onConflict((c) => c.doNothing())
    .execute()
}

type OfTurns = ExpressionBuilder<Database, 'thumbnail_turns'>

const hasQueued = (eb: OfTurns, nowMs: number, from: number, to: number): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('thumbnail_queue')
      .select('blob_id')
      .whereRef('thumbnail_queue.owner_id', '=', 'thumbnail_turns.owner_id')
      .where('rank', '>=', from)
      .where('rank', '<=', to)
      .where('leased_until', '<=', nowMs),
  )

const hasTimeLeft = (eb: OfTurns, nowMs: number): Expression<SqlBool> =>
  eb.or([eb('hour_from', '<=', nowMs - hour), eb('spent_ms', '<', SECOND_ATTEMPTS_PER_HOUR_MS)])

/** The owner whose turn it is, and whether second attempts of this owner may run. */
function nextOwner(db: Db, nowMs: number, isEarlier: boolean) {
  const { own, links, again, earlier } = thumbnailRanks
  return db
    .selectFrom('thumbnail_turns')
    .select(['owner_id', 'hour_from', 'spent_ms'])
    .where((eb) =>
      isEarlier
        ? hasQueued(eb, nowMs, earlier, earlier)
        : eb.or([
            hasQueued(eb, nowMs, own, links),
            eb.and([hasTimeLeft(eb, nowMs), hasQueued(eb, nowMs, again, again)]),
          ]),
    )
    .orderBy('turn')
    .orderBy('owner_id')
    .limit(1)
    .executeTakeFirst()
}

/** The content to be rendered next: its owner is the one whose last turn was the longest ago. */
export async function nextContent(db: Db, nowMs: number): Promise<QueuedContent | undefined> {
  for (const isEarlier of [false, true]) {
    const owner = await nextOwner(db, nowMs, isEarlier)
    if (!owner) continue
    const { links, again, earlier } = thumbnailRanks
    const hasTime = owner.hour_from <= nowMs - hour || owner.spent_ms < SECOND_ATTEMPTS_PER_HOUR_MS
    const to = isEarlier ? earlier : hasTime ? again : links
    return db
      .selectFrom('thumbnail_queue')
      .select(['blob_id', 'owner_id', 'rank', 'leased_until'])
      .where('owner_id', '=', owner.owner_id)
      .where('rank', '<=', to)
      .$if(isEarlier, (q) => q.where('rank', '=', earlier))
      .where('leased_until', '<=', nowMs)
      .orderBy('rank')
      .orderBy('queued_at')
      .orderBy('blob_id')
      .limit(1)
      .executeTakeFirst()
  }
  return undefined
}

/** Reserves a content for this process, and ends the turn of its owner; false where another process was first. */
export async function leaseContent(trx: Trx, { blob_id, owner_id, leased_until }: QueuedContent, nowMs: number) {
  const { numUpdatedRows } = await trx
    .updateTable('thumbnail_queue')
    .set({ leased_until: nowMs + LEASE_MS })
    .where('blob_id', '=', blob_id)
    .where('leased_until', '=', leased_until)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('thumbnail_turns')
    .set((eb) => ({
      turn: eb
        .selectFrom('thumbnail_turns as all')
        .select(sql<number>`${sql.ref('all.turn')} + 1`.as('next'))
        .orderBy('all.turn', 'desc')
        .limit(1),
    }))
    .where('owner_id', '=', owner_id)
    .execute()
  return true
}

export async function unqueueContent(trx: Trx, blobId: string): Promise<void> {
  await trx.deleteFrom('thumbnail_queue').where('blob_id', '=', blobId).execute()
}

/** Where the process stops: the next one renders it at once. */
export async function releaseContent(trx: Trx, blobId: string): Promise<void> {
  await trx.updateTable('thumbnail_queue').set({ leased_until: 0 }).where('blob_id', '=', blobId).execute()
}

/** Schedules a second attempt, behind the others of its owner. */
export async function queueAgain(trx: Trx, blobId: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('thumbnail_queue')
    .set({ rank: thumbnailRanks.again, queued_at: nowMs, leased_until: 0 })
    .where('blob_id', '=', blobId)
    .execute()
}

/** Counts the time of a second attempt. */
export async function spendTime(trx: Trx, ownerId: string, spentMs: number, nowMs: number): Promise<void> {
  await trx
    .updateTable('thumbnail_turns')
    .set({ hour_from: nowMs, spent_ms: 0 })
    .where('owner_id', '=', ownerId)
    .where('hour_from', '<=', nowMs - hour)
    .execute()
  await trx
    .updateTable('thumbnail_turns')
    .set((eb) => ({ spent_ms: eb('spent_ms', '+', spentMs) }))
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Deletes the turns of owners who have nothing queued, and have spent nothing in this hour. */
export async function deleteIdleTurns(trx: Trx, nowMs: number): Promise<void> {
  await trx
    .deleteFrom('thumbnail_turns')
    .where('hour_from', '<=', nowMs - hour)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('thumbnail_queue')
            .select('blob_id')
            .whereRef('thumbnail_queue.owner_id', '=', 'thumbnail_turns.owner_id'),
        ),
      ),
    )
    .execute()
}

const MAX_SLOW_CONTENTS = 10_000

/** Notes a content that no file is rendered of again. The oldest beyond the limit are deleted. */
export async function insertSlowContent(
  trx: Trx,
  sha256: string,
  nowMs: number,
  max = MAX_SLOW_CONTENTS,
): Promise<void> {
  await trx
    .insertInto('slow_contents')
    .values({ sha256, created_at: nowMs })
    .onConflict((c) => c.doNothing())
    .execute()
  await trx
    .deleteFrom('slow_contents')
    .where('sha256', 'in', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('slow_contents')
            .select('sha256')
            .orderBy('created_at', 'desc')
            .orderBy('sha256', 'desc')
            // SQLite has no offset without a limit.
            .limit(max)
            .offset(max)
            .as('oldest'),
        )
        .select('sha256'),
    )
    .execute()
}

export async function isSlowContent(db: Db, sha256: string): Promise<boolean> {
  const row = await db.selectFrom('slow_contents').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  return row !== undefined
}
