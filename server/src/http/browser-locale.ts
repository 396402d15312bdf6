import { Locale } from '@holdall/api'
import type { FastifyRequest } from 'fastify'

/** Set by the shell when somebody chooses a language. */
const LOCALE_COOKIE = 'holdall_locale'

/** The language that was chosen in this browser; null for none, and before cookies are read. */
export function browserLocale({ cookies }: Partial<Pick<FastifyRequest, 'cookies'>>): string | null {
  return Locale.safeParse(cookies?.[LOCALE_COOKIE]).data ?? null
}
