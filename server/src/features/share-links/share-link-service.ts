import type { Expiration, SharePermission } from '@holdall/api'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { hour } from '../../infrastructure/clock.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { transactForLinks } from '../entries/change-size.store.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { type EntryRow, entryOf } from '../entries/space.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type ShareRow, sharesOf } from '../entries/entry-links.store.ts'
import { abandonUploadsOfLinks } from '../uploads/upload.store.ts'
import { endShares, insertShare, isOver, ownShare, updateShare } from './share-link.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'engine' | 'ids' | 'transact' | 'transactBulk'>

export interface NewShare {
  readonly password: string | null
  readonly permission: SharePermission
  /** Hours. */
  readonly expiration: Expiration | null
}

export interface Shared {
  readonly share: ShareRow
  readonly entry: EntryRow
}

/** `alongside` is done in the same transaction. */
export async function createShare(
  deps: Deps,
  { id: entryId, space_id: spaceId, owner_id: ownerId }: EntryRow,
  { password, permission, expiration }: NewShare,
  alongside: (trx: Trx, share: ShareRow) => Promise<unknown>,
): Promise<Shared> {
  const { clock, ids } = deps
  const hash = password === null ? null : await hashPassword(password)
  // A link that has expired ends.
  const transact = await transactForLinks(deps, 'entry_id', [entryId])
  const now = clock.now()
  const id = ids.next()
  const token = ids.token()
  try {
    return await transact(async (trx) => {
      const entry = await entryOf(trx, spaceId, entryId)
      if (!entry || entry.kind === 'root') throw refuse('not-found')
      refuseEditingOf(entry, permission)
      const before = (await sharesOf(trx, [entry.id])).get(entry.id)
      if (before && !isOver(before, now)) throw refuse('already-shared')
      if (before) await endShares(trx, ownerId, [before.token], { reason: 'expired', now })
      const share: ShareRow = {
        id,
        token,
        entry_id: entry.id,
        owner_id: ownerId,
        permission,
        password_hash: hash,
        grant_version: 1,
        ...expiry(expiration, now),
        created_at: now,
        updated_at: now,
      }
      await insertShare(trx, share)
      await alongside(trx, share)
      return { share, entry }
    })
  } catch (error) {
    if (isDbError(error, 'unique')) throw refuse('already-shared')
    throw error
  }
}

export interface ShareChange {
  readonly protected?: boolean | undefined
  readonly password?: string | null | undefined
  readonly permission?: SharePermission | undefined
  readonly expiration?: Expiration | null | undefined
}

export async function changeShare(
  { transact, clock }: Pick<Deps, 'transact' | 'clock'>,
  ownerId: string,
  token: string,
  change: ShareChange,
): Promise<Shared> {
  const hash = change.password && change.protected !== false ? await hashPassword(change.password) : undefined
  return transact(async (trx) => {
    const before = await ownShare(trx, ownerId, token)
    const entry = before && (await entryOfOwner(trx, ownerId, before.entry_id))
    if (!before || !entry) throw refuse('not-found')
    if (change.protected && !hash && before.password_hash === null) {
      throw refuse('validation', { fields: { password: 'field.password.missing' } })
    }
    refuseEditingOf(entry, change.permission)
    const now = clock.now()
    // Choosing the same expiration again does not extend it, unless the link has expired.
    const renewed =
      change.expiration !== undefined && (change.expiration !== before.expire_in || isOver(before, now))
        ? expiry(change.expiration, now)
        : {}
    const share = await updateShare(trx, before.id, {
      ...renewed,
      ...(change.protected === false ? { password_hash: null } : hash ? { password_hash: hash } : {}),
      ...(change.permission && { permission: change.permission }),
      updated_at: now,
    })
    const isOpenToAnyone = (link: ShareRow) => link.password_hash === null && link.permission === 'editor'
    // Otherwise its visitors have to unlock it again, or may not upload any more.
    if (!isOpenToAnyone(before) || !isOpenToAnyone(share)) await abandonUploadsOfLinks(trx, ownerId, [share.id], now)
    return { share, entry }
  })
}

/** Visitors of a link can change what is in a folder, never a single file. */
function refuseEditingOf(entry: EntryRow, permission: SharePermission | undefined): void {
  if (permission === 'editor' && entry.kind === 'file') {
    throw refuse('validation', { fields: { permission: 'field.permission.folders_only' } })
  }
}

/** A link of this owner. */
export async function linkOf(db: Db, ownerId: string, token: string): Promise<ShareRow> {
  const share = await ownShare(db, ownerId, token)
  if (!share) throw refuse('not-found')
  return share
}

export async function revokeShares(deps: Deps, ownerId: string, tokens: readonly string[]): Promise<number> {
  const transact = await transactForLinks(deps, 'token', tokens)
  const end = { reason: 'revoked', now: deps.clock.now() } as const
  return transact((trx) => endShares(trx, ownerId, [...new Set(tokens)], end))
}

const expiry = (hours: Expiration | null, now: number) => ({
  expire_in: hours,
  expires_at: hours === null ? null : now + hours * hour,
})
