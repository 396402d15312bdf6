import { MAX_API_TOKENS, type TokenScope, tokenScopes } from '@holdall/api'
import { type ApiTokenRow, countTokens, deleteOlderSignIns } from '../../infrastructure/sessions/api-token.store.ts'
import type { NewToken } from '../../infrastructure/sessions/api-tokens.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { requireLiveSession } from '../../infrastructure/sessions/session.store.ts'
import { day } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { forOwner } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { accountOf } from '../users/user.store.ts'
import { apiTokenMailJob } from './api-token-mails.ts'

export type TokenDeps = Pick<Infrastructure, 'apiTokens' | 'clock' | 'db' | 'jobs' | 'settings' | 'transact'> & {
  readonly notifications: Notifications
}

interface Created {
  /** The token itself, which is told once. */
  readonly token: string
  readonly row: ApiTokenRow
}

/** That of a password lasts as long as a session that is not used. */
const SIGN_IN_TOKEN_TTL_MS = 30 * day
/** Beside those that the user created: the oldest one is replaced. */
const MAX_SIGN_IN_TOKENS = 10
/** Later times are more likely to be mistakes than meant. */
const MAX_EXPIRY_MS = 10 * 366 * day

interface Choices {
  readonly name: string
  readonly scopes?: readonly TokenScope[] | undefined
  readonly expires_at?: string | null | undefined
}

/** Creates a token with what its user chose. Throws `too-many-tokens`. */
export function createToken(deps: TokenDeps, actor: UserActor, choices: Choices): Promise<Created> {
  const { userId } = actor
  const chosen = new Set(choices.scopes ?? tokenScopes)
  const token: NewToken = {
    userId,
    name: choices.name,
    scopes: tokenScopes.filter((scope) => chosen.has(scope)),
    expiresAtMs: expiryOf(choices.expires_at ?? null, deps.clock.now()),
    passwordVersion: null,
  }
  return forOwner(deps.transact, userId, async (trx) => {
    await requireLiveSession(trx, actor, deps.clock.now())
    if ((await countTokens(trx, userId)) >= MAX_API_TOKENS) {
      throw refuse('too-many-tokens', { text: 'error.too-many-tokens.count', values: { count: MAX_API_TOKENS } })
    }
    return createAndTell(deps, trx, token)
  })
}

function expiryOf(text: string | null, now: number): number | null {
  if (text === null) return null
  const time = Date.parse(text)
  if (time <= now) throw refuse('validation', { fields: { expires_at: 'field.expires_at.past' } })
  if (time > now + MAX_EXPIRY_MS) throw refuse('validation', { fields: { expires_at: 'field.expires_at.far' } })
  return time
}

/** Creates a token for a password that was checked: it ends with the password, and replaces older ones of its kind. */
export async function createSignInToken(
  deps: TokenDeps,
  { id: userId, passwordVersion }: { readonly id: string; readonly passwordVersion: number },
): Promise<Created> {
  const { clock, db, settings, transact } = deps
  const { settings: own } = await accountOf(db, userId)
  const name = textIn(own.locale, await settings.get('app.locale'))('api_token.sign_in_name')
  const expiresAtMs = clock.now() + SIGN_IN_TOKEN_TTL_MS
  return forOwner(transact, userId, async (trx) => {
    await deleteOlderSignIns(trx, userId, MAX_SIGN_IN_TOKENS - 1)
    return createAndTell(deps, trx, { userId, name, scopes: tokenScopes, expiresAtMs, passwordVersion })
  })
}

async function createAndTell({ apiTokens, jobs, notifications }: TokenDeps, trx: Trx, token: NewToken) {
  const created = await apiTokens.create(trx, token)
  const { name, prefix } = created.row
  await notifications.notify(trx, token.userId, {
    category: 'security',
    title: 'notification.api_token.title',
    description: 'notification.api_token.description',
    values: { name, prefix },
    action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_tokens' } },
    isMailed: true,
  })
  await jobs.enqueue(trx, apiTokenMailJob, { userId: token.userId, name, prefix })
  return created
}
