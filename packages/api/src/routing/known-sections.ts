import type { ComposedSection, ManifestNav, ManifestRoute, Sections, ServedSection } from '../resources/section.ts'
import { matchRoute } from './match-route.ts'

/** What is known about a section before any of its code is fetched. */
export interface KnownSection {
  readonly id: string
  readonly routes: readonly ManifestRoute[]
  readonly nav: readonly ManifestNav[]
  readonly namedRoutes: Readonly<Record<string, string>>
}

/**
 * The sections of the page. One that failed keeps its routes and navigation entries where they can be read. `running`
 * returns the version of a section that already runs, which takes precedence.
 */
export function knownSections(
  { sections }: Sections,
  running: (id: string) => KnownSection | undefined = () => undefined,
): readonly KnownSection[] {
  return sections.flatMap((section) => running(section.id) ?? known(section) ?? [])
}

function known(composed: ComposedSection): KnownSection | null {
  const served = servedOf(composed)
  if (served || composed.state === 'ok' || composed.state === 'disabled') return served
  const { id, routes, nav = [] } = composed
  return routes ? { id, routes, nav, namedRoutes: {} } : null
}

/** The version of a section that a page loads: the one in use, else the last good one; null without either. */
export function servedOf(composed: ComposedSection): ServedSection | null {
  if (composed.state === 'ok') return composed.section
  return composed.state === 'disabled' ? null : composed.fallback
}

interface Owner {
  readonly section: KnownSection
  readonly route: ManifestRoute
}

/** The section and the route that serve a path; null where none does. */
export function ownerOf(sections: readonly KnownSection[], pathname: string): Owner | null {
  const owners = sections.flatMap((section) => section.routes.map((route) => ({ section, route, path: route.path })))
  return matchRoute(owners, pathname)
}

/** The route that serves a path; null where none does. */
export function routeOf(sections: readonly KnownSection[], pathname: string): ManifestRoute | null {
  return ownerOf(sections, pathname)?.route ?? null
}

/** The path pattern of a named route; undefined where no section has one of that name. */
export function namedRoute(sections: readonly KnownSection[], name: string): string | undefined {
  return sections.find(({ namedRoutes }) => name in namedRoutes)?.namedRoutes[name]
}
