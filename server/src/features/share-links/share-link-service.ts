import { type Expiration, MAX_LINKS_PER_ENTRY, type SharePermission } from '@holdall/api'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { day, hour } from '../../infrastructure/clock.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { transactForLinks } from '../entries/change-size.store.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { type EntryRow, entryOf, inSpace, type Space, spaceOf } from '../entries/space.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'
import { charge, storageLimits } from '../storage/quota.store.ts'
import { endShares, endUploadsOfLinks, type LinkSelection } from './ending-links.store.ts'
import { insertShare, isOver, linksOf, ownShare, updateShare } from './share-link.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'engine' | 'ids' | 'settings' | 'transact' | 'transactBulk'>

export interface NewShare {
  readonly name: string | null
  readonly password: string | null
  readonly permission: SharePermission
  readonly canDownload: boolean
  readonly end: LinkEnd
  /** The space of the entry, where a member of it makes the link. */
  readonly creator: Space | null
  readonly downloadLimit: number | null
}

/** When a link is to end: after so many hours, or at a moment (ISO 8601). With neither it does not. */
interface LinkEnd {
  readonly expiration?: Expiration | null | undefined
  readonly expires_at?: string | null | undefined
}

export interface Shared {
  readonly share: ShareRow
  readonly entry: EntryRow
}

/**
 * `alongside` is done in the same transaction. The lock on the space is also the one of the limit: two calls at once do not
 * exceed it.
 */
export async function createShare(
  deps: Deps,
  shared: EntryRow,
  { name, password, permission, canDownload, end, downloadLimit, creator }: NewShare,
  alongside: (trx: Trx, share: ShareRow) => Promise<unknown>,
): Promise<Shared> {
  const { clock, ids } = deps
  const { id: entryId, space_id: spaceId, owner_id: ownerId } = shared
  refuseEditingOf(shared, permission)
  refuseWithoutDownload({ canDownload, permission, downloadLimit })
  const hash = password === null ? null : await hashPassword(password)
  // Links that have expired may have to make room.
  const transact = await transactForLinks(deps, 'entry_id', [entryId])
  const limits = await storageLimits(deps.settings)
  const now = clock.now()
  const id = ids.next()
  const token = ids.token()
  const space = creator ?? (await spaceOf(deps.db, spaceId))
  return inSpace(transact, space, async (trx) => {
    const entry = await entryOf(trx, spaceId, entryId)
    if (!entry) throw refuse('not-found')
    // By now the folder may not allow it to members any more.
    if (creator && (await spaceOf(trx, spaceId)).members_can_share !== 1) throw refuse('not-found')
    await makeRoom(trx, entry, now)
    const share: ShareRow = {
      id,
      token,
      entry_id: entry.id,
      owner_id: ownerId,
      creator_id: creator?.memberId ?? null,
      name: name || null,
      permission,
      can_download: canDownload ? 1 : 0,
      password_hash: hash,
      grant_version: 1,
      ...expiry(end, now),
      download_limit: downloadLimit,
      downloads: 0,
      created_at: now,
      updated_at: now,
    }
    await charge(trx, ownerId, { bytes: 0, items: 1 }, limits)
    await insertShare(trx, share)
    await alongside(trx, share)
    return { share, entry }
  })
}

/** Where an entry has as many links as it can have, those that have expired end. */
async function makeRoom(trx: Trx, { id, owner_id: ownerId }: EntryRow, now: number): Promise<void> {
  const links = await linksOf(trx, id)
  if (links.length < MAX_LINKS_PER_ENTRY) return
  const values = links.filter((link) => isOver(link, now)).map(({ token }) => token)
  if (values.length === 0) {
    throw refuse('too-many-links', { text: 'error.too-many-links.count', values: { count: MAX_LINKS_PER_ENTRY } })
  }
  await endShares(trx, ownerId, { by: 'token', values }, { reason: 'expired', now })
}

export interface ShareChange extends LinkEnd {
  readonly download_limit?: number | null | undefined
  readonly name?: string | null | undefined
  readonly protected?: boolean | undefined
  readonly password?: string | null | undefined
  readonly permission?: SharePermission | undefined
  readonly can_download?: boolean | undefined
}

