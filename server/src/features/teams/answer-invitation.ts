import { MAX_TEAM_FOLDERS } from '@holdall/api'
import type { Actor } from '../../access/actor.ts'
import { hasPermission } from '../../access/can.ts'
import { recordActivityOf, recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { Refusal, refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { entryOf, inSpace, membersOf, type Space, spaceOf } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { clearInvitationAction } from '../notifications/notification.store.ts'
import {
  findInvitation,
  type InvitationOfAddress,
  type InvitationRow,
  invitationsOfAddress,
  updateInvitation,
} from '../team-invitations/invitation.store.ts'
import { isInvitationSecret } from '../team-invitations/invitation-secret.ts'
import { findUserByEmail, findUserById } from '../users/user.store.ts'
import { countMemberships, insertMember, setPermission } from './team.store.ts'

export type AnswerDeps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'secret' | 'transact'> & {
  readonly notifications: Notifications
}

interface Asked {
  readonly id: string
  /** Of the mail. */
  readonly secret: string | undefined
}

/** An invitation that can be answered, or was. */
export interface OpenInvitation {
  readonly invitation: InvitationRow
  readonly space: Space
  /** The team folder. */
  readonly name: string
}

/**
 * Whether the session is of the invited address. Throws `address-unconfirmed` where it is, and nobody has confirmed that the
 * address is that of its user.
 */
async function isInvited({ db, mailer }: AnswerDeps, actor: Actor, { email }: InvitationRow): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const user = await findUserById(db, actor.userId)
  if (user?.email !== email) return false
  if (!isAddressTrusted(mailer, user)) throw refuse('address-unconfirmed')
  return true
}

/** Those of the session's address that can be answered now, the oldest first. Throws `address-unconfirmed`. */
export async function invitationsOf(
  { clock, db, mailer }: Pick<AnswerDeps, 'clock' | 'db' | 'mailer'>,
  actor: UserActor,
): Promise<InvitationOfAddress[]> {
  const user = await findUserById(db, actor.userId)
  if (!user) return []
  if (!isAddressTrusted(mailer, user)) throw refuse('address-unconfirmed')
  return invitationsOfAddress(db, user.email, clock.now())
}

/**
 * The invitation, for whoever shows to be invited: by the secret of the mail or by a session. The id alone answers
 * `not-found`, as an unknown one does. Throws `invitation-ended` where it can be answered no more.
 */
export async function openInvitation(deps: AnswerDeps, actor: Actor, { id, secret }: Asked): Promise<OpenInvitation> {
  const invitation = await findInvitation(deps.db, id)
  if (!invitation) throw refuseSecret('not-found')
  const isProven = isInvitationSecret(deps, invitation, secret) || (await isInvited(deps, actor, invitation))
  if (!isProven) throw refuseSecret('not-found')
  const open = await stillOpen(deps, deps.db, invitation)
  // The owner has the invited address by now.
  if (actor.kind === 'user' && actor.userId === open.space.owner_id) throw refuse('invitation-ended')
  return open
}

async function stillOpen({ clock }: AnswerDeps, db: Db, invitation: InvitationRow): Promise<OpenInvitation> {
  const { space_id: spaceId, status, expires_at: expiresAt, inviter_id: inviterId } = invitation
  const isOver = status === 'withdrawn' || (status === 'pending' && expiresAt <= clock.now())
  if (spaceId === null || isOver || !(await findUserById(db, inviterId))) throw refuse('invitation-ended')
  const space = await spaceOf(db, spaceId)
  const root = await entryOf(db, space.id, space.root_id)
  if (!root) throw refuse('invitation-ended')
  return { invitation, space, name: root.name }
}

/** In the transaction that answers it: by now it may have been answered or withdrawn, or the folder may be gone. */
async function readAgain(deps: AnswerDeps, trx: Trx, id: string): Promise<OpenInvitation> {
  const invitation = await findInvitation(trx, id)
  if (!invitation) throw refuse('invitation-ended')
  const open = await stillOpen(deps, trx, invitation)
  if (open.invitation.status !== 'pending') throw refuse('invitation-used')
  return open
}

/** The session becomes a member. It has to be of the invited address; the secret alone is for signing up. */
export const acceptInvitation = (deps: AnswerDeps, actor: UserActor, asked: Asked): Promise<OpenInvitation> =>
  clearingOffer(deps, actor, asked, () => accept(deps, actor, asked))

export const declineInvitation = (deps: AnswerDeps, actor: Actor, asked: Asked): Promise<OpenInvitation> =>
  clearingOffer(deps, actor, asked, () => decline(deps, actor, asked))

/** The notification of an invitation that ended by itself, as by its time, still offers to answer it: not any more. */
async function clearingOffer<T>(deps: AnswerDeps, actor: Actor, { id }: Asked, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    const isOver = error instanceof Refusal && (error.code === 'invitation-ended' || error.code === 'not-found')
    if (isOver && actor.kind === 'user') {
      await deps.transact((trx) => clearInvitationAction(trx, actor.userId, id))
    }
    throw error
  }
}

