import { MAX_SHARE_EVENTS, type ShareEventKind } from '@holdall/api'
import { sql } from 'kysely'
import type { Db } from '../db/transact.ts'

export interface NewShareEvent {
  readonly shareId: string
  readonly kind: ShareEventKind
  /** Of the file. */
  readonly name: string | null
  /** `networkOf` the visitor. */
  readonly network: string | null
}

const UNKNOWN_NETWORK = '?'

/** So many a process adds to a link before it deletes what is beyond the bound: by requests, and by uploads. */
export const SHARE_EVENTS_PER_TRIM = 100

/** After that there is room for as many again, so that a list of `MAX_SHARE_EVENTS` leaves out none that is kept. */
export const KEPT_SHARE_EVENTS = MAX_SHARE_EVENTS - 2 * SHARE_EVENTS_PER_TRIM

/** Adds an event of a link, and counts it. */
export async function insertShareEvent(
  on: Db,
  { shareId, kind, name, network }: NewShareEvent,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  await on
    .insertInto('share_events')
    .values({ id, share_id: shareId, kind, name, address: network ?? UNKNOWN_NETWORK, created_at: now })
    .execute()
  await on
    .insertInto('share_counts')
    .values({ share_id: shareId, opened: 0, downloaded: 0, uploaded: 0, [kind]: 1 })
    .onConflict((conflict) =>
      conflict.column('share_id').doUpdateSet({ [kind]: sql`share_counts.${sql.ref(kind)} + 1` }),
    )
    .execute()
}

/** Whether a visitor of the same network did the same after `after`. Reads the newest events of the link. */
export async function hasShareEvent(
  on: Db,
  { shareId, kind, name, network }: NewShareEvent,
  after: number,
): Promise<boolean> {
  const found = await on
    .selectFrom('share_events')
    .select('id')
    .where('share_id', '=', shareId)
    .where('kind', '=', kind)
    .where('address', '=', network ?? UNKNOWN_NETWORK)
    .where((eb) => (name === null ? eb('name', 'is', null) : eb('name', '=', name)))
    .where('created_at', '>', after)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Deletes what a link has beyond `kept`: of the network with the most events the oldest, so that whoever does very much
 * takes the place of nobody else's. Among networks with as many, the oldest.
 */
export async function deleteShareEventsBeyond(db: Db, shareId: string, kept: number): Promise<void> {
  const ranked = db
    .selectFrom('share_events')
    .select(['id', sql<number>`row_number() over (partition by address order by id desc)`.as('place')])
    .where('share_id', '=', shareId)
  const beyond = db
    .selectFrom(ranked.as('ranked'))
    .select('id')
    .orderBy('place')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(kept)
  await db.deleteFrom('share_events').where('id', 'in', beyond).execute()
}

/** Whether a link still exists: it may have ended while a visitor used it. */
export async function isShare(on: Db, shareId: string): Promise<boolean> {
  return (await on.selectFrom('shares').select('id').where('id', '=', shareId).executeTakeFirst()) !== undefined
}
