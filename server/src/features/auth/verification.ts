import type { Actor } from '../../access/actor.ts'
import { day } from '../../infrastructure/clock.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { findUserById, markVerified } from '../users/user.store.ts'

const PURPOSE = 'verify-email'
const LINK_TTL_MS = 3 * day

interface Account {
  readonly id: string
  readonly email: string
  readonly password_hash: string
}

/**
 * The password hash is signed too: a link confirms only the sign-up that it was sent for, not another of the same
 * address.
 */
const signedText = ({ id, email, password_hash }: Account, expires: string) =>
  `${id}.${email}.${expires}.${digest(password_hash)}`

/** The page that the link in the mail opens, relative to the public URL. */
export const verificationPage = (id: string, query: Readonly<Record<string, string>>) =>
  `/verify-email/${id}?${new URLSearchParams(query).toString()}`

export function verificationLink(
  { secret, clock }: Pick<Infrastructure, 'secret' | 'clock'>,
  account: Account,
): string {
  const expires = String(clock.now() + LINK_TTL_MS)
  return verificationPage(account.id, { expires, signature: secret.sign(PURPOSE, signedText(account, expires)) })
}

/**
 * Confirms the address; confirming it again is no error. Throws `not-found` for a link that was not signed here or is
 * for another address or an earlier sign-up, and `link-expired` for one that is too old. An account that is used without a
 * confirmed address may be that of another person than the reader of the mail: it needs its session, else
 * `sign-in-required`.
 */
export async function confirmAddress(
  services: Pick<Infrastructure, 'db' | 'secret' | 'clock' | 'transact'> & { readonly notifications: Notifications },
  actor: Actor,
  id: string,
  { expires, signature }: { readonly expires: string; readonly signature: string },
): Promise<void> {
  const { db, secret, clock, transact } = services
  const accountOfLink = async (on: Db | Trx) => {
    const user = await findUserById(on, id)
    if (!user || !secret.verify(PURPOSE, signedText(user, expires), signature)) throw refuseSecret('not-found')
    return user
  }
  const account = await accountOfLink(db)
  if (account.verified_at !== null) return
  if (Number(expires) <= clock.now()) throw refuse('link-expired')
  const isOwn = actor.kind === 'user' && actor.userId === id
  if (account.usable_unconfirmed === 1 && !isOwn) throw refuse('sign-in-required')
  await transact(async (trx) => {
    // Somebody else may have signed up with the address since.
    const user = await accountOfLink(trx)
    await markVerified(trx, id, clock.now())
    await notifyInvited(services, trx, user)
  })
}
