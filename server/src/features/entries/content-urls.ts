import { hour, minute } from '../../infrastructure/clock.ts'
import type { EntryRow } from './space.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

type Deps = Pick<Infrastructure, 'config' | 'secret' | 'clock'>

/** For whom an address is made: a user in one session, or the holder of a link in its current state. */
export type Holder =
  | { readonly kind: 'user'; readonly id: string; readonly sessionId: string }
  | { readonly kind: 'share'; readonly token: string; readonly grantVersion: number }

/** As an address names its holder: on the app's own origin cookies tell the session and the grant. */
export type NamedHolder =
  | { readonly kind: 'user'; readonly id: string; readonly sessionId: string | null }
  | { readonly kind: 'share'; readonly token: string; readonly grantVersion: number | null }

const PURPOSE = 'content-address'

/**
 * On the app's own origin an address is only half of what opens a file: the session, or the grant of a protected link,
 * is required as well. A content origin sees no cookies: there the address itself names the session, or the state of
 * the link, and ends with it; it lives a few minutes. Steps keep an address the same for a while, so that browsers cache by it.
 */
const lives = { own: { step: 6 * hour, steps: 2 }, foreign: { step: 5 * minute, steps: 2 } } as const

/** The signed address of a file's bytes: a path, or absolute on the content origin. */
export function addressOf(
  { config, secret, clock }: Deps,
  holder: Holder,
  file: Pick<EntryRow, 'id' | 'version'>,
): string {
  const { step, steps } = config.contentUrl ? lives.foreign : lives.own
  const expires = String(((Math.floor(clock.now() / step) + steps) * step) / 1000)
  const named = nameOf(holder, config.contentUrl !== null)
  const version = String(file.version)
  const query = new URLSearchParams({
    for: named,
    v: version,
    expires,
    signature: secret.sign(PURPOSE, textOf(file.id, named, version, expires)),
  })
  return `${config.contentUrl ?? ''}/file/${file.id}?${query}`
}

export interface Offered {
  readonly id: string
  readonly for: string
  readonly v: string
  readonly expires: string
  readonly signature: string
}

/** Whom a genuine address names; null for a forged one or one past its time. */
export function holderOf({ secret, clock }: Deps, offered: Offered): NamedHolder | null {
  const text = textOf(offered.id, offered.for, offered.v, offered.expires)
  if (!secret.verify(PURPOSE, text, offered.signature)) return null
  if (Number(offered.expires) * 1000 <= clock.now()) return null
  const [kind, named = '', state] = offered.for.split('.')
  return kind === 'u'
    ? { kind: 'user', id: named, sessionId: state ?? null }
    : { kind: 'share', token: named, grantVersion: state === undefined ? null : Number(state) }
}

function nameOf(holder: Holder, withState: boolean): string {
  const [name, state] =
    holder.kind === 'user' ? [`u.${holder.id}`, holder.sessionId] : [`s.${holder.token}`, holder.grantVersion]
  return withState ? `${name}.${state}` : name
}
const textOf = (...parts: readonly string[]) => parts.join('\n')
