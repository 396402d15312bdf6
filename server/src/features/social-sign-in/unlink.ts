import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { requireSignInMethod } from '../users/sign-in-methods.store.ts'
import { linkNotification } from './link-notifications.ts'
import { deleteLink, linksOf } from './linked-sign-in.store.ts'
import { providerName } from './present-linked-sign-in.ts'
import type { SocialDeps } from './social-sign-in.ts'

/** Removes a link of the user. Throws `last-sign-in-method` where the account could not be signed in to without it. */
export async function unlink(
  { notifications, signInProviders, transact }: Pick<SocialDeps, 'notifications' | 'signInProviders' | 'transact'>,
  userId: string,
  id: string,
): Promise<void> {
  await transact(async (trx) => {
    recordNoActivity(trx)
    const link = (await linksOf(trx, userId)).find((row) => row.id === id)
    if (!link) throw refuse('not-found')
    await deleteLink(trx, userId, id)
    await requireSignInMethod(trx, signInProviders, userId)
    recordUser(trx, userId)
    await notifications.notify(trx, userId, linkNotification('unlinked', providerName(signInProviders, link)))
  })
}
