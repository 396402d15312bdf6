import type { Trx } from '../../infrastructure/db/transact.ts'
import { nameKey } from './entry-name-rules.ts'
import type { Appearance } from './entry.store.ts'
import type { Space } from './space.store.ts'

interface NewRoot extends Appearance {
  readonly space: Pick<Space, 'id' | 'owner_id' | 'root_id'>
  readonly name: string
  readonly now: number
}

/** Inserts the folder that everything in a space is below. */
export async function insertRoot(trx: Trx, { space, name, color, emoji, now }: NewRoot): Promise<void> {
  await trx
    .insertInto('entries')
    .values({
      id: space.root_id,
      space_id: space.id,
      owner_id: space.owner_id,
      creator_id: space.owner_id,
      parent_id: null,
      kind: 'root',
      name,
      name_key: nameKey(name),
      color: color ?? null,
      emoji: emoji ?? null,
      mime: null,
      blob_id: null,
      sha256: null,
      trash_root_id: null,
      trashed_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
