import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { NO_PASSWORD } from '../../infrastructure/passwords/passwords.ts'
import { passkeysOf } from '../passkeys/passkey.store.ts'
import { accountOf } from '../users/user.store.ts'
import { linkNotification } from './link-notifications.ts'
import { deleteLink, linksOf, lockUser } from './linked-sign-in.store.ts'
import { isUsable, providerName } from './present-linked-sign-in.ts'
import type { SocialDeps } from './social-sign-in.ts'

/** Removes a link of the user. Throws `last-sign-in-method` where the account could not be signed in to without it. */
export async function unlink(
  { notifications, signInProviders, transact }: Pick<SocialDeps, 'notifications' | 'signInProviders' | 'transact'>,
  userId: string,
  id: string,
): Promise<void> {
  await transact(async (trx) => {
    recordNoActivity(trx)
    // Two of them at once must not both find the other one left.
    await lockUser(trx, userId)
    const links = await linksOf(trx, userId)
    const link = links.find((row) => row.id === id)
    if (!link) throw refuse('not-found')
    const { user } = await accountOf(trx, userId)
    const isLeft =
      user.password_hash !== NO_PASSWORD ||
      links.some((row) => row.id !== id && isUsable(signInProviders, row)) ||
      (await passkeysOf(trx, userId)).length > 0
    if (!isLeft) throw refuse('last-sign-in-method')
    await deleteLink(trx, userId, id)
    recordUser(trx, userId)
    await notifications.notify(trx, userId, linkNotification('unlinked', providerName(signInProviders, link)))
  })
}
