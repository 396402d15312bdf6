import { digest } from '../../infrastructure/ids.ts'
import { type Refusal, refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { endReasonOf } from '../share-links/share-link.store.ts'
import { accountsOfLink, deleteGrant, findPublicLink, hasValidGrant, insertGrant } from './share-grant.store.ts'
import type { VisitorActor } from '../../access/actor.ts'
import { restrictionsOf } from '../../access/restrictions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { day } from '../../infrastructure/clock.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'

export const grantCookie = (shareId: string) => `holdall_grant_${shareId.replaceAll('-', '')}`
const GRANT_TTL_MS = 30 * day

/**
 * The visitor by this link. Throws `not-found` for a link that never existed, or is suspended because its entry is in
 * the trash or the account of its owner or creator is to be deleted, `share-revoked` for one that was revoked,
 * `share-expired` for an expired one, `share-used-up` for one whose downloads are used up, and `owner-restricted` for one
 * whose owner or creator may not download. A locked link gives a visitor with `unlocked: false`.
 */
export async function visitorOf(
  services: Pick<Infrastructure, 'clock' | 'db'>,
  token: string,
  cookies: FastifyRequest['cookies'],
  evenUsedUp = false,
): Promise<VisitorActor> {
  const { db, clock } = services
  const share = await findPublicLink(db, token)
  if (!share) throw await refusalOfEnded(db, token)
  const accounts = await accountsOfLink(db, share)
  if (
    share.trash_root_id !== null ||
    accounts.some((account) => account.deleted_at !== null || account.deletes_at !== null)
  )
    throw refuseSecret('not-found')
  if (share.expires_at !== null && share.expires_at <= clock.now()) throw refuse('share-expired')
  const downloadsLeft = share.download_limit === null ? null : Math.max(0, share.download_limit - share.downloads)
  if (downloadsLeft === 0 && !evenUsedUp) throw refuse('share-used-up')
  if (!accounts.every((account) => restrictionsOf(account, { used: 0, capacity: null }).canDownload))
    throw refuse('owner-restricted')
  const grantId = share.password_hash === null ? null : await grantOf(services, share, cookies)
  return {
    kind: 'visitor',
    shareId: share.id,
    token: share.token,
    rootId: share.entry_id,
    ownerId: share.owner_id,
    creatorId: share.creator_id,
    permission: share.permission,
    canDownload: share.can_download === 1,
    grantVersion: share.grant_version,
    unlocked: share.password_hash === null || grantId !== null,
    grantId,
    downloadsLeft,
  }
}

/** A token cannot be guessed: whoever has that of an ended link may learn that the link existed, and nothing else. */
export async function refusalOfEnded(db: Db, token: string): Promise<Refusal> {
  const reason = await endReasonOf(db, token)
  return reason === undefined ? refuseSecret('not-found') : refuse(`share-${reason}`)
}

/** The id of the valid grant that the browser holds; null where it has none. */
async function grantOf(
  { db, clock }: Pick<Infrastructure, 'clock' | 'db'>,
  share: { readonly id: string; readonly grant_version: number },
  cookies: FastifyRequest['cookies'],
): Promise<string | null> {
  const secret = cookies[grantCookie(share.id)]
  if (!secret) return null
  const id = digest(secret)
  return (await hasValidGrant(db, id, share, clock.now())) ? id : null
}

/** Stores on the server that this browser knows the password; an earlier grant is replaced. */
export async function grantVisit(
  { config, db, transact, clock, ids }: Pick<Infrastructure, 'clock' | 'config' | 'db' | 'ids' | 'transact'>,
  share: { readonly id: string; readonly token: string; readonly grant_version: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secret = ids.token(32)
  const before = request.cookies[grantCookie(share.id)]
  const now = clock.now()
  await transact(async (trx) => {
    if (before) await deleteGrant(trx, digest(before))
    await insertGrant(trx, {
      id: digest(secret),
      share_id: share.id,
      grant_version: share.grant_version,
      created_at: now,
      expires_at: now + GRANT_TTL_MS,
    })
  }).catch(async (error: unknown) => {
    // The link was revoked while its password was checked.
    throw isDbError(error, 'foreign-key') ? await refusalOfEnded(db, share.token) : error
  })
  void reply.setCookie(grantCookie(share.id), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config, reply.request),
    maxAge: GRANT_TTL_MS / 1000,
  })
}
