import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActivityKind, TeamPermission } from '@holdall/api'
import type { Kysely } from 'kysely'
import type { ActingParty } from './activity-tables.ts'
import { audienceOf } from './recorded-changes.ts'
import type { Database } from './schema.ts'

/** Set while a request is handled, and by jobs that act for a user. */
export const actingParty = new AsyncLocalStorage<ActingParty>()

const system: ActingParty = { kind: 'system', id: null }

/** Entries of one transaction that are told one by one. With more of them, one activity tells how many they are. */
export const MAX_TOLD = 50
/** Of links, members and invitations, which are told one by one. A call changes at most so many members and invitations. */
export const MAX_LOOKED = 500

/** What is stored of an activity as JSON. */
export interface ActivityDetails {
  /** Of the entry. */
  readonly name?: string
  readonly isFolder?: boolean
  /** The names of `folder_id` and `from_folder_id`; missing for the top of a home. */
  readonly folder?: string
  readonly fromFolder?: string
  readonly previousName?: string
  readonly email?: string
  readonly permission?: TeamPermission
  /** The user who joined, left, was removed or got another permission. */
  readonly memberId?: string
}

interface ActivityOptions {
  /** Where it happened; by default the folder of each entry. */
  readonly folderId?: string | null
  /** Where they were before; `folderId` by default the folder of each entry. */
  readonly from?: { readonly spaceId: string }
  /** By default the one that `setAudience` has named. */
  readonly space?: { readonly id: string; readonly owner_id: string }
  readonly isForOwner?: boolean
  readonly details?: ActivityDetails
  /** By default the acting party of the request. */
  readonly by?: ActingParty
  /** How many others the same was done to in the same folder, where there are at least `MAX_TOLD` entries. */
  readonly further?: number
}

/** What is read at the end of the transaction, because the store that records it does not know it. */
export type Looked = { readonly entryId: string } | { readonly rootOf: string }

/** An activity of a transaction, before it is stored. */
export interface RecordedActivity {
  readonly kind: ActivityKind
  readonly by: ActingParty
  /** Null where `look` says what is looked up. */
  readonly space: { readonly id: string; readonly owner_id: string } | null
  readonly fromSpaceId: string | null
  readonly entryId: string | null
  readonly look: Looked | null
  readonly folderId: string | null
  readonly fromFolderId: string | null
  readonly isForOwner: boolean
  readonly details: ActivityDetails
  readonly count: number
}

interface Recorded {
  readonly looked: RecordedActivity[]
  /** Of links beyond `MAX_LOOKED`, by kind and space. */
  readonly further: Map<string, RecordedActivity>
  readonly single: RecordedActivity[]
  readonly groups: Map<string, RecordedActivity>
  total: number
}

type On = Kysely<Database>
const recorded = new WeakMap<On, Recorded>()

function recordOf(trx: On): Recorded {
  const found = recorded.get(trx)
  if (found) return found
  const created: Recorded = { looked: [], further: new Map(), single: [], groups: new Map(), total: 0 }
  recorded.set(trx, created)
  return created
}

function add(trx: On, activity: RecordedActivity): void {
  const record = recordOf(trx)
  if (activity.look) {
    if (record.looked.length < MAX_LOOKED) record.looked.push(activity)
    else if (activity.space) addFurther(record, activity, activity.space.id)
    return
  }
  record.total += activity.count
  if (record.single.length < MAX_TOLD) record.single.push(activity)
  const { kind, space, fromSpaceId, folderId, fromFolderId, isForOwner } = activity
  const place = [kind, space?.id, fromSpaceId, folderId, fromFolderId, isForOwner]
  let key = place.join(' ')
  // Entries of very many folders are told without these.
  const isElsewhere = !record.groups.has(key) && record.groups.size >= MAX_TOLD
  if (isElsewhere) key = [kind, space?.id, isForOwner].join(' ')
  const group = record.groups.get(key)
  if (group) record.groups.set(key, { ...group, count: group.count + activity.count })
  else record.groups.set(key, isElsewhere ? { ...activity, folderId: null, fromFolderId: null } : activity)
}

