import { sql } from 'kysely'
import { nameKey } from '../features/entries/entry-name-rules.ts'
import type { TestApp } from './test-app.ts'

export interface SeededEntry {
  readonly id: string
  readonly parentId: string
  readonly kind: 'folder' | 'file'
  readonly name: string
  /** What it is sorted and found by. Default: that of the name; a short one is indexed much faster. */
  readonly nameKey?: string
  readonly size?: number
  readonly createdAt?: number
  /** Of a file. */
  readonly modifiedAt?: number | null
}

/** Ids that sort like the numbers. */
export const seededId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Describes entries of a test file one after the other, files of one byte: `count` of them, named `<name> 0` and so on. */
export function createEntrySeeds() {
  let seeded = 0
  return (kind: SeededEntry['kind'], parentId: string, name: string, count: number): SeededEntry[] =>
    Array.from({ length: count }, (_, n) => ({
      id: seededId(++seeded),
      parentId,
      kind,
      name: `${name} ${n}`,
      ...(kind === 'file' && { size: 1 }),
    }))
}

/** Describes files, and folders with a folder of two files each. */
export function nestedEntries(
  seed: ReturnType<typeof createEntrySeeds>,
  parentId: string,
  { files, folders }: { readonly files: number; readonly folders: number },
): readonly SeededEntry[] {
  const outer = seed('folder', parentId, 'folder', folders)
  const inner = outer.flatMap(({ id }) => seed('folder', id, 'inner', 1))
  return [
    ...seed('file', parentId, 'plan', files),
    ...outer,
    ...inner,
    ...inner.flatMap(({ id }) => seed('file', id, 'plan', 2)),
  ]
}

/** Rows of one statement. They are sent as one text: as parameters they would take most of the time. */
const BATCH = 10_000

/**
 * Inserts rows as uploads would, without their bytes: faster, and also for states that no call can create. All are of the
 * space of the folder of the first one.
 */
export async function seedEntries(
  { services }: Pick<TestApp, 'services'>,
  userId: string,
  entries: readonly SeededEntry[],
): Promise<void> {
  const { db, clock } = services
  const [first] = entries
  if (!first) return
  const { space_id: spaceId } = await db
    .selectFrom('entries')
    .select('space_id')
    .where('id', '=', first.parentId)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = entries.slice(from, from + BATCH).map((entry) => ({
      id: entry.id,
      parent_id: entry.parentId,
      kind: entry.kind,
      name: entry.name,
      name_key: entry.nameKey ?? nameKey(entry.name),
      size: entry.size ?? 0,
      created_at: entry.createdAt ?? now,
      modified_at: entry.modifiedAt ?? null,
    }))
    const given =
      services.engine === 'postgres'
        ? sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (
            id text, parent_id text, kind text, name text, name_key text, size bigint, created_at bigint,
            modified_at bigint)`
        : sql`(select value ->> 'id' as id, value ->> 'parent_id' as parent_id, value ->> 'kind' as kind,
            value ->> 'name' as name, value ->> 'name_key' as name_key, value ->> 'size' as size,
            value ->> 'created_at' as created_at, value ->> 'modified_at' as modified_at from json_each(${JSON.stringify(rows)})) as given`
    await sql`
      insert into blobs (id, size, sha256, created_at)
      select id, size, 'x', ${sql.lit(now)} from ${given} where kind = 'file'`.execute(db)
    await sql`
      insert into entries (id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, size, mime, blob_id,
        sha256, modified_at, created_at, updated_at)
      select id, ${sql.lit(spaceId)}, ${sql.lit(userId)}, ${sql.lit(userId)}, parent_id, kind, name, name_key, size,
        case kind when 'file' then 'text/plain' end, case kind when 'file' then id end,
        case kind when 'file' then 'x' end, modified_at, created_at, ${sql.lit(now)} from ${given}`.execute(db)
  }
  await sql`
    update entries set children_count = found.children, folders_count = found.folders, files_size = found.bytes from (
      select parent_id, count(*) as children, sum(case when kind = 'folder' then 1 else 0 end) as folders, sum(size) as bytes
      from entries where owner_id = ${userId} and parent_id is not null group by parent_id
    ) as found where entries.id = found.parent_id`.execute(db)
  const folders = entries.filter(({ kind }) => kind === 'folder').length
  const total = entries.reduce((sum, { size = 0 }) => sum + size, 0)
  await db
    .updateTable('users')
    .set((eb) => ({
      used_bytes: eb('used_bytes', '+', total),
      item_count: eb('item_count', '+', entries.length),
    }))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('spaces')
    .set((eb) => ({
      file_count: eb('file_count', '+', entries.length - folders),
      folder_count: eb('folder_count', '+', folders),
    }))
    .where('id', '=', spaceId)
    .execute()
  // As the server would do by itself after so many rows.
  if (services.engine === 'postgres' && entries.length >= 1000) await sql`vacuum analyze entries`.execute(db)
}

/** Links to such entries, without an end; `creatorId`: the member of a team folder who made them. */
export async function seedLinks(
  { services }: Pick<TestApp, 'services'>,
  ownerId: string,
  entryIds: readonly string[],
  creatorId: string | null = null,
): Promise<void> {
  const { db, clock, ids } = services
  const now = clock.now()
  for (let from = 0; from < entryIds.length; from += 1000) {
    const links = entryIds.slice(from, from + 1000).map((entryId) => ({
      id: ids.next(),
      token: ids.token(),
      entry_id: entryId,
      owner_id: ownerId,
      creator_id: creatorId,
      permission: 'visitor' as const,
      password_hash: null,
      expire_in: null,
      expires_at: null,
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('shares').values(links).execute()
  }
  await db
    .updateTable('users')
    .set((eb) => ({ item_count: eb('item_count', '+', entryIds.length) }))
    .where('id', '=', ownerId)
    .execute()
  if (services.engine === 'postgres') await sql`vacuum analyze shares`.execute(db)
}

/** As PostgreSQL does by itself, where that is not turned off as in tests. */
export async function updateStatistics({ services: { db, engine } }: Pick<TestApp, 'services'>): Promise<void> {
  if (engine === 'postgres') await sql`analyze`.execute(db)
}
