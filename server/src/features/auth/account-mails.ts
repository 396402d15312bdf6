import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import { type Text, textIn } from '../../infrastructure/messages/text-in.ts'

/** The name may be from somebody who signed up with another person's address: only a plain name is repeated. */
export function greeting(name: string, text: Text): string {
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
  /** Of the recipient. */
  readonly locale: string
}

type AccountMail =
  | 'verification'
  | 'account_exists'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'password_recovery'

const buttons = {
  verification: 'mail.verification.button',
  account_exists: 'mail.sign_in',
  password_changed: 'mail.sign_in',
  two_factor_on: 'mail.sign_in',
  two_factor_off: 'mail.sign_in',
  password_recovery: 'mail.password_recovery.button',
} as const

const accountMail =
  (kind: AccountMail) =>
  ({ email, name }: Recipient, { app, link, locale }: Content): Mail => {
    const text = textIn(locale)
    return {
      to: email,
      subject: text(`mail.${kind}.subject`, { app }),
      text: text(`mail.${kind}.text`, { greeting: greeting(name, text), link }),
      locale,
      action: { label: text(buttons[kind]), link },
    }
  }

export const verificationMail = accountMail('verification')
export const accountExistsMail = accountMail('account_exists')
export const passwordRecoveryMail = accountMail('password_recovery')
export const passwordChangedMail = accountMail('password_changed')
export const twoFactorOnMail = accountMail('two_factor_on')
export const twoFactorOffMail = accountMail('two_factor_off')
