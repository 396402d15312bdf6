import { isDbError } from '../../infrastructure/db/errors.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

/** Stores that a challenge was used. Returns false where it was used before: of two calls at once, one gets true. */
export async function markUsed(
  db: Db,
  challenge: { readonly id: string; readonly expires_at: number },
): Promise<boolean> {
  try {
    await db.insertInto('used_challenges').values(challenge).execute()
    return true
  } catch (error) {
    if (isDbError(error, 'unique')) return false
    throw error
  }
}

export async function deleteExpiredChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
}
