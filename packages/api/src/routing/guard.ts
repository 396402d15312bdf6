import type { Role } from '../resources/field-types.ts'
import type { ClientConfig } from '../resources/client-config.ts'
import type { BootData, ManifestRoute, Sections } from '../resources/section.ts'
import { type KnownSection, knownSections, namedRoute, ownerOf } from './known-sections.ts'
import { addressOf } from './match-route.ts'
import { safeRedirect, signInFor } from './redirect.ts'

/** The part of a URL that the router uses. */
export interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** What to do at an address: show a section, redirect to a path, or show an error page. */
export type Decision =
  /** `id` names the section. `route` is null where the section's routes are not known because it cannot be read. */
  | { readonly kind: 'show'; readonly id: string; readonly route: ManifestRoute | null }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }

export interface GuardInput {
  readonly place: Place
  /** Of the signed-in user; null for a visitor. */
  readonly role: Role | null
  /** Whether the account of the user is to be deleted; default: no. */
  readonly isEnding?: boolean
  readonly config: Pick<ClientConfig, 'installation' | 'allowHomepage'>
  readonly known: readonly KnownSection[]
  readonly composed: Sections
}

const STATUS_CHECK = '/setup-wizard/status-check'
const SIGN_IN = '/sign-in'
const FILES = '/platform/files'
const KEEP_ACCOUNT = '/user/keep-account'

/**
 * What an address shows to its caller, decided before any code of a section is fetched. Server and shell use it, so
 * that both decide the same.
 */
export function decide({ place, role, isEnding = false, config, known, composed }: GuardInput): Decision {
  const { pathname, search, hash } = place
  const named = (name: string, standard: string) => addressOf(namedRoute(known, name) ?? standard) ?? standard

  if (config.installation === 'installation-needed' && !/^\/setup-wizard(\/|$)/.test(pathname))
    return { kind: 'go', to: named('StatusCheck', STATUS_CHECK) + search + hash }
  const files = named('Files', FILES)
  const signIn = named('SignIn', SIGN_IN)
  if (pathname === '/' && !config.allowHomepage) return { kind: 'go', to: role ? files : signIn }

  const owner = ownerOf(known, pathname)
  if (!owner) {
    const id = missingOwner(pathname, known, composed)
    return id === null ? { kind: 'not-found' } : { kind: 'show', id, route: null }
  }
  const { section, route } = owner
  if (role && pathname === signIn) {
    const back = safeRedirect(new URLSearchParams(search).get('redirect'))
    // After signing in on the homepage the files are next.
    const leadsOn = back !== null && !back.startsWith(signIn) && back !== '/'
    return { kind: 'go', to: leadsOn ? back : files }
  }
  if (route.access !== 'anyone') {
    if (!role) return { kind: 'go', to: signInFor(signIn, pathname + search + hash) }
    // There it can be kept; nothing else of it can be used.
    if (isEnding && pathname !== KEEP_ACCOUNT) return { kind: 'go', to: KEEP_ACCOUNT }
    if (route.access === 'admin' && role !== 'admin') return { kind: 'forbidden' }
  }
  return { kind: 'show', id: section.id, route }
}

/** The longest chain of redirects: from an address to SignIn, from there to Files, and where the account is to be deleted, to its page. */
const MAX_REDIRECTS = 3

/** The decision for a page after its redirects, and the path where they end. */
export interface Landing {
  readonly pathname: string
  readonly decision: Decision
}

/** What the page of an address shows first, decided from the data inlined in the page. */
export function landingOf({ config, user, sections }: BootData, place: Place): Landing {
  // In development the page does not have its user. The role that may see every page is then the better assumption.
  const role = user?.attributes.role ?? (config.isAuthenticated ? 'admin' : null)
  const isEnding = user != null && user.attributes.deletes_at !== null
  const known = knownSections(sections)
  const decideAt = (at: Place) => decide({ place: at, role, isEnding, config, known, composed: sections })
  let at = place
  let decision = decideAt(at)
  for (let redirects = 0; decision.kind === 'go' && redirects < MAX_REDIRECTS; redirects++) {
    at = new URL(decision.to, 'http://localhost')
    decision = decideAt(at)
  }
  return { pathname: at.pathname, decision }
}

/** First path segments of the built-in sections, for a section whose manifest cannot be read. */
const builtInPaths: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform', 'user'],
  admin: ['admin'],
  setup: ['install', 'setup-wizard'],
  public: ['sign-in', 'sign-up', 'forgotten-password', 'create-new-password', 'share', 'request', 'page'],
}

function missingOwner(pathname: string, known: readonly KnownSection[], { sections }: Sections): string | null {
  const first = pathname.split('/')[1] ?? ''
  const missing = sections.filter((section) => known.every(({ id }) => id !== section.id))
  return missing.find(({ id }) => Object.hasOwn(builtInPaths, id) && builtInPaths[id]?.includes(first))?.id ?? null
}
