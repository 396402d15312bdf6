import type { FileAction, Target } from '@holdall/file-browser'
import { Star, StarOff } from '@holdall/ui/icons'
import { useIntl } from 'react-intl'
import { useFavouriteIds } from './favourite-ids.ts'
import { useFavouriteMutations } from './use-favourite-mutations.ts'

/**
 * "Add to favorites" of folders, or "Remove from favorites" where all of them are. Not offered with a file among them,
 * nor before all of a selection are loaded.
 */
export function useFavouriteAction(): (target: Target) => FileAction[] {
  const intl = useIntl()
  const ids = useFavouriteIds()
  const { add, remove } = useFavouriteMutations()
  return ({ entries, count }) => {
    if (entries.length !== count || entries.some(({ type }) => type !== 'folder')) return []
    const known = ids.get()
    const isRemoval = entries.every(({ id }) => known.has(id))
    return [
      {
        id: 'favourite',
        label: intl.formatMessage({ id: isRemoval ? 'favourites.action.remove' : 'favourites.action.add' }),
        icon: isRemoval ? StarOff : Star,
        run: () => void (isRemoval ? remove(entries) : add(entries.filter(({ id }) => !known.has(id)))),
      },
    ]
  }
}
