import type { ThrottleName } from '@holdall/api'
import { isDbError } from '../db/errors.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { createUser, type NewUser, replaceSignUp } from '../users/create.ts'
import { findUserByEmail } from '../users/user.store.ts'
import { accountMailJob } from './account-mail-job.ts'

const MAIL_BUCKET: ThrottleName = 'verification-mail'

/** Without mail nobody but the answer can tell that the address is taken. Answers the id of the account. */
export async function signUpAtOnce(services: Services, user: NewUser): Promise<string> {
  try {
    return await services.transact((trx) => createUser(services, trx, user))
  } catch (error) {
    if (!isDbError(error, 'unique')) throw error
    throw refuse('validation', { errors: { email: ['This address has an account already.'] } })
  }
}

/**
 * Creates the account unless there is one; the mail tells the owner of the address which it was. Until the address is
 * confirmed, each sign-up replaces the one before: whoever was first may not be its owner.
 */
export async function signUpByMail(services: Services, user: NewUser): Promise<void> {
  const { email } = user
  const isBelowLimit = await countMail(services, email)
  const attempt = () =>
    services.transact(async (trx) => {
      const found = await findUserByEmail(trx, email)
      const isNew = found === undefined
      if (isNew) await createUser(services, trx, user)
      else if (isBelowLimit && found.verified_at === null) await replaceSignUp(services, trx, found.id, user)
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

/** Whoever signs up with a foreign address again and again sends its owner a few mails, not as many. */
async function countMail({ throttle }: Services, email: string): Promise<boolean> {
  try {
    await throttle.begin(MAIL_BUCKET, [{ kind: 'account', value: email }])
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'throttled') return false
    throw error
  }
}
