import { AvatarImages } from '@holdall/api'
import type { Db } from '../../infrastructure/db/transact.ts'
import { findAvatarNames } from './avatar.store.ts'

/** The addresses of the pictures of these users, by user; those who have none are missing. */
export async function readAvatars(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, AvatarImages>> {
  if (userIds.length === 0) return new Map()
  const addresses = new Map<string, Record<string, string>>()
  for (const { user_id, size, name } of await findAvatarNames(db, userIds)) {
    addresses.set(user_id, { ...addresses.get(user_id), [size]: `/avatars/${name}` })
  }
  return new Map([...addresses].map(([userId, images]) => [userId, AvatarImages.parse(images)]))
}
