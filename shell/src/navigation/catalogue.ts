import type { ComposedSection, ManifestNav, ManifestRoute, Sections } from '@holdall/api'
import { matchPath } from '@holdall/section'

/** What is known of a section before any of its code is fetched. */
export interface KnownSection {
  readonly id: string
  readonly routes: readonly ManifestRoute[]
  readonly nav: readonly ManifestNav[]
  readonly namedRoutes: Readonly<Record<string, string>>
}

/**
 * The sections of the page, failed ones included as far as they are known: their places stay where people look for
 * them. Of a section that runs it is what runs that counts.
 */
export function knownSections(
  { sections }: Sections,
  running: (id: string) => KnownSection | undefined = () => undefined,
): readonly KnownSection[] {
  return sections.flatMap((section) => running(section.id) ?? known(section) ?? [])
}

function known(composed: ComposedSection): KnownSection | null {
  switch (composed.state) {
    case 'ok':
      return composed.section
    case 'incompatible':
      return {
        id: composed.id,
        routes: composed.routes,
        nav: composed.nav,
        namedRoutes: composed.fallback?.namedRoutes ?? {},
      }
    case 'broken': {
      const { id, routes, nav = [], fallback } = composed
      return fallback ?? (routes ? { id, routes, nav, namedRoutes: {} } : null)
    }
    case 'disabled':
      return null
  }
}

/** The route that serves a path, the most exact one where several do. */
export function routeOf(sections: readonly KnownSection[], pathname: string): ManifestRoute | null {
  const matching = sections
    .flatMap(({ routes }) => routes)
    .filter((route) => matchPath({ path: route.path, end: true }, pathname))
  return matching.toSorted((a, b) => exactness(b.path) - exactness(a.path))[0] ?? null
}

function exactness(path: string): number {
  return path.split('/').reduce((sum, part) => sum + (part === '*' ? -10 : part.startsWith(':') ? 1 : 3), 0)
}
