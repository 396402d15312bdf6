import { useMemo } from 'react'
import { inLocale, type RouteAccess } from '@holdall/api'
import { type Session, useLocation, usePreferences, useSession } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useCatalogue } from '../host-provider.tsx'
import { routeOf } from '../navigation/catalogue.ts'

/** A place of the navigation, in the reader's language. */
export interface Place {
  readonly id: string
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly active: boolean
}

/** Whether somebody may go where this access is asked for. The server asks again. */
export function mayGo(session: Session, access: RouteAccess): boolean {
  if (access === 'anyone') return true
  if (session.state === 'anonymous') return false
  return access === 'user' || session.user.attributes.role === 'admin'
}

/** The first part of a path is the section of the product: `/user/profile` -> `user`. */
const areaOf = (path: string) => path.split('/')[1]

/** The navigation's entries for whoever is signed in, known before any section is loaded. */
export function usePlaces(): readonly Place[] {
  const { known } = useCatalogue()
  const session = useSession()
  const { pathname } = useLocation()
  const intl = useIntl()
  return useMemo(() => {
    const places = known
      .flatMap(({ nav }) => nav)
      .filter(({ access }) => mayGo(session, access))
      .toSorted((a, b) => a.order - b.order)
    const current = currentPlace(places, pathname)
    return places.map((place) => {
      const { id, path, labelKey, labels, icon } = place
      const edited = labelKey in intl.messages
      const label = edited ? intl.formatMessage({ id: labelKey }) : (inLocale(labels, intl.locale) ?? labelKey)
      return { id, path, icon, label, active: place === current }
    })
  }, [known, session, pathname, intl])
}

/** The place whose path leads the page's by the most parts; else the first in the same part of the product. */
function currentPlace<T extends { readonly path: string }>(places: readonly T[], pathname: string): T | undefined {
  const leading = places.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  const [closest] = leading.toSorted((a, b) => b.path.length - a.path.length)
  return closest ?? places.find(({ path }) => areaOf(path) === areaOf(pathname))
}

/** Whether rail and bottom bar belong to this page: signed in, not hidden, and not on a page for visitors. */
export function useNavigationShown(): boolean {
  const { known } = useCatalogue()
  const session = useSession()
  const { navigationVisible } = usePreferences()
  const { pathname } = useLocation()
  if (session.state === 'anonymous' || !navigationVisible) return false
  const access = routeOf(known, pathname)?.access
  return access === 'user' || access === 'admin'
}
