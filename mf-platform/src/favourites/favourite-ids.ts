import type { Entry } from '@holdall/api'
import { type Readable, type Session, useHost, useSession } from '@holdall/section'
import { useMemo } from 'react'

const none: readonly Entry[] = []

export const favouritesIn = (session: Session): readonly Entry[] =>
  session.state === 'signed-in' ? session.user.relationships.favourites.data : none

/** The user's favourites, in the order in which they were added. */
export const useFavourites = (): readonly Entry[] => favouritesIn(useSession())

/** Their ids, for the stars of a list: rows render again only when their own star changes. */
export function useFavouriteIds(): Readable<ReadonlySet<string>> {
  const { session } = useHost()
  return useMemo(() => favouriteIds(session), [session])
}

function favouriteIds({ get, subscribe }: Readable<Session>): Readable<ReadonlySet<string>> {
  let of: readonly Entry[] | null = null
  let ids: ReadonlySet<string> = new Set()
  return {
    get() {
      const now = favouritesIn(get())
      if (now !== of) {
        of = now
        ids = new Set(now.map(({ id }) => id))
      }
      return ids
    },
    subscribe,
  }
}
