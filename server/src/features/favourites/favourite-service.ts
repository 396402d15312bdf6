import { MAX_FAVOURITES } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { forOwner, inSpace, isStillIn, type Space } from '../entries/space.store.ts'
import { countLiveFolders, deleteFavourite, favouriteRows, insertFavourites } from './favourite.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'transact'>

/**
 * Adds folders behind the user's other favourites, in the order of `ids`, and returns how many were none before. `from` has
 * the same folders by space. The lock on the home is also
 * the one of the limit: two calls at once do not exceed it.
 */
export function addFavourites(
  { transact, clock }: Deps,
  home: Space,
  ids: readonly string[],
  from: readonly { readonly space: Space; readonly ids: readonly string[] }[],
): Promise<number> {
  const userId = home.owner_id
  return inSpace(transact, home, async (trx) => {
    for (const { space, ids: some } of from) {
      const areSeen = (await isStillIn(trx, space, 'can_view')) && (await countLiveFolders(trx, space.id, some))
      if (areSeen !== some.length) throw refuse('not-found')
    }
    const before = await favouriteRows(trx, userId)
    const known = new Set(before.map((row) => row.entry_id))
    const added = [...new Set(ids)].filter((id) => !known.has(id))
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
