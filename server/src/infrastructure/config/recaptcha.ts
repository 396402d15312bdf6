import * as z from 'zod/mini'
import { isLoopback } from '../outgoing/loopback.ts'
import { StartError } from '../start-error.ts'
import { credential } from './sign-in-providers.ts'

/** The keys of this site at Google reCAPTCHA v3. */
export interface RecaptchaConfig {
  /** Public: pages contain it. */
  readonly siteKey: string
  readonly secret: string
  /** Origin of the script and of the verification. */
  readonly origin: string
}

const isOrigin = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.origin !== text.replace(/\/$/, '')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

export const recaptchaVariables = {
  HOLDALL_RECAPTCHA_SITE_KEY: credential,
  HOLDALL_RECAPTCHA_SECRET: credential,
  HOLDALL_RECAPTCHA_URL: z.optional(
    z.string().check(z.refine(isOrigin, 'must be an address without a path, like https://www.recaptcha.net')),
  ),
}
type Variables = z.output<z.ZodMiniObject<typeof recaptchaVariables>>

/** The keys of data/config.json that set these variables. */
export const recaptchaFileKeys = {
  recaptcha_site_key: 'HOLDALL_RECAPTCHA_SITE_KEY',
  recaptcha_secret: 'HOLDALL_RECAPTCHA_SECRET',
  recaptcha_url: 'HOLDALL_RECAPTCHA_URL',
} as const

/** Null where it is not configured. Throws `StartError` where it is configured in part. */
export function recaptchaFrom(v: Variables, publicUrl: string | undefined): RecaptchaConfig | null {
  const [siteKey, secret, url] = [v.HOLDALL_RECAPTCHA_SITE_KEY, v.HOLDALL_RECAPTCHA_SECRET, v.HOLDALL_RECAPTCHA_URL]
  if (siteKey === undefined && secret === undefined && url === undefined) return null
  if (siteKey === undefined || secret === undefined) {
    throw new StartError(
      'HOLDALL_RECAPTCHA_SITE_KEY and HOLDALL_RECAPTCHA_SECRET belong together: set both or neither.',
    )
  }
  if (publicUrl === undefined) {
    throw new StartError(
      'HOLDALL_RECAPTCHA_SITE_KEY needs HOLDALL_PUBLIC_URL beside it: only what was solved at that address counts.',
    )
  }
  return { siteKey, secret, origin: new URL(url ?? 'https://www.google.com').origin }
}