async function accept(deps: AnswerDeps, actor: UserActor, asked: Asked): Promise<OpenInvitation> {
  const { space, invitation } = await openInvitation(deps, actor, asked)
  if (!(await isInvited(deps, actor, invitation))) throw refuse('wrong-account')
  if (invitation.status !== 'pending') throw refuse('invitation-used')
  const { userId } = actor
  return inFolder(deps, space, async (trx) => {
    const { invitation: row, name } = await readAgain(deps, trx, invitation.id)
    const now = deps.clock.now()
    await becomeMember(trx, { space, userId, permission: row.permission, now })
    await updateInvitation(trx, row.id, { status: 'accepted', updated_at: now })
    await recordAnswer(trx, space, userId, row.id)
    const member = await findUserById(trx, userId)
    await deps.notifications.notify(trx, space.owner_id, {
      category: 'team-invitation',
      title: 'notification.team_accepted.title',
      description: 'notification.team_accepted.description',
      values: { member: member?.name ?? '', name },
      action: {
        type: 'route',
        params: { route: 'TeamFolders', id: space.root_id, button: 'notification.show_team_folder' },
      },
    })
    return { invitation: { ...row, status: 'accepted' }, space, name }
  })
}

/** A member, who was invited by an earlier address, gets the higher one of both permissions. */
async function becomeMember(
  trx: Trx,
  {
    space,
    userId,
    permission,
    now,
  }: {
    readonly space: Space
    readonly userId: string
    readonly permission: InvitationRow['permission']
    readonly now: number
  },
): Promise<void> {
  const member = (await membersOf(trx, space.id)).find((one) => one.user_id === userId)
  if (member) {
    if (hasPermission(member.permission, permission)) recordNoActivity(trx)
    else await setPermission(trx, space.id, userId, permission)
    return
  }
  if ((await countMemberships(trx, userId)) >= MAX_TEAM_FOLDERS) {
    throw refuse('too-many-team-folders', {
      text: 'error.too-many-team-folders.count',
      values: { count: MAX_TEAM_FOLDERS },
    })
  }
  await insertMember(trx, { space_id: space.id, user_id: userId, permission, created_at: now })
}

async function decline(deps: AnswerDeps, actor: Actor, asked: Asked): Promise<OpenInvitation> {
  const { space, invitation } = await openInvitation(deps, actor, asked)
  if (invitation.status !== 'pending') throw refuse('invitation-used')
  return inFolder(deps, space, async (trx) => {
    const { invitation: row, name } = await readAgain(deps, trx, invitation.id)
    await updateInvitation(trx, row.id, { status: 'declined', updated_at: deps.clock.now() })
    const account = await findUserByEmail(trx, row.email)
    await recordAnswer(trx, space, account?.id ?? null, row.id)
    recordActivityOf(
      trx,
      'invitation-declined',
      { rootOf: space.id },
      {
        isForOwner: true,
        details: { email: row.email },
        // The secret of the mail is enough to decline.
        by: account ? { kind: 'user', id: account.id } : { kind: 'system', id: null },
      },
    )
    return { invitation: { ...row, status: 'declined' }, space, name }
  })
}

/** A folder that was dissolved meanwhile takes its invitations with it. */
async function inFolder<T>(deps: AnswerDeps, space: Space, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inSpace(deps.transact, space, work).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === 'not-found' ? refuse('invitation-ended') : error
  })
}

async function recordAnswer(trx: Trx, space: Space, userId: string | null, invitationId: string): Promise<void> {
  const members = await membersOf(trx, space.id)
  recordTeams(trx, [space.owner_id, ...members.map((member) => member.user_id)])
  if (userId === null) return
  recordTeams(trx, [userId])
  await clearInvitationAction(trx, userId, invitationId)
}
