import type { FastifyReply, FastifyRequest } from 'fastify'
import { minute } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isSecure } from '../../infrastructure/sessions/session-cookie.ts'
import { insertUsedChallenge } from './passkey.store.ts'

export const CHALLENGE_TTL_MS = 5 * minute

/** What a challenge is for, and the session or browser that it was given to: it is valid for nothing else. */
export interface ChallengeUse {
  readonly purpose: 'sign-in' | 'register' | 'confirm'
  readonly holder: string
}

type Deps = Pick<Infrastructure, 'clock' | 'ids' | 'secret'>

const purposeOf = ({ purpose }: ChallengeUse) => `passkey-${purpose}`
const signedText = ({ holder }: ChallengeUse, random: string, expires: string) => `${random}.${expires}.${holder}`

/**
 * A challenge that says by itself when it expires and for whom it is, signed. Nothing is stored for it, because visitors of
 * the sign-in page get one each; the database has those that were answered.
 */
export function makeChallenge({ clock, ids, secret }: Deps, use: ChallengeUse): string {
  const random = ids.token()
  const expires = (clock.now() + CHALLENGE_TTL_MS).toString(36)
  return `${random}.${expires}.${secret.sign(purposeOf(use), signedText(use, random, expires))}`
}

export interface AnsweredChallenge {
  readonly text: string
  readonly expiresAtMs: number
}

/** The challenge that a browser has answered, from its `clientDataJSON`. Throws for one that is not valid for this use. */
export function readChallenge({ clock, secret }: Deps, use: ChallengeUse, answered: string): AnsweredChallenge {
  const text = Buffer.from(answered, 'base64url').toString('latin1')
  const [random = '', expires = '', signature = '', ...rest] = text.split('.')
  const isOurs = rest.length === 0 && secret.verify(purposeOf(use), signedText(use, random, expires), signature)
  if (!isOurs) throw refuseSecret('passkey-refused')
  const expiresAtMs = Number.parseInt(expires, 36)
  if (expiresAtMs <= clock.now()) throw refuse('passkey-expired')
  return { text, expiresAtMs }
}

/** Throws where the challenge was answered before. */
export async function useChallenge(trx: Trx, { text, expiresAtMs }: AnsweredChallenge): Promise<void> {
  if (!(await insertUsedChallenge(trx, digest(text), expiresAtMs))) throw refuseSecret('passkey-refused')
}

const BROWSER_COOKIE = 'holdall_passkey'

const browserIn = ({ cookies }: FastifyRequest): string | null => {
  const value = cookies[BROWSER_COOKIE]
  return value !== undefined && /^[\w-]{22}$/.test(value) ? value : null
}

/** Names a browser without a session, until it is closed: the holder of its challenges. All its tabs have the same. */
export function markBrowser(
  { config, ids }: Pick<Infrastructure, 'config' | 'ids'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const browser = browserIn(request) ?? ids.token()
  const cookie = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/passkeys',
    secure: isSecure(config, request),
  } as const
  void reply.setCookie(BROWSER_COOKIE, browser, cookie)
  return browser
}

/** Throws where no challenge was given to this browser. */
export function browserOf(request: FastifyRequest): string {
  const browser = browserIn(request)
  if (browser === null) throw refuseSecret('passkey-refused')
  return browser
}
