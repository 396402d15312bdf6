import { MAX_ACTIVITIES, MAX_ACTIVITIES_OF_ENTRY } from '@holdall/api'
import { sql, type SqlBool } from 'kysely'
import type { Clock } from '../clock.ts'
import type { ActivitiesTable } from '../db/activity-tables.ts'
import type { ActivityDetails, RecordedActivity } from '../db/recorded-activity.ts'
import { type Db, onCommit, type Trx } from '../db/transact.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { createInsertCounter } from './insert-counter.ts'
import {
  deleteShareEventsBeyond,
  insertShareEvent,
  KEPT_SHARE_EVENTS,
  SHARE_EVENTS_PER_TRIM,
} from './share-event.store.ts'

interface Deps {
  readonly clock: Clock
  readonly db: Db
  readonly ids: Ids
  readonly log: Log
}

/** An account has at most so many more rows than it keeps. */
const INSERTS_PER_TRIM = 200
const MAX_DELETED_AT_ONCE = 1000

/** Stores what a transaction has recorded, in that transaction. */
export function createActivityWriter({
  clock,
  db,
  ids,
  log,
}: Deps): (trx: Trx, recorded: readonly RecordedActivity[]) => Promise<void> {
  const isTrimDue = createInsertCounter(INSERTS_PER_TRIM)
  const isShareTrimDue = createInsertCounter(SHARE_EVENTS_PER_TRIM)

  /** After the commit, in a statement of its own: a transaction that reads others would conflict with each that adds one. */
  function trimAfter(trx: Trx, trim: () => Promise<void>): void {
    onCommit(trx, () => {
      trim().catch((error: unknown) => log.warn({ err: error }, 'activities beyond the limit could not be deleted'))
    })
  }

  return async (trx, recorded) => {
    const now = clock.now()
    const rows = (await named(trx, recorded)).map((activity): ActivitiesTable => ({
      id: ids.next(),
      owner_id: activity.space.owner_id,
      actor_kind: activity.by.kind,
      actor_id: activity.by.id,
      kind: activity.kind,
      space_id: activity.space.id,
      from_space_id: activity.fromSpaceId,
      entry_id: activity.entryId,
      count: activity.count,
      folder_id: activity.folderId,
      from_folder_id: activity.fromFolderId,
      details: JSON.stringify(activity.details),
      is_for_owner: activity.isForOwner ? 1 : 0,
      created_at: now,
    }))
    if (rows.length === 0) return
    await trx.insertInto('activities').values(rows).execute()
    for (const { by, kind, details } of recorded) {
      const isUpload = kind === 'uploaded' || kind === 'replaced'
      if (by.kind !== 'link' || by.id === null || !isUpload) continue
      const event = { shareId: by.id, kind: 'uploaded', name: details.name ?? null, network: by.network } as const
      await insertShareEvent(trx, event, { id: ids.next(), now })
      if (isShareTrimDue(by.id)) trimAfter(trx, () => deleteShareEventsBeyond(db, event.shareId, KEPT_SHARE_EVENTS))
    }
    for (const ownerId of new Set(rows.map((row) => row.owner_id))) {
      const inserted = rows.filter((row) => row.owner_id === ownerId).length
      if (isTrimDue(ownerId, inserted)) trimAfter(trx, () => trimActivities(db, ownerId))
    }
  }
}

/** How many activities an account keeps: of all, of those by visitors, and of those by one link or upload request. */
interface KeptActivities {
  readonly all: number
  readonly byVisitors: number
  readonly byLink: number
}

const KEPT: KeptActivities = {
  all: MAX_ACTIVITIES,
  byVisitors: MAX_ACTIVITIES / 2,
  // Visitors of one link fill no more than half of the list of an entry.
  byLink: MAX_ACTIVITIES_OF_ENTRY / 2,
}

/**
 * Deletes what an account has beyond `kept`, the oldest first. Visitors have a part of their own: by doing very much
 * they never push out more than the older half of what the owner and members did.
 */
export async function trimActivities(db: Db, ownerId: string, kept = KEPT): Promise<void> {
  const ofOwner = db.selectFrom('activities').where('owner_id', '=', ownerId)
  // As in the condition of the index.
  const byVisitors = ofOwner.where(sql<SqlBool>`actor_kind in ('link', 'upload-request')`)
  const places = byVisitors.select([
    'id',
    sql<number>`row_number() over (partition by actor_id order by id desc)`.as('place'),
  ])
  const beyond = [
    db.selectFrom(places.as('places')).select('id').where('place', '>', kept.byLink).limit(MAX_DELETED_AT_ONCE),
    byVisitors.select('id').orderBy('id', 'desc').limit(MAX_DELETED_AT_ONCE).offset(kept.byVisitors),
    ofOwner.select('id').orderBy('id', 'desc').limit(MAX_DELETED_AT_ONCE).offset(kept.all),
  ]
  for (const ids of beyond) await db.deleteFrom('activities').where('id', 'in', ids).execute()
}

type Named = RecordedActivity & { readonly space: NonNullable<RecordedActivity['space']> }

/** Looks up what is not known yet. What is about an entry that is gone again is left out. */
async function named(trx: Trx, recorded: readonly RecordedActivity[]): Promise<readonly Named[]> {
  const entries = await lookedUp(trx, recorded)
  const known = recorded.flatMap((activity): Named[] => {
    const { look, space, details } = activity
    if (space) return [{ ...activity, space, ...(activity.count > 1 && { entryId: null }) }]
    const entry = look && entries.get('entryId' in look ? look.entryId : look.rootOf)
    if (!entry) return []
    const found = { ...activity, space: { id: entry.space_id, owner_id: entry.owner_id } }
    if (activity.count > 1) return [found]
    const of: ActivityDetails = { ...details, name: entry.name, isFolder: entry.kind !== 'file' }
    return [{ ...found, entryId: entry.id, folderId: entry.parent_id, details: of }]
  })
  const folderIds = known.flatMap(({ folderId, fromFolderId }) => [folderId ?? [], fromFolderId ?? []].flat())
  const folders = await namesOf(trx, [...new Set(folderIds)])
  return known.map((activity) => {
    const [folder, fromFolder] = [folders.get(activity.folderId ?? ''), folders.get(activity.fromFolderId ?? '')]
    return {
      ...activity,
      details: { ...activity.details, ...(folder && { folder }), ...(fromFolder && { fromFolder }) },
    }
  })
}

async function lookedUp(trx: Trx, recorded: readonly RecordedActivity[]) {
  const looks = recorded.flatMap(({ look, space }) => (space ? [] : (look ?? [])))
  if (looks.length === 0) return new Map<string, never>()
  const entryIds = looks.flatMap((look) => ('entryId' in look ? look.entryId : []))
  const spaceIds = looks.flatMap((look) => ('rootOf' in look ? look.rootOf : []))
  const columns = ['id', 'name', 'kind', 'parent_id', 'space_id', 'owner_id'] as const
  const entries =
    entryIds.length === 0 ? [] : await trx.selectFrom('entries').select(columns).where('id', 'in', entryIds).execute()
  const roots =
    spaceIds.length === 0
      ? []
      : await trx
          .selectFrom('entries')
          .select(columns)
          .where('id', 'in', (eb) => eb.selectFrom('spaces').select('root_id').where('id', 'in', spaceIds))
          .execute()
  return new Map([
    ...entries.map((entry) => [entry.id, entry] as const),
    ...roots.map((root) => [root.space_id, root] as const),
  ])
}

/** Of folders; the top of a home has none. */
async function namesOf(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('entries').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
