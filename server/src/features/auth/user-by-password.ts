import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isPassword } from '../../infrastructure/passwords/passwords.ts'
import { findDeclinedSignUp } from '../users/declined-sign-up.store.ts'
import { maySignIn } from '../users/confirmed-address.ts'
import { findUserByEmail } from '../users/user.store.ts'

interface Offered {
  readonly email: string
  readonly password: string
}

/**
 * The user who may sign in with this password. Throws `bad-credentials`, and `not-verified` for the password of a sign-up
 * that was not confirmed. A sign-up with the address of an account gets the same answer after the same work: otherwise
 * whoever signs up with an address would learn at the next sign-in whether it had an account.
 */
export async function userByPassword(services: Pick<Infrastructure, 'db' | 'mailer'>, { email, password }: Offered) {
  const { db, mailer } = services
  const user = await findUserByEmail(db, email)
  const isCorrect = await isPassword(user?.password_hash, password)
  const found = isCorrect ? user : undefined
  if (found && maySignIn(services, found)) return found
  // Without a mail server sign-up itself says that an address has an account.
  if (mailer.delivers) {
    const declined = await findDeclinedSignUp(db, email)
    const isOfDeclined = await isPassword(declined?.password_hash, password)
    if (found || isOfDeclined) throw refuse('not-verified')
  }
  throw refuseSecret('bad-credentials')
}
