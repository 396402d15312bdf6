import type { FastifyReply, FastifyRequest } from 'fastify'
import { Email, PersonName, type SignInProvider, type SignInRefusal } from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { NO_PASSWORD } from '../../infrastructure/passwords/passwords.ts'
import { findLiveSession } from '../../infrastructure/sessions/session.store.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { refuseDisposable } from '../registration/disposable-domains.ts'
import { registrationMode } from '../registration/registration-mode.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { invitationsOfAddress } from '../team-invitations/invitation.store.ts'
import { createUser, replaceSignUp } from '../users/create-user.store.ts'
import { findUserByEmail, findUserById, isUnusedSignUp, markVerified } from '../users/user.store.ts'
import { FLOW_TTL_MS, flowBrowser, flowSecrets, ownFlowSecrets, rememberFlowBrowser } from './flow-browser.ts'
import { linkNotification } from './link-notifications.ts'
import { findLink, insertLink, linksOf, updateLink } from './linked-sign-in.store.ts'
import { type Identity, type Provider, ProviderError } from './provider.ts'
import type { Providers } from './providers.ts'
import { insertFlow, putPendingLink, type SignInFlow, takeFlow } from './sign-in-flow.store.ts'

export type SocialDeps = Pick<
  Infrastructure,
  | 'clock'
  | 'config'
  | 'db'
  | 'ids'
  | 'installation'
  | 'log'
  | 'mailer'
  | 'secret'
  | 'sessions'
  | 'settings'
  | 'transact'
> &
  CompleteSignInDeps & { readonly notifications: Notifications; readonly signInProviders: Providers }

/** Of one account; more than anybody has. */
export const MAX_LINKS = 20

/** How a callback ended. */
export type Outcome =
  | { readonly kind: 'signed-in'; readonly isComplete: boolean; readonly redirect: string | null }
  | { readonly kind: 'linked' }
  /** The account with that address has to be proven by its password first. */
  | { readonly kind: 'password'; readonly redirect: string | null }
  | { readonly kind: 'refused'; readonly reason: SignInRefusal }

const refused = (reason: SignInRefusal): Outcome => ({ kind: 'refused', reason })

/** Returns where the browser has to go. Throws `not-found` for a provider that is not offered. */
export async function beginFlow(
  services: SocialDeps,
  providerId: SignInProvider,
  purpose: Pick<SignInFlow, 'user_id' | 'session_id' | 'redirect'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<string> {
  const { clock, db, ids, log, signInProviders } = services
  const provider = signInProviders.find(providerId)
  if (!provider) throw refuse('not-found')
  const state = ids.token(32)
  const token = rememberFlowBrowser(services, request, reply)
  try {
    const url = await provider.authorizationUrl(flowSecrets(services, token, state))
    const expires_at = clock.now() + FLOW_TTL_MS
    await insertFlow(db, { id: digest(state), provider: providerId, browser: digest(token), ...purpose, expires_at })
    return url.href
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ provider: providerId, ...logged(error) }, 'a sign-in provider did not describe itself')
    throw refuse('provider-unavailable')
  }
}

/** What the browser brought back from a provider. `search`: the query of the callback. */
export async function endFlow(
  services: SocialDeps,
  providerId: SignInProvider,
  { state, search }: { readonly state: string; readonly search: string },
  {
    session,
    request,
    reply,
  }: { readonly session: UserActor | null; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Outcome> {
  const { clock, db, log, signInProviders } = services
  const provider = signInProviders.find(providerId)
  const secrets = ownFlowSecrets(services, request, state)
  const flow = await takeFlow(db, digest(state))
  const isOwn = flow?.provider === providerId && flow.browser === flowBrowser(request) && flow.expires_at > clock.now()
  if (!flow || !isOwn || !provider || !secrets) return refused('expired')
  let identity: Identity
  try {
    identity = await provider.identify(search, secrets)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ provider: providerId, ...logged(error) }, 'a sign-in by a provider was refused')
    return refused(error.code)
  }
  if (flow.user_id === null) return signInBy(services, provider, identity, flow, { request, reply })
  const isSameSession = session?.userId === flow.user_id && session.sessionId === flow.session_id
  const reason = isSameSession ? await linkTo(services, session, provider, identity) : 'session-ended'
  return reason === null ? { kind: 'linked' } : refused(reason)
}

/** Of an error of the library nothing but its kind: its cause has the answer of the provider, and tokens with it. */
function logged({ code, cause }: ProviderError) {
  const {
    name,
    code: detail,
    error,
  } = cause instanceof Error ? (cause as Error & { code?: unknown; error?: unknown }) : {}
  const word = (value: unknown) => (typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : undefined)
  return { reason: code, cause: { name: word(name), code: word(detail), error: word(error) } }
}

