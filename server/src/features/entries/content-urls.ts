import type { Thumbnail, ThumbnailSize } from '@holdall/api'
import { hour, minute } from '../../infrastructure/clock.ts'
import type { EntryRow } from './space.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'

type Deps = Pick<Infrastructure, 'config' | 'secret' | 'clock'>

/** Whoever has the link of an upload request: its addresses are of thumbnails only. */
interface UploadRequestHolder {
  readonly kind: 'upload-request'
  readonly token: string
}

/** For whom an address is made: a user in one session, the holder of a link in its current state, or that of an upload request. */
export type Holder =
  | { readonly kind: 'user'; readonly id: string; readonly sessionId: string }
  | { readonly kind: 'share'; readonly token: string; readonly grantVersion: number }
  | UploadRequestHolder

/** The holder as an address names it: on the app's own origin, cookies have the session and the grant. */
export type NamedHolder =
  | { readonly kind: 'user'; readonly id: string; readonly sessionId: string | null }
  | { readonly kind: 'share'; readonly token: string; readonly grantVersion: number | null }
  | UploadRequestHolder

/** An address of one kind is none of the other. */
const purposes = { file: 'content-address', thumbnail: 'thumbnail-address', version: 'version-address' } as const
export type AddressedContent = keyof typeof purposes

/**
 * On the app's own origin an address is not enough to open a file: the session, or the grant of a protected link, is
 * required as well. A content origin gets no cookies: there the address itself names the session, or the version of the
 * link, is invalid as soon as that is, and expires within minutes. The expiry is rounded to whole intervals, so that an
 * address stays the same for a while and browsers can cache by it.
 */
const validity = {
  appOrigin: { intervalMs: 6 * hour, intervals: 2 },
  contentOrigin: { intervalMs: 5 * minute, intervals: 2 },
} as const

type FileVersion = Pick<EntryRow, 'id' | 'version'>

/** The signed address of a file's bytes: a path, or absolute on the content origin. */
export function addressOf(deps: Deps, holder: Holder, file: FileVersion): string {
  return `${deps.config.contentUrl ?? ''}/file/${file.id}?${signedQuery(deps, holder, file, 'file')}`
}

/** The same of an earlier content. */
export const versionAddressOf = (deps: Deps, holder: Holder, file: FileVersion): string =>
  `${deps.config.contentUrl ?? ''}/file/${file.id}?${signedQuery(deps, holder, file, 'version')}&earlier=1`

/**
 * The signed addresses of a file's thumbnails, of which `sizes` exist: a missing larger one is replaced by the largest
 * that exists. One signature serves all of them.
 */
export function thumbnailAddressesOf(
  deps: Deps,
  holder: Holder,
  file: FileVersion,
  sizes: ReadonlySet<ThumbnailSize>,
): Thumbnail {
  const query = signedQuery(deps, holder, file, 'thumbnail')
  const address = (size: ThumbnailSize) => `${deps.config.contentUrl ?? ''}/thumbnail/${size}/${file.id}?${query}`
  const xs = address('xs')
  const sm = sizes.has('sm') ? address('sm') : xs
  const lg = sizes.has('lg') ? address('lg') : sm
  return { xs, sm, lg, xl: sizes.has('xl') ? address('xl') : lg }
}

function signedQuery(
  { config, secret, clock }: Deps,
  holder: Holder,
  file: FileVersion,
  content: AddressedContent,
): string {
  const { intervalMs, intervals } = config.contentUrl ? validity.contentOrigin : validity.appOrigin
  const expires = String(((Math.floor(clock.now() / intervalMs) + intervals) * intervalMs) / 1000)
  const named = nameOf(holder, config.contentUrl !== null)
  const version = String(file.version)
  const signature = secret.sign(purposes[content], textOf(file.id, named, version, expires))
  return new URLSearchParams({ for: named, v: version, expires, signature }).toString()
}

export interface Offered {
  readonly id: string
  readonly for: string
  readonly v: string
  readonly expires: string
  readonly signature: string
}

/** The holder that an address names; null when it is forged or has expired. */
export function holderOf({ secret, clock }: Deps, offered: Offered, content: AddressedContent): NamedHolder | null {
  const text = textOf(offered.id, offered.for, offered.v, offered.expires)
  if (!secret.verify(purposes[content], text, offered.signature)) return null
  if (Number(offered.expires) * 1000 <= clock.now()) return null
  const [kind, named = '', state] = offered.for.split('.')
  if (kind === 'r') return { kind: 'upload-request', token: named }
  return kind === 'u'
    ? { kind: 'user', id: named, sessionId: state ?? null }
    : { kind: 'share', token: named, grantVersion: state === undefined ? null : Number(state) }
}

function nameOf(holder: Holder, withState: boolean): string {
  if (holder.kind === 'upload-request') return `r.${holder.token}`
  const [name, state] =
    holder.kind === 'user' ? [`u.${holder.id}`, holder.sessionId] : [`s.${holder.token}`, holder.grantVersion]
  return withState ? `${name}.${state}` : name
}
const textOf = (...parts: readonly string[]) => parts.join('\n')
