import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'

/** What the setup sends to show that mails arrive. */
export function testMailOf(
  to: string,
  { app, link, locale }: { readonly app: string; readonly link: string; readonly locale: string },
): Mail {
  const text = textIn(locale)
  return {
    to,
    subject: text('mail.test.subject', { app }),
    text: text('mail.test.text', { app, link }),
    locale,
    action: { label: text('mail.test.button', { app }), link },
  }
}
