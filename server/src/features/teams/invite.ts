import { MAX_TEAM_MEMBERS, type TeamPermission } from '@holdall/api'
import { refuseRestricted } from '../../access/restrictions.ts'
import { recordActivityOf, recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { membersOf, type Space } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { clearInvitationAction } from '../notifications/notification.store.ts'
import { invitationNotification } from '../team-invitations/invitation-notification.ts'
import {
  addressesOf,
  insertInvitation,
  type InvitationRow,
  pendingInvitations,
  updateInvitation,
} from '../team-invitations/invitation.store.ts'
import { requireConfirmedAddress } from '../users/confirmed-address.ts'
import { colorOf } from '../users/create-user.store.ts'
import { findUserByEmail, findUserById } from '../users/user.store.ts'
import { INVITATION_TTL_MS, invitationMailJob } from './team-mails.ts'

export interface Invitee {
  readonly email: string
  readonly permission: TeamPermission
}

export type InviteDeps = Pick<Infrastructure, 'clock' | 'db' | 'ids' | 'jobs' | 'mailer' | 'settings' | 'throttle'> & {
  readonly notifications: Notifications
}

/**
 * Refuses a caller from whom inviting was taken, and one whose address, which is in the mails, was not confirmed. `count`:
 * how many invitations are new.
 */
export async function refuseInviting(deps: InviteDeps, actor: UserActor, count: number): Promise<void> {
  if (count === 0) return
  await refuseRestricted(deps.db, actor, 'invite')
  await requireConfirmedAddress(deps, deps.db, actor.userId)
}

interface NewInvitations {
  readonly space: Space
  readonly name: string
  readonly invitees: readonly Invitee[]
  /** Read before the transaction. */
  readonly memberLimit: number | null
}

/**
 * Invites people to a team folder that the caller has locked. Members, and those who are invited already, are not invited
 * again; an invitation that has expired is a new one. Throws where the folder or the account has too many, or the owner
 * has invited too many.
 */
export async function invite(
  deps: InviteDeps,
  trx: Trx,
  { space, name, invitees, memberLimit }: NewInvitations,
): Promise<void> {
  const { clock, ids, jobs, mailer, notifications, throttle } = deps
  if (invitees.length === 0) return
  const now = clock.now()
  const owner = await findUserById(trx, space.owner_id)
  if (!owner) throw refuse('not-found')
  const permissions = new Map(invitees.map(({ email, permission }) => [email, permission]))
  if (permissions.has(owner.email)) throw refuse('validation', { fields: { invitations: 'field.invitations.own' } })
  const members = await membersOf(trx, space.id)
  const memberIds = new Set(members.map((member) => member.user_id))
  const pending = new Map((await pendingInvitations(trx, [space.id])).map((row) => [row.email, row]))
  const allowed = new Set(await addressesOf(trx, space.owner_id, now))
  let places = memberIds.size + pending.size
  let count = 0
  recordTeams(trx, [space.owner_id, ...memberIds])
  for (const [email, permission] of permissions) {
    const account = await findUserByEmail(trx, email)
    if (account && memberIds.has(account.id)) continue
    const before = pending.get(email)
    if (before && before.expires_at > now) {
      if (before.permission !== permission) {
        await updateInvitation(trx, before.id, { permission, updated_at: now })
        recordNoActivity(trx)
      }
      continue
    }
    if (before) await withdraw(trx, before, now)
    else places++
    if (places > MAX_TEAM_MEMBERS) {
      throw refuse('too-many-members', { text: 'error.too-many-members.count', values: { count: MAX_TEAM_MEMBERS } })
    }
    if (memberLimit !== null && !allowed.has(email) && allowed.size >= memberLimit) throw refuse('member-limit')
    allowed.add(email)
    const id = ids.next()
    await insertInvitation(trx, {
      id,
      space_id: space.id,
      email,
      permission,
      color: colorOf(id),
      inviter_id: owner.id,
      status: 'pending',
      expires_at: now + INVITATION_TTL_MS,
      created_at: now,
      updated_at: now,
    })
    count++
    await jobs.enqueue(trx, invitationMailJob, { id })
    if (!account) continue
    // An address that is not confirmed may be that of somebody else.
    if (!isAddressTrusted(mailer, account)) continue
    await notifications.notify(trx, account.id, invitationNotification({ id, sender: owner.name, name }))
  }
  // Without mail too: each is a row, and a notification of somebody who did not ask for it.
  if (count > 0) await throttle.begin('team-invitation-mail', [{ kind: 'account', value: owner.id }], count, trx)
}

/** Ends an invitation that was not answered. */
export async function withdraw(trx: Trx, invitation: InvitationRow, now: number): Promise<void> {
  await updateInvitation(trx, invitation.id, { status: 'withdrawn', updated_at: now })
  const { space_id: rootOf, email, expires_at: expiresAt } = invitation
  if (rootOf === null || expiresAt <= now) recordNoActivity(trx)
  else recordActivityOf(trx, 'invitation-withdrawn', { rootOf }, { isForOwner: true, details: { email } })
  const account = await findUserByEmail(trx, invitation.email)
  if (account) await clearInvitationAction(trx, account.id, invitation.id)
}

/** Ends all invitations to a team folder that were not answered. */
export async function withdrawAll(trx: Trx, space: Pick<Space, 'id'>, now: number): Promise<void> {
  for (const pending of await pendingInvitations(trx, [space.id])) await withdraw(trx, pending, now)
}
