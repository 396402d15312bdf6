import type { Selectable } from 'kysely'
import type { FileVersionsTable } from '../../infrastructure/db/content-tables.ts'
import { actingParty, recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import { isShown } from '../../access/unfinished-copies.store.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { type StoredContent, updateContent } from '../entries/entry.store.ts'
import { count } from '../entries/entry-placement.store.ts'
import { type EntryRow, modifiedAtOf } from '../entries/space.store.ts'
import { isNotBelowTrash } from '../entries/unfinished-changes.store.ts'
import { GARBAGE_DELAY_MS, insertGarbage, referencedBlobs } from '../storage/garbage.store.ts'
import { freed } from '../storage/quota.store.ts'

export type VersionRow = Selectable<FileVersionsTable>
export type VersionKey = Pick<VersionRow, 'entry_id' | 'version'>

/**
 * Earlier contents that are kept at most of a file in a home and of one in a team folder; the oldest go first. In a team
 * folder only a replacement by the owner deletes the oldest version; replacements by members beyond the limit are refused,
 * so that members cannot delete contents that the owner can still restore. Tests set smaller ones.
 */
export const versionLimits = { home: 100, team: 1000 }
const MAX_DELETED_VERSIONS = 100

/** The content of a live file, for another one. */
export function contentOf(file: EntryRow): StoredContent {
  const { blob_id, sha256, mime, size } = file
  if (blob_id === null || sha256 === null || mime === null) throw refuse('not-found')
  return { blob_id, sha256, mime, size, modified_at: modifiedAtOf(file) }
}

/** What a replacement has changed: the file, and the version that has its earlier content. */
export interface Replaced {
  readonly id: string
  readonly version: number
}

/**
 * Gives a file another content and keeps the earlier one as a version. The caller has locked the space, and charges the
 * new bytes and the version.
 */
export async function replaceContent(
  trx: Trx,
  before: EntryRow,
  content: StoredContent,
  now: number,
): Promise<EntryRow> {
  const { id, version } = before
  recordActivity(trx, 'replaced', [before], { space: { id: before.space_id, owner_id: before.owner_id } })
  await trx
    .insertInto('file_versions')
    .values({ entry_id: id, version, ...contentOf(before), replaced_at: now })
    .execute()
  await limitVersions(trx, before, now)
  if (before.parent_id) await count(trx, before.parent_id, { all: 0, folders: 0, bytes: content.size - before.size })
  return updateContent(trx, id, content, now)
}

async function limitVersions(trx: Trx, { id, space_id, owner_id }: EntryRow, now: number): Promise<void> {
  const beyond = (limit: number) =>
    trx
      .selectFrom('file_versions')
      .select(['entry_id', 'version'])
      .where('entry_id', '=', id)
      .orderBy('version', 'desc')
      .offset(limit)
      .limit(MAX_DELETED_VERSIONS)
      .execute()
  if ((await beyond(Math.min(versionLimits.home, versionLimits.team))).length === 0) return
  const { kind } = await trx.selectFrom('spaces').select('kind').where('id', '=', space_id).executeTakeFirstOrThrow()
  const tooMany = await beyond(kind === 'team' ? versionLimits.team : versionLimits.home)
  if (tooMany.length === 0) return
  if (kind === 'team' && actingParty.getStore()?.id !== owner_id)
    throw refuse('quota-exceeded', { text: 'error.quota-exceeded.versions' })
  await deleteVersions(trx, owner_id, tooMany, now)
}

/**
 * Makes an earlier content of a file the present one, which becomes a version in its place. It is not kept where another
 * live file of the owner has the same content, such as the source of a copy: undoing a copy or a move leaves no bytes
 * behind.
 */
export async function restoreVersion(trx: Trx, entry: EntryRow, version: number, now: number): Promise<void> {
  const earlier = await trx
    .deleteFrom('file_versions')
    .where('entry_id', '=', entry.id)
    .where('version', '=', version)
    .returning(['blob_id', 'sha256', 'mime', 'size', 'modified_at'])
    .executeTakeFirst()
  if (!earlier) throw refuse('not-found')
  const modified_at = modifiedAtOf({ ...entry, modified_at: earlier.modified_at })
  await replaceContent(trx, entry, { ...earlier, modified_at }, now)
  if (await hasSameContent(trx, entry))
    await deleteVersions(trx, entry.owner_id, [{ entry_id: entry.id, version: entry.version }], now)
}

/** Files that are looked at: a content may have very many copies. */
const MAX_COMPARED = 100

/**
 * Whether another file of the owner has the content of this one, and keeps it: not one in the trash or below a folder
 * there, nor one of a copy that is not complete. Those can be deleted before a version would be.
 */
async function hasSameContent(trx: Trx, entry: EntryRow): Promise<boolean> {
  const same = await trx
    .selectFrom('entries')
    .select('id')
    .where('blob_id', '=', entry.blob_id)
    .where('id', '!=', entry.id)
    .where('owner_id', '=', entry.owner_id)
    .where('trash_root_id', 'is', null)
    .where(isShown)
    .limit(MAX_COMPARED)
    .execute()
  if (same.length === 0) return false
  const ids = same.map(({ id }) => id)
  const kept = trx.selectFrom('entries').select('id').where('id', 'in', ids).where(isNotBelowTrash(ids)).limit(1)
  return (await kept.executeTakeFirst()) !== undefined
}

/** Deletes versions of files of one owner; returns how many. Contents that nothing else refers to are garbage. */
export async function deleteVersions(
  trx: Trx,
  ownerId: string,
  keys: readonly VersionKey[],
  now: number,
): Promise<number> {
  if (keys.length === 0) return 0
  const deleted = await trx
    .deleteFrom('file_versions')
    .where((eb) => eb.or(keys.map((key) => eb.and(key))))
    .returning(['blob_id', 'size'])
    .execute()
  if (deleted.length === 0) return 0
  const sizes = new Map(deleted.map(({ blob_id, size }) => [blob_id, size]))
  const referenced = await referencedBlobs(trx, [...sizes.keys()])
  const orphaned = [...sizes]
    .filter(([blobId]) => !referenced.has(blobId))
    .map(([blobId, size]) => ({ blob_id: blobId, owner_id: ownerId, size, collect_at: now + GARBAGE_DELAY_MS }))
  const bytes = deleted.reduce((sum, { size }) => sum + size, 0)
  await freed(trx, ownerId, { bytes, items: deleted.length }, await insertGarbage(trx, orphaned))
  return deleted.length
}

export interface DueVersion extends VersionKey {
  readonly space_id: string
  readonly replaced_at: number
}

/** Versions that were replaced before `before`, the oldest first, with the space of their file, following `after`. */
export function dueVersions(
  db: Db,
  before: number,
  { limit, after }: { readonly limit: number; readonly after?: DueVersion | undefined },
): Promise<DueVersion[]> {
  return db
    .selectFrom('file_versions')
    .innerJoin('entries', 'entries.id', 'file_versions.entry_id')
    .select(['file_versions.entry_id', 'file_versions.version', 'file_versions.replaced_at', 'entries.space_id'])
    .where('file_versions.replaced_at', '<', before)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb(
          eb.refTuple('file_versions.replaced_at', 'file_versions.entry_id', 'file_versions.version'),
          '>',
          eb.tuple(after?.replaced_at ?? 0, after?.entry_id ?? '', after?.version ?? 0),
        ),
      ),
    )
    .orderBy('file_versions.replaced_at')
    .orderBy('file_versions.entry_id')
    .orderBy('file_versions.version')
    .limit(limit)
    .execute()
}