export async function changeShare(
  { db, transact, clock }: Pick<Deps, 'db' | 'transact' | 'clock'>,
  userId: string,
  token: string,
  change: ShareChange,
): Promise<Shared> {
  // Before a password is hashed, which takes long.
  await linkOf(db, userId, token)
  const hash = change.password && change.protected !== false ? await hashPassword(change.password) : undefined
  return transact(async (trx) => {
    const before = await ownShare(trx, userId, token)
    const entry = before && (await entryOfOwner(trx, before.owner_id, before.entry_id))
    if (!before || !entry) throw refuse('not-found')
    if (change.protected && !hash && before.password_hash === null) {
      throw refuse('validation', { fields: { password: 'field.password.missing' } })
    }
    refuseEditingOf(entry, change.permission)
    refuseWithoutDownload({
      canDownload: change.can_download ?? before.can_download === 1,
      permission: change.permission ?? before.permission,
      downloadLimit: change.download_limit === undefined ? before.download_limit : change.download_limit,
    })
    const now = clock.now()
    // Choosing the same expiration again does not extend it, unless the link has expired.
    const isSameTerm = change.expiration && change.expiration === before.expire_in && !isOver(before, now)
    const isEndChosen = change.expiration !== undefined || change.expires_at !== undefined
    const renewed = isEndChosen && !isSameTerm ? expiry(change, now) : {}
    const { name, download_limit: _, ...rules } = change
    const endsVisits = Object.values(rules).some((value) => value !== undefined)
    const share = await updateShare(
      trx,
      before.id,
      {
        ...renewed,
        ...(name !== undefined && { name: name || null }),
        ...(change.protected === false ? { password_hash: null } : hash ? { password_hash: hash } : {}),
        ...(change.permission && { permission: change.permission }),
        ...(change.can_download !== undefined && { can_download: change.can_download ? 1 : 0 }),
        ...(change.download_limit !== undefined && { download_limit: change.download_limit }),
        updated_at: now,
      },
      { endsVisits },
    )
    if (!endsVisits) return { share, entry }
    const isOpenToAnyone = (link: ShareRow) => link.password_hash === null && link.permission === 'editor'
    // Otherwise its visitors have to unlock it again, or may not upload any more.
    if (!isOpenToAnyone(before) || !isOpenToAnyone(share)) await endUploadsOfLinks(trx, [share.id], now)
    return { share, entry }
  })
}

/** Visitors of a link can change what is in a folder, never a single file. */
function refuseEditingOf(entry: EntryRow, permission: SharePermission | undefined): void {
  if (permission === 'editor' && entry.kind === 'file') {
    throw refuse('validation', { fields: { permission: 'field.permission.folders_only' } })
  }
}

/** A link without downloads has none to limit, and who edits may see what there is to edit. */
function refuseWithoutDownload({
  canDownload,
  permission,
  downloadLimit,
}: Pick<NewShare, 'canDownload' | 'permission' | 'downloadLimit'>): void {
  if (canDownload) return
  if (permission === 'editor') throw refuse('validation', { fields: { can_download: 'field.can_download.editors' } })
  if (downloadLimit !== null) throw refuse('validation', { fields: { can_download: 'field.can_download.limit' } })
}

/** A link that this user owns or made. */
export async function linkOf(db: Db, userId: string, token: string): Promise<ShareRow> {
  const share = await ownShare(db, userId, token)
  if (!share) throw refuse('not-found')
  return share
}

export async function revokeShares(deps: Deps, userId: string, { by, values }: LinkSelection): Promise<number> {
  const transact = await transactForLinks(deps, by, values)
  const end = { reason: 'revoked', now: deps.clock.now() } as const
  return transact((trx) => endShares(trx, userId, { by, values: [...new Set(values)] }, end))
}

const MAX_VALIDITY_MS = 3653 * day

/** Throws `validation` for a moment that has passed or is too far away. */
function expiry({ expiration, expires_at: date }: LinkEnd, now: number) {
  if (expiration) return { expire_in: expiration, expires_at: now + expiration * hour }
  if (!date) return { expire_in: null, expires_at: null }
  const expiresAt = Date.parse(date)
  if (expiresAt <= now) throw refuse('validation', { fields: { expires_at: 'field.expires_at.past' } })
  if (expiresAt > now + MAX_VALIDITY_MS) throw refuse('validation', { fields: { expires_at: 'field.expires_at.far' } })
  return { expire_in: null, expires_at: expiresAt }
}
