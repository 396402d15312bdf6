import { useMemo } from 'react'
import type { RouteAccess } from '@holdall/api'
import { type Session, useLocation, usePreferences, useSession } from '@holdall/section'
import { useIntl } from 'react-intl'
import { useShell } from '../host-provider.tsx'
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
  const { knownSections } = useShell()
  const session = useSession()
  const { pathname } = useLocation()
  const intl = useIntl()
  return useMemo(
    () =>
      knownSections
        .flatMap(({ nav }) => nav)
        .filter(({ access }) => mayGo(session, access))
        .toSorted((a, b) => a.order - b.order)
        .map(({ id, path, labelKey, labels, icon }) => {
          const edited = labelKey in intl.messages
          return {
            id,
            path,
            icon,
            label: edited ? intl.formatMessage({ id: labelKey }) : (labels[intl.locale] ?? labels['en-US'] ?? labelKey),
            active: areaOf(path) === areaOf(pathname),
          }
        }),
    [knownSections, session, pathname, intl],
  )
}

/** Whether rail and bottom bar belong to this page: signed in, not hidden, and not on a page for visitors. */
export function useNavigationShown(): boolean {
  const { knownSections } = useShell()
  const session = useSession()
  const { navigationVisible } = usePreferences()
  const { pathname } = useLocation()
  if (session.state === 'anonymous' || !navigationVisible) return false
  const access = routeOf(knownSections, pathname)?.access
  return access === 'user' || access === 'admin'
}
