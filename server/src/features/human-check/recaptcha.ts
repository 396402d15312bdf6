import { type HumanCheckPurpose, recaptchaActionOf } from '@holdall/api'
import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { guardedFetch } from '../../infrastructure/outgoing/guarded-fetch.ts'
import { markUsed } from './used-challenge.store.ts'

/** From 0, certainly a program, to 1; reCAPTCHA recommends to begin with this one. */
const MIN_SCORE = 0.5
/** Tokens are valid for two minutes there. */
const USED_TTL_MS = 10 * minute
/** At the same time: calls of many addresses must not open any number of connections. */
const MAX_VERIFICATIONS = 32

/** What the server of reCAPTCHA answers. It has no score, action and hostname where `success` is false. */
const Verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})
type Verdict = z.infer<typeof Verdict>

/** Those that are about the token. All others are about the keys, the request or the service. */
const tokenErrors: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
])

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'log' | 'outgoing'>

export interface Recaptcha {
  /**
   * Whether a token is of a person who used this site for this purpose; it is used by that. Throws
   * `human-check-unavailable` where the server of reCAPTCHA does not say so.
   */
  redeem(purpose: HumanCheckPurpose, token: string): Promise<boolean>
}

export function createRecaptcha({ clock, config, db, log, outgoing }: Deps): Recaptcha {
  const fetch = guardedFetch(outgoing)
  let verifications = 0

  async function ask(token: string): Promise<Verdict> {
    const { secret = '', origin = '' } = config.recaptcha ?? {}
    const answer = await fetch(`${origin}/recaptcha/api/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      // Without the network address of the person: it is optional, and not needed for the verdict.
      body: new URLSearchParams({ secret, response: token }),
    })
    if (answer.status !== 200) throw new Error(`The server of reCAPTCHA answered ${answer.status}.`)
    const verdict = Verdict.parse(await answer.json())
    const [unexpected] = (verdict['error-codes'] ?? []).filter((code) => !tokenErrors.has(code))
    if (unexpected !== undefined) throw new Error(`The server of reCAPTCHA answered ${unexpected.slice(0, 100)}.`)
    return verdict
  }

  async function verdictOn(token: string): Promise<Verdict> {
    if (verifications >= MAX_VERIFICATIONS) throw refuse('human-check-unavailable')
    verifications++
    try {
      return await ask(token)
    } catch (error) {
      log.error({ err: error }, 'reCAPTCHA cannot be asked; forms that it protects are refused')
      throw refuse('human-check-unavailable')
    } finally {
      verifications--
    }
  }

  return {
    async redeem(purpose, token) {
      const { success, score = 0, action, hostname } = await verdictOn(token)
      const isOurs = action === recaptchaActionOf(purpose) && hostname === hostnameOf(config.publicUrl)
      if (!success || !isOurs || score < MIN_SCORE) return false
      return markUsed(db, { id: digest(token), expires_at: clock.now() + USED_TTL_MS })
    },
  }
}

const hostnameOf = (url: string | null) => (url === null ? null : new URL(url).hostname)
