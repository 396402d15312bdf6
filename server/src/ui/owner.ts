import type { ClientConfig, ComposedSection, ManifestRoute, Sections, ServedSection } from '@holdall/api'
import { fit } from './match.ts'

export interface Owner {
  readonly composed: ComposedSection
  readonly route: ManifestRoute
}

/** The section and the route that a path belongs to, whether or not the section can be loaded. */
export function ownerOf(path: string, { sections }: Sections): Owner | null {
  let best: (Owner & { score: number }) | null = null
  for (const composed of sections) {
    for (const route of routesOf(composed)) {
      const score = fit(route.path, path)
      if (score !== null && (best === null || score > best.score)) best = { composed, route, score }
    }
  }
  return best
}

/** Where the shell's guard will lead: preloading what it then does not show would cost and gain nothing. */
export function landing(path: string, sections: Sections, config: ClientConfig): string {
  const named = (name: string) =>
    sections.sections.map((s) => loaded(s)?.namedRoutes[name]).find((route) => route !== undefined)
  if (config.installation === 'installation-needed') {
    return path.startsWith('/setup-wizard') ? path : (named('StatusCheck') ?? path)
  }
  const signIn = named('SignIn') ?? path
  if (path === '/' && !config.allowHomepage) return signIn
  const access = ownerOf(path, sections)?.route.access ?? 'anyone'
  return access !== 'anyone' && !config.isAuthenticated ? signIn : path
}

/** What the shell will load for a section: the version in use, or the last good one. */
export function loaded(composed: ComposedSection): ServedSection | null {
  if (composed.state === 'ok') return composed.section
  return composed.state === 'disabled' ? null : composed.fallback
}

function routesOf(composed: ComposedSection): readonly ManifestRoute[] {
  const own = loaded(composed)?.routes
  return own ?? (composed.state === 'incompatible' || composed.state === 'broken' ? composed.routes : []) ?? []
}
