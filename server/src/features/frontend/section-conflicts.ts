import type { SectionManifest } from '@holdall/api'

/** What may belong to one section only. */
export type Owned = Pick<SectionManifest, 'id' | 'routes' | 'nav' | 'popups' | 'namedRoutes'>

/** A sentence about the first conflict with another section; null when there is none. */
export function conflictWith(section: Owned, others: readonly Owned[]): string | null {
  for (const other of others.filter(({ id }) => id !== section.id)) {
    const { id } = other
    const route = section.routes.find(({ path }) => other.routes.some((theirs) => claimSame(path, theirs.path)))
    if (route) return `Its address ${route.path} belongs to the section ${id}.`
    const nav = section.nav.find((entry) => other.nav.some((theirs) => theirs.id === entry.id))
    if (nav) return `Its navigation entry "${nav.id}" belongs to the section ${id}.`
    const popup = section.popups.find((name) => other.popups.includes(name))
    if (popup !== undefined) return `Its popup "${popup}" belongs to the section ${id}.`
    const named = Object.keys(section.namedRoutes).find((name) => Object.hasOwn(other.namedRoutes, name))
    if (named !== undefined) return `Its named route "${named}" belongs to the section ${id}.`
  }
  return null
}

/** Whether two patterns claim an address both. `/` claims only itself: it is the homepage, and above everything. */
function claimSame(one: string, other: string): boolean {
  const prefixes = [prefixOf(one), prefixOf(other)] as const
  return one === '/' || other === '/' ? prefixes[0] === prefixes[1] : overlaps(...prefixes)
}

/** The prefix that a pattern claims with everything below it: its parts up to the first that is not literal. */
export function prefixOf(pattern: string): string {
  const parts = pattern
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
  const end = parts.findIndex((part) => part.startsWith(':') || part.includes('*') || part.endsWith('?'))
  return `/${(end === -1 ? parts : parts.slice(0, end)).join('/')}`
}

/** Whether one of two prefixes contains the other. */
export function overlaps(a: string, b: string): boolean {
  const within = (inner: string, outer: string) => `${inner}/`.startsWith(outer === '/' ? '/' : `${outer}/`)
  return within(a, b) || within(b, a)
}
