import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import type { Text } from '../../infrastructure/messages/text-in.ts'

/** The name may be from somebody who signed up with another person's address: only a plain name is repeated. */
function greeting(name: string, text: Text): string {
  return isPlainName(name) ? text('mail.greeting_name', { name }) : text('mail.greeting')
}

interface Recipient {
  readonly email: string
  readonly name: string
}

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** In the language of the recipient. */
  readonly text: Text
}

export const verificationMail = ({ email, name }: Recipient, { app, link, text }: Content): Mail => ({
  to: email,
  subject: text('mail.verification.subject', { app }),
  text: text('mail.verification.text', { greeting: greeting(name, text), link }),
})

export const accountExistsMail = ({ email, name }: Recipient, { app, link, text }: Content): Mail => ({
  to: email,
  subject: text('mail.account_exists.subject', { app }),
  text: text('mail.account_exists.text', { greeting: greeting(name, text), link }),
})

export const passwordChangedMail = ({ email, name }: Recipient, { app, link, text }: Content): Mail => ({
  to: email,
  subject: text('mail.password_changed.subject', { app }),
  text: text('mail.password_changed.text', { greeting: greeting(name, text), link }),
})
