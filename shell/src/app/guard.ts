import type { ClientConfig, ManifestRoute, Sections } from '@holdall/api'
import { generatePath, type Session } from '@holdall/section'
import { type KnownSection, routeOf } from '../navigation/catalogue.ts'
import type { Place } from '../navigation/router-link.ts'
import { safeRedirect, signInFor } from './redirect.ts'

export type Decision =
  /** `route` is null for a section of which nothing is known but that it is not there. */
  | { readonly kind: 'show'; readonly id: string; readonly route: ManifestRoute | null }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found' }

export interface Situation {
  readonly place: Place
  readonly session: Session
  readonly config: Pick<ClientConfig, 'installation' | 'allowHomepage'>
  readonly known: readonly KnownSection[]
  readonly composed: Sections
}

const STATUS_CHECK = '/setup-wizard/status-check'
const SIGN_IN = '/sign-in'
const FILES = '/platform/files'

/** What an address shows to whom. Known before any section's code is fetched. */
export function decide({ place, session, config, known, composed }: Situation): Decision {
  const { pathname, search, hash } = place
  const named = (name: string, otherwise: string) => addressOf(known, name) ?? otherwise
  const signedIn = session.state === 'signed-in'

  if (config.installation === 'installation-needed' && !/^\/setup-wizard(\/|$)/.test(pathname))
    return { kind: 'go', to: named('StatusCheck', STATUS_CHECK) + search + hash }
  const files = named('Files', FILES)
  const signIn = named('SignIn', SIGN_IN)
  if (pathname === '/' && !config.allowHomepage) return { kind: 'go', to: signedIn ? files : signIn }

  const route = routeOf(known, pathname)
  if (!route) {
    const id = missingOwner(pathname, composed)
    return id ? { kind: 'show', id, route: null } : { kind: 'not-found' }
  }
  if (signedIn && pathname === signIn) {
    const back = safeRedirect(new URLSearchParams(search).get('redirect'))
    return { kind: 'go', to: back && !back.startsWith(signIn) ? back : files }
  }
  if (route.access !== 'anyone') {
    if (!signedIn) return { kind: 'go', to: signInFor(signIn, pathname + search + hash) }
    if (route.access === 'admin' && session.user.attributes.role !== 'admin') return { kind: 'forbidden' }
  }
  const owner = known.find(({ routes }) => routes.includes(route))
  return owner ? { kind: 'show', id: owner.id, route } : { kind: 'not-found' }
}

function addressOf(known: readonly KnownSection[], name: string): string | null {
  const pattern = known.find(({ namedRoutes }) => name in namedRoutes)?.namedRoutes[name]
  return pattern === undefined ? null : generatePath(pattern)
}

/** First segments of the built-in sections, for the case that a section cannot say so itself. */
const homes: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform', 'user'],
  admin: ['admin'],
  setup: ['install', 'setup-wizard'],
  public: ['sign-in', 'sign-up', 'forgotten-password', 'create-new-password', 'share', 'request', 'page'],
}

function missingOwner(pathname: string, { sections }: Sections): string | null {
  const first = pathname.split('/')[1] ?? ''
  const missing = sections.filter(({ state }) => state === 'broken' || state === 'disabled')
  return missing.find(({ id }) => homes[id]?.includes(first))?.id ?? null
}
