import type { Expiration, SharePermission } from '@holdall/api'
import { hashPassword } from '../auth/passwords.ts'
import { hour } from '../clock.ts'
import { isDbError } from '../db/errors.ts'
import { type EntryRow, entryOf, homeOf } from '../files/space.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { endShares, insertShare, ownShare, type ShareRow, sharesOf, updateShare } from './store.ts'

type Deps = Pick<Services, 'db' | 'transact' | 'clock' | 'ids'>

export interface NewShare {
  readonly entryId: string
  readonly password: string | null
  readonly permission: SharePermission
  /** Hours. */
  readonly expiration: Expiration | null
}

export interface Shared {
  readonly share: ShareRow
  readonly entry: EntryRow
}

export async function createShare(deps: Deps, ownerId: string, wanted: NewShare): Promise<Shared> {
  const { db, transact, clock, ids } = deps
  const space = await homeOf(db, ownerId)
  const hash = wanted.password === null ? null : await hashPassword(wanted.password)
  const now = clock.now()
  const id = ids.next()
  const token = ids.token()
  try {
    return await transact(async (trx) => {
      const entry = await entryOf(trx, space.id, wanted.entryId)
      if (!entry || entry.kind === 'root') throw refuse('not-found')
      const before = (await sharesOf(trx, [entry.id])).get(entry.id)
      if (before && !isOver(before, now)) throw refuse('already-shared')
      if (before) await endShares(trx, ownerId, [before.token], { reason: 'expired', now })
      const share: ShareRow = {
        id,
        token,
        entry_id: entry.id,
        owner_id: ownerId,
        permission: entry.kind === 'folder' ? wanted.permission : 'visitor',
        password_hash: hash,
        grant_version: 1,
        ...expiry(wanted.expiration, now),
        created_at: now,
        updated_at: now,
      }
      await insertShare(trx, share)
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

export async function changeShare(deps: Deps, ownerId: string, token: string, change: ShareChange): Promise<Shared> {
  const { db, transact, clock } = deps
  const space = await homeOf(db, ownerId)
  const hash = change.password && change.protected !== false ? await hashPassword(change.password) : undefined
  return transact(async (trx) => {
    const before = await ownShare(trx, ownerId, token)
    const entry = before && (await entryOf(trx, space.id, before.entry_id, 'any'))
    if (!before || !entry) throw refuse('not-found')
    if (change.protected && !hash && before.password_hash === null) {
      throw refuse('validation', { errors: { password: ['Enter a password.'] } })
    }
    const now = clock.now()
    // Choosing the same again does not prolong, unless the time is over.
    const renewed =
      change.expiration !== undefined && (change.expiration !== before.expire_in || isOver(before, now))
        ? expiry(change.expiration, now)
        : {}
    const share = await updateShare(trx, before.id, {
      ...renewed,
      ...(change.protected === false ? { password_hash: null } : hash ? { password_hash: hash } : {}),
      ...(change.permission && entry.kind === 'folder' && { permission: change.permission }),
      updated_at: now,
    })
    return { share, entry }
  })
}

export function revokeShares({ transact, clock }: Deps, ownerId: string, tokens: readonly string[]): Promise<number> {
  const end = { reason: 'revoked', now: clock.now() } as const
  return transact((trx) => endShares(trx, ownerId, [...new Set(tokens)], end))
}

const isOver = (share: ShareRow, now: number) => share.expires_at !== null && share.expires_at <= now

const expiry = (hours: Expiration | null, now: number) => ({
  expire_in: hours,
  expires_at: hours === null ? null : now + hours * hour,
})
