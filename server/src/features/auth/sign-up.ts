import type { ThrottleName } from '@holdall/api'
import { isDbError } from '../../infrastructure/db/errors.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { createUser, type NewUser, replaceSignUp } from '../users/create-user.store.ts'
import { putDeclinedSignUp } from '../users/declined-sign-up.store.ts'
import { findUserByEmail, isUnusedSignUp, markVerified } from '../users/user.store.ts'
import { accountMailJob } from './account-mail-job.ts'

const MAIL_BUCKET: ThrottleName = 'verification-mail'

type SignUpDeps = Pick<Infrastructure, 'clock' | 'ids' | 'transact'> & { readonly notifications: Notifications }

/** Without mail only the response can say that the address is taken. Returns the id of the account. */
export async function signUpAtOnce(services: SignUpDeps, user: NewUser): Promise<string> {
  try {
    return await services.transact(async (trx) => {
      const id = await createUser(services, trx, user)
      await notifyInvited(services, trx, { id, email: user.email })
      return id
    })
  } catch (error) {
    if (!isDbError(error, 'unique')) throw error
    throw refuse('validation', { fields: { email: 'field.email.taken' } })
  }
}

/**
 * The address was confirmed by the mail of an invitation. Returns the id of the account; null where the address has one
 * that is confirmed or in use. An earlier sign-up that is neither is replaced: it may have come from somebody else.
 */
export async function signUpInvited(services: SignUpDeps, user: NewUser): Promise<string | null> {
  const attempt = () =>
    services.transact(async (trx) => {
      const found = await findUserByEmail(trx, user.email)
      if (found && !(await isUnusedSignUp(trx, found))) return null
      if (found) {
        await replaceSignUp(services, trx, found.id, user)
        await markVerified(trx, found.id, services.clock.now())
      }
      const id = found?.id ?? (await createUser(services, trx, { ...user, verified: true }))
      await notifyInvited(services, trx, { id, email: user.email })
      return id
    })
  try {
    return await attempt()
  } catch (error) {
    // Two sign-ups with one address at the same time: the second finds the account of the first.
    if (!isDbError(error, 'unique')) throw error
    return attempt()
  }
}

type MailDeps = Pick<Infrastructure, 'clock' | 'ids' | 'jobs' | 'throttle' | 'transact'>

/**
 * Creates the account unless there is one; a mail tells the owner of the address which of the two happened. Until the
 * address is confirmed or the account is used, as without a mail server, each sign-up replaces the one before, which may
 * have come from somebody else.
 */
export async function signUpByMail(services: MailDeps, user: NewUser): Promise<void> {
  const { email } = user
  const isBelowLimit = await countMail(services, email)
  const attempt = () =>
    services.transact(async (trx) => {
      const found = await findUserByEmail(trx, email)
      const isNew = found === undefined
      if (isNew) await createUser(services, trx, user)
      else if (!(await isUnusedSignUp(trx, found))) {
        const declined = { userId: found.id, passwordHash: user.passwordHash }
        await putDeclinedSignUp(trx, declined, { replace: isBelowLimit })
      } else if (isBelowLimit) await replaceSignUp(services, trx, found.id, user)
      if (isNew || isBelowLimit) await services.jobs.enqueue(trx, accountMailJob, { email, reason: 'sign-up' })
    })
  try {
    await attempt()
  } catch (error) {
    // Two sign-ups with one address at the same time: the second finds the account of the first.
    if (!isDbError(error, 'unique')) throw error
    await attempt()
  }
}

/** Whether another mail may be sent: bounds how many mails repeated sign-ups send to another person's address. */
const countMail = ({ throttle, transact }: Pick<Infrastructure, 'throttle' | 'transact'>, email: string) =>
  transact((trx) => throttle.admits(MAIL_BUCKET, { kind: 'account', value: email }, trx))
