import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { invitationsOfAddress, updateInvitation } from './invitation.store.ts'

interface Invited {
  readonly id: string
  /** Of whoever invites. */
  readonly sender: string
  /** Of the team folder. */
  readonly name: string
}

/** Its mail is sent in any case. */
export const invitationNotification = ({ id, sender, name }: Invited): NewNotification => ({
  category: 'team-invitation',
  title: 'notification.team_invitation.title',
  description: 'notification.team_invitation.description',
  values: { sender, name },
  action: { type: 'invitation', params: { id } },
  isMailed: true,
})

/**
 * Notifies an account of the invitations that its address got before: once the address counts as that of its user. Those to
 * team folders of its own end.
 */
export async function notifyInvited(
  { clock, notifications }: Pick<Infrastructure, 'clock'> & { readonly notifications: Notifications },
  trx: Trx,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const now = clock.now()
  for (const invited of await invitationsOfAddress(trx, user.email, now)) {
    if (invited.inviter_id === user.id) {
      recordNoActivity(trx)
      recordTeams(trx, [user.id])
      await updateInvitation(trx, invited.id, { status: 'withdrawn', updated_at: now })
      continue
    }
    await notifications.notify(trx, user.id, invitationNotification(invited))
  }
}
