import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from '../auth/account-mails.ts'
import { findLocale, findUserById } from '../users/user.store.ts'
import { deleteExpiredEmailChanges, findEmailChange, findOwnerOf, setEmailToken } from './email-change.store.ts'

const retried = { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 }

/**
 * To the new address. Enqueued whether or not it has an account: which mail is sent is decided when the job runs, so that
 * neither the response nor its timing reveals which addresses exist.
 */
export const newAddressMailJob = defineJob(
  'send-email-change-link',
  z.object({ userId: z.string(), changeId: z.string() }),
  retried,
)

/** To the address that the account has, or had. */
export const previousAddressMailJob = defineJob(
  'send-email-change-notice',
  z.object({ userId: z.string(), to: z.string(), email: z.string(), event: z.enum(['requested', 'changed']) }),
  retried,
)
const expiryJob = defineJob('delete-expired-email-changes', z.object({}))

/** The fragment of an address reaches no server, unless its user is led through sign-in first; other sites never have it. */
export const confirmationPage = (token: string) => `/user/confirm-email#${new URLSearchParams({ token }).toString()}`

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

interface Recipient {
  readonly email: string
  readonly name: string
}

const buttons = {
  email_change: 'mail.email_change.button',
  email_change_taken: 'mail.sign_in',
  email_change_requested: 'mail.email_change_requested.button',
  email_changed: 'mail.sign_in',
} as const

/** `address` is the new one, for the mails to the previous one. */
export function emailChangeMail(
  kind: keyof typeof buttons,
  { email, name }: Recipient,
  { app, link, locale }: Content,
  address = '',
): Mail {
  const text = textIn(locale)
  return {
    to: email,
    subject: text(`mail.${kind}.subject`, { app }),
    text: text(`mail.${kind}.text`, { greeting: greeting(name, text), link, address }),
    locale,
    action: { label: text(buttons[kind]), link },
  }
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'ids' | 'mailer' | 'settings' | 'transactBulk'>

export const emailChangeJobs = ({ clock, db, ids, mailer, settings, transactBulk }: Deps): readonly JobHandler[] => {
  const contentFor = async (userId: string, path: string): Promise<Content> => {
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    return { app, locale: languageIn(await findLocale(db, userId), standard), link: mailer.publicUrl + path }
  }
  return [
    handleJob(newAddressMailJob, async ({ userId, changeId }) => {
      const change = await findEmailChange(db, userId, clock.now())
      if (change?.id !== changeId) return
      const taken = await findOwnerOf(db, change.email)
      if (taken) {
        await mailer.send(emailChangeMail('email_change_taken', taken, await contentFor(taken.id, '/sign-in')))
        return
      }
      // Made here, so that the token is in the mail only; another attempt sends another one.
      const token = ids.token()
      if (!(await setEmailToken(db, userId, changeId, digest(token)))) return
      const content = await contentFor(userId, confirmationPage(token))
      await mailer.send(emailChangeMail('email_change', { email: change.email, name: change.name }, content))
    }),
    handleJob(previousAddressMailJob, async ({ userId, to, email, event }) => {
      const user = await findUserById(db, userId)
      if (!user) return
      const content = await contentFor(userId, event === 'requested' ? '/user/profile' : '/sign-in')
      const kind = event === 'requested' ? 'email_change_requested' : 'email_changed'
      await mailer.send(emailChangeMail(kind, { email: to, name: user.name }, content, email))
    }),
    handleJob(expiryJob, () => transactBulk((trx) => deleteExpiredEmailChanges(trx, clock.now())), { everyMs: hour }),
  ]
}
