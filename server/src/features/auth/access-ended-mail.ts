import * as z from 'zod/mini'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from './account-mails.ts'

/** How many of each ended with the password. */
export const EndedAccess = z.object({
  apiTokens: z.number(),
  passkeys: z.number(),
  linkedSignIns: z.number(),
  editingLinks: z.number(),
  isSecondFactor: z.boolean(),
})
type EndedAccess = z.infer<typeof EndedAccess>

/** The mail about a password that was changed, where something else ended with it. */
export function accessEndedMail(
  { email, name }: { readonly email: string; readonly name: string },
  { apiTokens, passkeys, linkedSignIns, editingLinks, isSecondFactor }: EndedAccess,
  { app, link, locale }: { readonly app: string; readonly link: string; readonly locale: string },
): Mail {
  const text = textIn(locale)
  const counted = [
    ['mail.access_ended.api_tokens', apiTokens],
    ['mail.access_ended.passkeys', passkeys],
    ['mail.access_ended.linked_sign_ins', linkedSignIns],
    ['mail.access_ended.editing_links', editingLinks],
  ] as const
  const parts = counted.flatMap(([id, count]) => (count > 0 ? [text(id, { count })] : []))
  if (isSecondFactor) parts.push(text('mail.access_ended.second_factor'))
  return {
    to: email,
    subject: text('mail.password_changed.subject', { app }),
    text: text('mail.access_ended.text', {
      greeting: greeting(name, text),
      ended: new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts),
      link,
    }),
    locale,
    action: { label: text('mail.sign_in'), link },
  }
}
