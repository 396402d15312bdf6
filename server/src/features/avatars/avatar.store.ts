import type { AvatarSize } from '@holdall/api'
import type { Insertable } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { BlobsTable } from '../../infrastructure/db/content-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { GARBAGE_DELAY_MS, insertBlob, insertGarbage } from '../storage/garbage.store.ts'

export interface NewAvatarImage {
  readonly size: AvatarSize
  readonly name: string
  readonly blob: Insertable<BlobsTable> & { readonly id: string }
}

/** Replaces the picture of a user by these images, or by none. The previous ones become garbage. */
export async function replaceAvatar(
  trx: Trx,
  userId: string,
  images: readonly NewAvatarImage[],
  nowMs: number,
): Promise<void> {
  recordUser(trx, userId)
  // Locks the row: of two pictures at once, one replaces the other.
  await trx.updateTable('users').set({ updated_at: nowMs }).where('id', '=', userId).execute()
  const previous = await trx.deleteFrom('avatars').where('user_id', '=', userId).returning('blob_id').execute()
  // Of no owner, because a picture counts against no quota.
  await insertGarbage(
    trx,
    previous.map(({ blob_id }) => ({ blob_id, collect_at: nowMs + GARBAGE_DELAY_MS })),
  )
  for (const { size, name, blob } of images) {
    await insertBlob(trx, blob)
    await trx.insertInto('avatars').values({ user_id: userId, size, name, blob_id: blob.id }).execute()
  }
}

export const findAvatarNames = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('avatars').select(['user_id', 'size', 'name']).where('user_id', 'in', userIds).execute()

/** The image that has this name. */
export const findAvatarImage = (db: Db, name: string) =>
  db
    .selectFrom('avatars')
    .innerJoin('blobs', 'blobs.id', 'avatars.blob_id')
    .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'blobs.created_at'])
    .where('avatars.name', '=', name)
    .executeTakeFirst()