/** Adds to the number that is told of a space, without names. */
function addFurther({ further }: Recorded, activity: RecordedActivity, spaceId: string): void {
  const key = `${activity.kind} ${spaceId}`
  const found = further.get(key) ?? { ...activity, look: null, entryId: null, folderId: null, details: {}, count: 0 }
  further.set(key, { ...found, count: found.count + 1 })
}

/** An entry as it is told of. */
interface ToldEntry {
  readonly id: string
  readonly name: string
  readonly kind: 'root' | 'folder' | 'file'
  readonly parent_id: string | null
}

/**
 * Notes what this transaction does to entries. It is stored at the end of the transaction (`transactor`), so that nothing
 * is told that did not happen.
 */
export function recordActivity(
  trx: On,
  kind: ActivityKind,
  entries: Iterable<ToldEntry>,
  { folderId, from, space, isForOwner = false, details, by, further = 0 }: ActivityOptions = {},
): void {
  const party = by ?? actingParty.getStore() ?? system
  const at = space ?? audienceOf(trx)
  if (!at) throw new Error(`The activity ${kind} is recorded outside of a space.`)
  const activityOf = (entry: ToldEntry, number: number): RecordedActivity => ({
    kind,
    by: party,
    space: { id: at.id, owner_id: at.owner_id },
    fromSpaceId: from?.spaceId ?? null,
    entryId: entry.id,
    look: null,
    folderId: folderId === undefined ? entry.parent_id : folderId,
    fromFolderId: from ? entry.parent_id : null,
    isForOwner,
    details: { ...details, name: entry.name, isFolder: entry.kind !== 'file' },
    count: number,
  })
  let last: ToldEntry | undefined
  for (const entry of entries) {
    add(trx, activityOf(entry, 1))
    last = entry
  }
  if (further > 0 && last) add(trx, activityOf(last, further))
}

/** The same for links of entries: each is told by itself, with the place that its entry has now. */
export function recordActivityOfEach(
  trx: On,
  kind: ActivityKind,
  entries: Iterable<ToldEntry & { readonly space_id: string; readonly owner_id: string }>,
): void {
  for (const entry of entries) {
    add(trx, {
      kind,
      by: actingParty.getStore() ?? system,
      space: { id: entry.space_id, owner_id: entry.owner_id },
      fromSpaceId: null,
      entryId: entry.id,
      look: { entryId: entry.id },
      folderId: entry.parent_id,
      fromFolderId: null,
      isForOwner: false,
      details: { name: entry.name, isFolder: entry.kind !== 'file' },
      count: 1,
    })
  }
}

/** The same for many entries whose names are not known. */
export function recordActivityOfMany(
  trx: On,
  kind: ActivityKind,
  count: number,
  space?: { readonly id: string; readonly owner_id: string },
): void {
  const at = space ?? audienceOf(trx)
  if (!at) throw new Error(`The activity ${kind} is recorded outside of a space.`)
  if (count === 0) return recordNoActivity(trx)
  add(trx, {
    kind,
    by: actingParty.getStore() ?? system,
    space: { id: at.id, owner_id: at.owner_id },
    fromSpaceId: null,
    entryId: null,
    look: null,
    folderId: null,
    fromFolderId: null,
    isForOwner: true,
    details: {},
    count,
  })
}

/** The same for an entry, or the root of a space, that is looked up at the end of the transaction. */
export function recordActivityOf(
  trx: On,
  kind: ActivityKind,
  look: Looked,
  { isForOwner = false, details = {}, by }: Pick<ActivityOptions, 'isForOwner' | 'details' | 'by'> = {},
): void {
  const party = by ?? actingParty.getStore() ?? system
  const nowhere = { space: null, fromSpaceId: null, entryId: null, folderId: null, fromFolderId: null }
  add(trx, { kind, by: party, ...nowhere, look, isForOwner, details, count: 1 })
}

/** The transaction changes what activities are about, and this is not one: for example the color of a folder. */
export function recordNoActivity(trx: On): void {
  recordOf(trx)
}

/** What a transaction has recorded; undefined where it has not said anything. */
export function recordedActivity(trx: On): readonly RecordedActivity[] | undefined {
  const record = recorded.get(trx)
  if (!record) return undefined
  const told = record.total <= MAX_TOLD ? record.single : record.groups.values()
  return [...told, ...record.looked, ...record.further.values()]
}
