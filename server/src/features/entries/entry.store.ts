import type { FolderColor } from '@holdall/api'
import { recordActivity, recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { liveCounts, recordEntryCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import { recordFolders } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { nameKey } from './entry-name-rules.ts'
import { count, countsOf } from './entry-placement.store.ts'
import type { EntryRow, Space } from './space.store.ts'

/** How a folder looks. */
export interface Appearance {
  readonly color?: FolderColor | null | undefined
  readonly emoji?: string | null | undefined
}

interface NewEntry {
  readonly id: string
  readonly space: Space
  readonly creatorId: string | null
  /** The upload request that it comes through. */
  readonly uploadRequestId?: string | null
  readonly parentId: string
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly now: number
  readonly appearance?: Appearance
  readonly content?: StoredContent
}

/** Inserts an entry, whose name must be free, and counts it in its folder. */
export async function insertEntry(trx: Trx, entry: NewEntry): Promise<EntryRow> {
  await count(trx, entry.parentId, countsOf([{ kind: entry.kind, size: entry.content?.size ?? 0 }]))
  recordEntryCounts(trx, entry.space.id, liveCounts(entry.kind, 1))
  recordActivity(trx, entry.kind === 'folder' ? 'created' : 'uploaded', [{ ...entry, parent_id: entry.parentId }], {
    space: entry.space,
  })
  return trx
    .insertInto('entries')
    .values({
      id: entry.id,
      space_id: entry.space.id,
      owner_id: entry.space.owner_id,
      creator_id: entry.creatorId,
      parent_id: entry.parentId,
      kind: entry.kind,
      name: entry.name,
      name_key: nameKey(entry.name),
      color: entry.appearance?.color ?? null,
      emoji: entry.appearance?.emoji ?? null,
      ...(entry.content ?? { mime: null, blob_id: null, sha256: null, modified_at: null }),
      trash_root_id: null,
      trashed_at: null,
      upload_request_id: entry.uploadRequestId ?? null,
      created_at: entry.now,
      updated_at: entry.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Renames an entry, and changes how it looks, which is not told. What is undefined stays as it is. */
export async function updateAppearance(
  trx: Trx,
  before: EntryRow,
  { name, now, color, emoji }: Appearance & { readonly name: string; readonly now: number },
): Promise<EntryRow> {
  const entry = await trx
    .updateTable('entries')
    .set({ name, name_key: nameKey(name), updated_at: now, color, emoji })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (name === before.name) recordNoActivity(trx)
  else recordActivity(trx, 'renamed', [entry], { details: { previousName: before.name } })
  // Its own list shows the name of a folder too.
  recordFolders(trx, entry.kind === 'folder' ? [entry.parent_id, entry.id] : [entry.parent_id])
  return entry
}

export interface StoredContent {
  readonly size: number
  readonly mime: string
  readonly blob_id: string
  readonly sha256: string
  /** The file's own date. */
  readonly modified_at: number
}

/**
 * Replaces the content of a file, as its next version. What somebody else puts there is not shown to visitors of an upload
 * request any more.
 */
export async function updateContent(trx: Trx, id: string, content: StoredContent, now: number): Promise<EntryRow> {
  const entry = await trx
    .updateTable('entries')
    .set((eb) => ({ ...content, version: eb('version', '+', 1), upload_request_id: null, updated_at: now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  recordFolders(trx, [entry.parent_id])
  return entry
}

/** The live entry of this name in a folder. */
export function childNamed(trx: Trx, parentId: string, name: string): Promise<EntryRow | undefined> {
  return trx
    .selectFrom('entries')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('trash_root_id', 'is', null)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** An entry of this owner, in whatever space and state. */
export function entryOfOwner(db: Db, ownerId: string, id: string): Promise<EntryRow | undefined> {
  return db.selectFrom('entries').selectAll().where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()
}
