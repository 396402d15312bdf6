import { digest } from '../ids.ts'
import { type Refusal, refuse, refuseSecret } from '../http/refusal.ts'
import { isDbError } from '../db/errors.ts'
import type { Db } from '../db/transact.ts'
import type { Services } from '../services.ts'
import { endReasonOf } from '../sharing/store.ts'
import type { Actor } from './actor.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { day } from '../clock.ts'
import { isSecure } from '../sessions/cookie.ts'

export type Visitor = Extract<Actor, { kind: 'visitor' }>

export const grantCookie = (shareId: string) => `holdall_grant_${shareId.replaceAll('-', '')}`
const grantLife = 30 * day

/**
 * Who holds this link, now. Throws `not-found` for a link that never existed or is suspended because its entry lies in
 * the trash, `share-revoked` for one that was revoked, and `share-expired` past its time. A locked link gives a visitor
 * with `unlocked: false`.
 */
export async function visitorOf(
  services: Services,
  token: string,
  cookies: FastifyRequest['cookies'],
  via: Actor,
): Promise<Visitor> {
  const { db, clock } = services
  const share = await db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .innerJoin('users', 'users.id', 'shares.owner_id')
    .select([
      'shares.id',
      'shares.token',
      'shares.entry_id',
      'shares.owner_id',
      'shares.permission',
      'shares.password_hash',
      'shares.grant_version',
      'shares.expires_at',
      'entries.trash_root_id',
      'users.deleted_at',
    ])
    .where('shares.token', '=', token)
    .executeTakeFirst()
  if (!share) throw await refusalOfEnded(db, token)
  if (share.trash_root_id !== null || share.deleted_at !== null) throw refuseSecret('not-found')
  if (share.expires_at !== null && share.expires_at <= clock.now()) throw refuse('share-expired')
  return {
    kind: 'visitor',
    shareId: share.id,
    token: share.token,
    rootId: share.entry_id,
    ownerId: share.owner_id,
    permission: share.permission,
    grantVersion: share.grant_version,
    unlocked: share.password_hash === null || (await hasGrant(services, share, cookies)),
    via,
  }
}

/** A token cannot be guessed: who has that of a link that ended may know that there was one, and nothing else. */
async function refusalOfEnded(db: Db, token: string): Promise<Refusal> {
  const reason = await endReasonOf(db, token)
  return reason === undefined ? refuseSecret('not-found') : refuse(`share-${reason}`)
}

async function hasGrant(
  { db, clock }: Services,
  share: { readonly id: string; readonly grant_version: number },
  cookies: FastifyRequest['cookies'],
): Promise<boolean> {
  const secret = cookies[grantCookie(share.id)]
  if (!secret) return false
  const grant = await db
    .selectFrom('share_grants')
    .select('id')
    .where('id', '=', digest(secret))
    .where('share_id', '=', share.id)
    .where('grant_version', '=', share.grant_version)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return grant !== undefined
}

/** Remembers on the server that this browser knows the password; a grant from before is replaced. */
export async function grantVisit(
  { config, db, transact, clock, ids }: Services,
  share: { readonly id: string; readonly token: string; readonly grant_version: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secret = ids.token(32)
  const before = request.cookies[grantCookie(share.id)]
  const now = clock.now()
  await transact(async (trx) => {
    if (before) await trx.deleteFrom('share_grants').where('id', '=', digest(before)).execute()
    await trx
      .insertInto('share_grants')
      .values({
        id: digest(secret),
        share_id: share.id,
        grant_version: share.grant_version,
        created_at: now,
        expires_at: now + grantLife,
      })
      .execute()
  }).catch(async (error: unknown) => {
    // The link was revoked while its password was checked.
    throw isDbError(error, 'foreign-key') ? await refusalOfEnded(db, share.token) : error
  })
  void reply.setCookie(grantCookie(share.id), secret, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config),
    maxAge: grantLife / 1000,
  })
}
