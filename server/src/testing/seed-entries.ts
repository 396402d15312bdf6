import { sql } from 'kysely'
import { nameKey } from '../features/entries/entry-names.ts'
import { homeOf } from '../access/target.store.ts'
import type { TestApp } from './test-app.ts'

export interface SeededEntry {
  readonly id: string
  readonly parentId: string
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly size?: number
  readonly createdAt?: number
}

/** Ids that sort like the numbers. */
export const seededId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Inserts rows as uploads would, without their bytes: faster, and also for states that no call can create. */
export async function seedEntries(
  { services }: Pick<TestApp, 'services'>,
  userId: string,
  entries: readonly SeededEntry[],
): Promise<void> {
  const { db, clock } = services
  const space = await homeOf(db, userId)
  const now = clock.now()
  for (let from = 0; from < entries.length; from += 1000) {
    const rows = entries.slice(from, from + 1000).map(({ id, parentId, kind, name, size = 0, createdAt = now }) => ({
      id,
      space_id: space.id,
      owner_id: userId,
      creator_id: userId,
      parent_id: parentId,
      kind,
      name,
      name_key: nameKey(name),
      color: null,
      emoji: null,
      size,
      mime: kind === 'file' ? 'text/plain' : null,
      blob_id: kind === 'file' ? id : null,
      sha256: kind === 'file' ? 'x' : null,
      trash_root_id: null,
      trashed_at: null,
      created_at: createdAt,
      updated_at: now,
    }))
    const blobs = rows.flatMap(({ blob_id, size }) =>
      blob_id === null ? [] : [{ id: blob_id, size, sha256: 'x', created_at: now }],
    )
    if (blobs.length > 0) await db.insertInto('blobs').values(blobs).execute()
    await db.insertInto('entries').values(rows).execute()
  }
  await sql`
    update entries set children_count = found.children, folders_count = found.folders, files_size = found.bytes from (
      select parent_id, count(*) as children, sum(case when kind = 'folder' then 1 else 0 end) as folders, sum(size) as bytes
      from entries where owner_id = ${userId} and parent_id is not null group by parent_id
    ) as found where entries.id = found.parent_id`.execute(db)
  const total = entries.reduce((sum, { size = 0 }) => sum + size, 0)
  await db
    .updateTable('users')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', total) }))
    .where('id', '=', userId)
    .execute()
  // As the server would do by itself after so many rows.
  if (services.engine === 'postgres') await sql`vacuum analyze entries`.execute(db)
}

/** Links to such entries, without an end. */
export async function seedLinks(
  { services }: Pick<TestApp, 'services'>,
  ownerId: string,
  entryIds: readonly string[],
): Promise<void> {
  const { db, clock, ids } = services
  const now = clock.now()
  for (let from = 0; from < entryIds.length; from += 1000) {
    const links = entryIds.slice(from, from + 1000).map((entryId) => ({
      id: ids.next(),
      token: ids.token(),
      entry_id: entryId,
      owner_id: ownerId,
      permission: 'visitor' as const,
      password_hash: null,
      expire_in: null,
      expires_at: null,
      created_at: now,
      updated_at: now,
    }))
    await db.insertInto('shares').values(links).execute()
  }
  if (services.engine === 'postgres') await sql`vacuum analyze shares`.execute(db)
}
