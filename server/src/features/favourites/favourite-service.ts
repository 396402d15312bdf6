import { MAX_FAVOURITES } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { forOwner, inSpace, type Space } from '../entries/space.store.ts'
import { countLiveFolders, deleteFavourite, favouriteRows, insertFavourites } from './favourite.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'transact'>

/**
 * Adds folders behind the user's other favourites and returns how many were none before. The lock on the space is also
 * the one of the limit: two calls at once do not exceed it.
 */
export function addFavourites({ transact, clock }: Deps, space: Space, ids: readonly string[]): Promise<number> {
  const userId = space.owner_id
  return inSpace(transact, space, async (trx) => {
    if ((await countLiveFolders(trx, space.id, ids)) !== ids.length) throw refuse('not-found')
    const before = await favouriteRows(trx, userId)
    const known = new Set(before.map((row) => row.entry_id))
    const added = ids.filter((id) => !known.has(id))
    if (added.length === 0) return 0
    if (before.length + added.length > MAX_FAVOURITES) {
      throw refuse('too-many-favourites', {
        text: 'error.too-many-favourites.count',
        values: { count: MAX_FAVOURITES },
      })
    }
    const firstPosition = (before.at(-1)?.position ?? 0) + 1
    await insertFavourites(trx, userId, added, { firstPosition, now: clock.now() })
    return added.length
  })
}

export const removeFavourite = ({ transact }: Deps, userId: string, entryId: string): Promise<number> =>
  forOwner(transact, userId, (trx) => deleteFavourite(trx, userId, entryId))
