import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findInvitation } from './invitation.store.ts'
import { isInvitationSecret } from './invitation-secret.ts'

/**
 * Whether somebody who signs up with an address has the mail of an invitation that was sent to it, which shows that the
 * address is theirs.
 */
export async function isInvitedAddress(
  deps: Pick<Infrastructure, 'clock' | 'db' | 'secret'>,
  email: string,
  offered: { readonly id: string; readonly secret: string } | undefined,
): Promise<boolean> {
  if (!offered) return false
  const invitation = await findInvitation(deps.db, offered.id)
  return (
    invitation?.email === email &&
    invitation.status === 'pending' &&
    invitation.space_id !== null &&
    invitation.expires_at > deps.clock.now() &&
    isInvitationSecret(deps, invitation, offered.secret)
  )
}
