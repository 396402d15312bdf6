import type { FastifyReply, FastifyRequest } from 'fastify'
import { day } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'
import { findUserByEmail } from '../users/user.store.ts'

/** Signatures of the accounts that were used in this browser, the last used first. It outlives sessions. */
const KNOWN_BROWSER_COOKIE = 'holdall_known'
const PURPOSE = 'known-browser'
const MAX_ACCOUNTS = 8
/** Browsers keep none longer. */
const COOKIE_SECONDS = (400 * day) / 1000

const signaturesOf = (request: FastifyRequest) =>
  (request.cookies[KNOWN_BROWSER_COOKIE] ?? '').split('.').slice(0, MAX_ACCOUNTS)

/** The account with this address, if it was used in this browser before. */
export async function knownAccountOf(
  { db, secret }: Pick<Infrastructure, 'db' | 'secret'>,
  email: string,
  request: FastifyRequest,
): Promise<string | null> {
  const signatures = signaturesOf(request).filter((signature) => signature !== '')
  if (signatures.length === 0) return null
  const user = await findUserByEmail(db, email)
  return user && signatures.some((signature) => secret.verify(PURPOSE, user.id, signature)) ? user.id : null
}

/** Remembers in the browser that the account was used in it. Returns whether it was before. */
export function rememberBrowser(
  { config, secret }: Pick<Infrastructure, 'config' | 'secret'>,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const signatures = signaturesOf(request)
  const others = signatures.filter((signature) => signature !== '' && !secret.verify(PURPOSE, userId, signature))
  const isKnown = signatures.some((signature) => secret.verify(PURPOSE, userId, signature))
  const value = [secret.sign(PURPOSE, userId), ...others].slice(0, MAX_ACCOUNTS).join('.')
  void reply.setCookie(KNOWN_BROWSER_COOKIE, value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config, request),
    maxAge: COOKIE_SECONDS,
  })
  return isKnown
}
