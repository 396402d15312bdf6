import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { intlTimeZone } from '@holdall/api'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { describeDevice } from '../account/describe-device.ts'
import { greeting } from '../auth/account-mails.ts'
import { accountOf, findUserById } from '../users/user.store.ts'

/** Where and with what somebody signed in. */
export interface SignedInFrom {
  readonly userAgent: string
  readonly address: string
  readonly atMs: number
}

export const originOf = ({ headers, ip: address }: FastifyRequest, atMs: number): SignedInFrom => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, 255),
  address,
  atMs,
})

/** `second_factor_alert`: after the password, wrong codes were given. */
const kinds = ['sign_in_notice', 'second_factor_alert'] as const
type Kind = (typeof kinds)[number]

export const signInMailJob = defineJob(
  'send-sign-in-mail',
  z.object({
    userId: z.string(),
    userAgent: z.string(),
    address: z.string(),
    atMs: z.number(),
    // Jobs of an earlier release have none.
    kind: z._default(z.enum(kinds), 'sign_in_notice'),
  }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

type Deps = Pick<Infrastructure, 'db' | 'mailer' | 'places' | 'settings'>

export const signInMailJobs = ({ db, mailer, places, settings }: Deps): readonly JobHandler[] => [
  handleJob(signInMailJob, async ({ userId, kind, ...from }) => {
    if (!(await findUserById(db, userId))) return
    const { user, settings: own } = await accountOf(db, userId)
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(own.locale, standard)
    const link = `${mailer.publicUrl}/user/settings/password`
    const place = places.placeOf(from.address, locale)
    await mailer.send(signInMail(kind, user, { ...from, place, timeZone: own.timezone }, { app, locale, link }))
  }),
]

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

/** Whoever signs in chooses the name of the browser: only names that are known are repeated. */
export const deviceOf = (userAgent: string) => {
  const { browser, system } = describeDevice(userAgent.slice(0, 255))
  return {
    device: browser && system ? 'both' : browser ? 'browser' : 'unknown',
    browser: browser ?? '',
    system: system ?? '',
  }
}

export function signInMail(
  kind: Kind,
  recipient: { readonly email: string; readonly name: string },
  {
    userAgent,
    address,
    atMs,
    place,
    timeZone: zone,
  }: SignedInFrom & { readonly place: string | null; readonly timeZone: string | null },
  { app, link, locale }: Content,
): Mail {
  const text = textIn(locale)
  const timeZone = intlTimeZone(zone) ?? 'UTC'
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(atMs)
  const from = place === null ? address : text('mail.sign_in_notice.place', { address, place })
  return {
    to: recipient.email,
    subject: text(`mail.${kind}.subject`, { app }),
    text: text(`mail.${kind}.text`, {
      app,
      greeting: greeting(recipient.name, text),
      ...deviceOf(userAgent),
      time,
      from,
      link,
    }),
    locale,
    action: { label: text(kind === 'sign_in_notice' ? 'mail.sign_in_notice.button' : 'mail.security_settings'), link },
  }
}
