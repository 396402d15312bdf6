import { byteFormatOf } from '@holdall/api'
import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from '../auth/account-mails.ts'
import { findLocale, findUserById } from '../users/user.store.ts'

/** To whoever owns a team folder because its owner has deleted the account. */
export const inheritedMailJob = defineJob(
  'send-inherited-folder-mail',
  z.object({
    userId: z.string(),
    rootId: z.string(),
    name: z.string(),
    size: z.number(),
    /** There was not enough storage left for it. */
    isFull: z.boolean(),
  }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

export const inheritedMailJobs = ({
  db,
  mailer,
  settings,
}: Pick<Infrastructure, 'db' | 'mailer' | 'settings'>): readonly JobHandler[] => [
  handleJob(inheritedMailJob, async ({ userId, rootId, ...folder }) => {
    const user = await findUserById(db, userId)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, userId), standard)
    await mailer.send(
      inheritedMail(user, folder, { app, locale, link: `${mailer.publicUrl}/platform/files/${rootId}` }),
    )
  }),
]

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

/** Others may have named the folder: only a plain name is repeated. */
export function inheritedMail(
  recipient: { readonly email: string; readonly name: string },
  { name, size, isFull }: { readonly name: string; readonly size: number; readonly isFull: boolean },
  { app, link, locale }: Content,
): Mail {
  const text = textIn(locale)
  const { value, options } = byteFormatOf(size)
  return {
    to: recipient.email,
    subject: text('mail.team_inherited.subject', { app }),
    text: text('mail.team_inherited.text', {
      greeting: greeting(recipient.name, text),
      named: isPlainName(name) ? 'yes' : 'no',
      name,
      size: new Intl.NumberFormat(locale, options).format(value),
      storage: isFull ? 'full' : 'enough',
      link,
    }),
    locale,
    action: { label: text('notification.show_team_folder'), link },
  }
}
