import { useMemo } from 'react'
import { inLocale, type RouteAccess } from '@holdall/api'
import { type Session, useLocation, useSession } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useCatalogue } from '../host/host-provider.tsx'
import { routeOf } from '@holdall/api/routing'

/** An entry of the navigation, in the user's language. */
export interface NavigationEntry {
  readonly id: string
  readonly path: string
  readonly label: string
  readonly icon: string
  readonly active: boolean
}

/** Whether the session may see routes with this access. The server checks every request itself. */
export function canAccess(session: Session, access: RouteAccess): boolean {
  if (access === 'anyone') return true
  if (session.state === 'anonymous') return false
  return access === 'user' || session.user.attributes.role === 'admin'
}

/** The first segment of a path: `/user/profile` -> `user`. */
const areaOf = (path: string) => path.split('/')[1]

/** The entries that the session may see; known before any section is loaded. */
export function useNavigationEntries(): readonly NavigationEntry[] {
  const { known } = useCatalogue()
  const session = useSession()
  const { pathname } = useLocation()
  const intl = useIntl()
  return useMemo(() => {
    const entries = known
      .flatMap(({ nav }) => nav)
      .filter(({ access }) => canAccess(session, access))
      .toSorted((a, b) => a.order - b.order)
    const current = currentEntry(entries, pathname)
    return entries.map((entry) => {
      const { id, path, labelKey, labels, icon } = entry
      const edited = labelKey in intl.messages
      const label = edited ? intl.formatMessage({ id: labelKey }) : (inLocale(labels, intl.locale) ?? labelKey)
      return { id, path, icon, label, active: entry === current }
    })
  }, [known, session, pathname, intl])
}

/** The entry with the longest path that the page's path starts with; else the first one in the same area. */
function currentEntry<T extends { readonly path: string }>(entries: readonly T[], pathname: string): T | undefined {
  const prefixes = entries.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  const [longest] = prefixes.toSorted((a, b) => b.path.length - a.path.length)
  return longest ?? entries.find(({ path }) => areaOf(path) === areaOf(pathname))
}

/** Whether this page has a rail or bottom bar: for signed-in users, not on public pages. */
export function useNavigationShown(): boolean {
  const { known } = useCatalogue()
  const session = useSession()
  const { pathname } = useLocation()
  if (session.state === 'anonymous') return false
  const access = routeOf(known, pathname)?.access
  return access === 'user' || access === 'admin'
}