async function signInBy(
  services: SocialDeps,
  provider: Provider,
  identity: Identity,
  { redirect, browser }: SignInFlow,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Outcome> {
  const { clock, db } = services
  const key = { provider: provider.id, issuer: identity.issuer, subject: identity.subject }
  const signIn = async (user: { readonly id: string; readonly passwordVersion: number }): Promise<Outcome> => {
    const { two_factor } = await completeSignIn(services, user, exchange.request, exchange.reply)
    return { kind: 'signed-in', isComplete: !two_factor, redirect }
  }
  const link = await findLink(db, key)
  if (link) {
    const user = await findUserById(db, link.user_id)
    if (!user) return refused('linked-elsewhere')
    await updateLink(db, link.id, { email: boundedEmail(identity), last_used_at: clock.now() })
    await confirmByProvider(services, user, identity)
    return signIn({ id: user.id, passwordVersion: user.password_version })
  }
  // Before any account is looked up: the answer says nothing about the address of somebody else.
  if (identity.email === null) return refused('no-email')
  if (!identity.isEmailVerified) return refused('not-verified')
  const email = Email.safeParse(identity.email).data
  if (email === undefined) return refused('no-email')
  const user = await findUserByEmail(db, email)
  if (user && !(await isUnusedSignUp(db, user))) {
    if (user.password_hash === NO_PASSWORD) return refused('account-exists')
    const pending = { browser, user_id: user.id, ...key, email, expires_at: clock.now() + FLOW_TTL_MS }
    await services.transact(async (trx) => {
      recordNoActivity(trx)
      await putPendingLink(trx, pending)
    })
    rememberFlowBrowser(services, exchange.request, exchange.reply)
    return { kind: 'password', redirect }
  }
  const closed = await whyClosed(services, email)
  if (closed !== null) return refused(closed)
  const id = await createAccount(services, key, { email, name: identity.name, locale: browserLocale(exchange.request) })
  return id === null ? refused('expired') : signIn(id)
}

/** The provider says that the address of the account, which was never confirmed, is that of its user. */
async function confirmByProvider(
  services: SocialDeps,
  user: { readonly id: string; readonly email: string; readonly verified_at: number | null },
  identity: Identity,
): Promise<void> {
  const isSame = identity.isEmailVerified && boundedEmail(identity) === user.email
  if (user.verified_at !== null || !isSame) return
  await services.transact(async (trx) => {
    recordNoActivity(trx)
    await markVerified(trx, user.id, services.clock.now())
    await notifyInvited(services, trx, user)
  })
}

/** Why nobody with that address, which is theirs, can create an account; null where they can. */
async function whyClosed(services: SocialDeps, email: string): Promise<SignInRefusal | null> {
  const { clock, db, installation, settings } = services
  const mode = (await installation.isDone()) ? registrationMode(await settings.all()) : 'closed'
  if (mode === 'closed') return 'registration-closed'
  if (mode === 'invitation' && (await invitationsOfAddress(db, email, clock.now())).length === 0)
    return 'invitation-only'
  try {
    await refuseDisposable(services, email)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'disposable-address') return 'disposable-address'
    throw error
  }
  return null
}

/** Creates an account without a password. Returns null where there is one by now. */
async function createAccount(
  services: SocialDeps,
  key: { readonly provider: SignInProvider; readonly issuer: string; readonly subject: string },
  { email, name, locale }: { readonly email: string; readonly name: string | null; readonly locale: string | null },
): Promise<{ readonly id: string; readonly passwordVersion: number } | null> {
  const { clock, ids, transact } = services
  const [local = email] = email.split('@')
  const user = {
    name: PersonName.safeParse(name).data ?? PersonName.safeParse(local).data ?? email.slice(0, 40),
    email,
    passwordHash: NO_PASSWORD,
    role: 'user',
    verified: true,
    locale,
  } as const
  try {
    return await transact(async (trx) => {
      const found = await findUserByEmail(trx, email)
      if (found && !(await isUnusedSignUp(trx, found))) return null
      if (found) {
        await replaceSignUp(services, trx, found.id, user)
        await markVerified(trx, found.id, clock.now())
      }
      const id = found?.id ?? (await createUser(services, trx, user))
      const now = clock.now()
      await insertLink(trx, { id: ids.next(), user_id: id, ...key, email, created_at: now, last_used_at: now })
      await notifyInvited(services, trx, { id, email })
      return { id, passwordVersion: found?.password_version ?? 0 }
    })
  } catch (error) {
    // Two sign-ins with one address at the same time: the other one has created the account.
    if (isDbError(error, 'unique')) return null
    throw error
  }
}

/** Links in the transaction of what proved the account. Returns why not; null where it is linked. */
export async function addLink(
  { clock, ids, notifications }: Pick<SocialDeps, 'clock' | 'ids' | 'notifications'>,
  trx: Trx,
  userId: string,
  link: { readonly provider: SignInProvider; readonly issuer: string; readonly subject: string; email: string | null },
  { name, isUsed }: { readonly name: string; readonly isUsed: boolean },
): Promise<SignInRefusal | null> {
  recordNoActivity(trx)
  const now = clock.now()
  const last_used_at = isUsed ? now : null
  const found = await findLink(trx, link)
  if (found) {
    if (found.user_id !== userId) return 'linked-elsewhere'
    await updateLink(trx, found.id, { email: link.email, last_used_at: last_used_at ?? found.last_used_at })
    return null
  }
  if ((await linksOf(trx, userId)).length >= MAX_LINKS) return 'too-many'
  await insertLink(trx, { id: ids.next(), user_id: userId, ...link, created_at: now, last_used_at })
  recordUser(trx, userId)
  await notifications.notify(trx, userId, linkNotification('linked', name))
  return null
}

async function linkTo(
  services: SocialDeps,
  { userId, sessionId }: UserActor,
  { id: provider, name }: Provider,
  identity: Identity,
): Promise<SignInRefusal | null> {
  const { issuer, subject } = identity
  const link = { provider, issuer, subject, email: boundedEmail(identity) }
  try {
    return await services.transact(async (trx) => {
      recordNoActivity(trx)
      // The provider may have taken its time: the session of the callback may have ended meanwhile.
      if (!(await findLiveSession(trx, sessionId, services.clock.now()))) return 'session-ended'
      return addLink(services, trx, userId, link, { name, isUsed: false })
    })
  } catch (error) {
    if (isDbError(error, 'unique')) return 'linked-elsewhere'
    throw error
  }
}

const boundedEmail = ({ email }: Identity): string | null => Email.safeParse(email).data ?? null
