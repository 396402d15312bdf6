import type { ComposedSection, ManifestNav, ManifestRoute, Sections, ServedSection } from '../resources/section.ts'
import { matchRoute } from './match-route.ts'

/** What is known of a section before any of its code is fetched. */
export interface KnownSection {
  readonly id: string
  readonly routes: readonly ManifestRoute[]
  readonly nav: readonly ManifestNav[]
  readonly namedRoutes: Readonly<Record<string, string>>
}

/**
 * The sections of the page, failed ones included as far as they are known: their routes and navigation entries stay.
 * A section that runs is known by the version that runs.
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

/** What a page loads of a section: the version in use, else the last good one. */
export function servedOf(composed: ComposedSection): ServedSection | null {
  if (composed.state === 'ok') return composed.section
  return composed.state === 'disabled' ? null : composed.fallback
}

interface Owner {
  readonly section: KnownSection
  readonly route: ManifestRoute
}

/** The section and the route that serve a path. */
export function ownerOf(sections: readonly KnownSection[], pathname: string): Owner | null {
  const owners = sections.flatMap((section) => section.routes.map((route) => ({ section, route, path: route.path })))
  return matchRoute(owners, pathname)
}

/** The route that serves a path, of whichever section. */
export function routeOf(sections: readonly KnownSection[], pathname: string): ManifestRoute | null {
  return ownerOf(sections, pathname)?.route ?? null
}

/** The pattern of a named route, of whichever section. */
export function namedRoute(sections: readonly KnownSection[], name: string): string | undefined {
  return sections.find(({ namedRoutes }) => name in namedRoutes)?.namedRoutes[name]
}
