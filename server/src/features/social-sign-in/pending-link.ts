import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDbError } from '../../infrastructure/db/errors.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { isPassword } from '../../infrastructure/passwords/passwords.ts'
import { completeSignIn } from '../auth/complete-sign-in.ts'
import { findUserById, markVerified } from '../users/user.store.ts'
import { flowBrowser } from './flow-browser.ts'
import type { Provider } from './provider.ts'
import { findPendingLink, type PendingLinkRow, takePendingLink } from './sign-in-flow.store.ts'
import { addLink, type SocialDeps } from './social-sign-in.ts'

/** What waits for a password in this browser; null where that has expired, or the provider is not offered any more. */
export async function readPendingLink(
  { clock, db, signInProviders }: Pick<SocialDeps, 'clock' | 'db' | 'signInProviders'>,
  request: FastifyRequest,
): Promise<{ readonly provider: Provider; readonly row: PendingLinkRow } | null> {
  const browser = flowBrowser(request)
  const row = browser === null ? undefined : await findPendingLink(db, browser, clock.now())
  const provider = row && signInProviders.find(row.provider)
  return row && provider?.issuer === row.issuer ? { provider, row } : null
}

/** Links what waits in this browser to the account by its password, and signs in. */
export async function confirmLink(
  services: SocialDeps,
  { email, password }: { readonly email: string; readonly password: string },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<{ two_factor: boolean }> {
  const { clock, db, transact } = services
  const found = await readPendingLink(services, request)
  // Not another account than the one that the page names: guesses are counted by its address.
  if (!found || found.row.email !== email) throw refuseSecret('link-expired')
  const { provider, row } = found
  const user = await findUserById(db, row.user_id)
  const isCorrect = await isPassword(user?.password_hash, password)
  if (!user || !isCorrect) throw refuseSecret('bad-credentials')
  const link = { provider: row.provider, issuer: row.issuer, subject: row.subject, email }
  const refusal = await transact(async (trx) => {
    // Once: of two calls, the other one finds nothing.
    if (!(await takePendingLink(trx, row))) return 'expired'
    // The password was checked before: it may have been changed since.
    const current = await findUserById(trx, user.id)
    if (current?.password_version !== user.password_version) throw refuseSecret('bad-credentials')
    const reason = await addLink(services, trx, user.id, link, { name: provider.name, isUsed: true })
    // The provider has verified the address.
    if (reason === null && user.verified_at === null && user.email === email) {
      await markVerified(trx, user.id, clock.now())
    }
    return reason
  }).catch((error: unknown) => {
    if (isDbError(error, 'unique')) return 'linked-elsewhere'
    throw error
  })
  if (refusal === 'expired') throw refuse('link-expired')
  if (refusal !== null) throw refuse('conflict')
  return completeSignIn(services, { id: user.id, passwordVersion: user.password_version }, request, reply)
}
