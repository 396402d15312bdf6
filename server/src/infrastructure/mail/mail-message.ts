import type { Mail } from './mail.ts'
import { type Branding, mailHtml } from './mail-html.ts'
import { bodyText, headerText } from './mail-text.ts'

interface Sending {
  readonly publicUrl: string
  /** As a header has it; null is `holdall@` the host of the public address. */
  readonly sender: string | null
  readonly branding: Branding
}

/** What nodemailer gets: both parts and the headers, with everything in the mail made safe. */
export function messageOf(mail: Mail, { publicUrl, sender, branding }: Sending) {
  const { locale = 'en-US', replyTo, unsubscribeUrl } = mail
  const safe = { ...mail, subject: headerText(mail.subject), text: bodyText(mail.text) }
  return {
    subject: safe.subject,
    text: safe.text,
    html: mailHtml(safe, locale, branding, publicUrl),
    from: sender ?? { name: headerText(branding.name), address: `holdall@${new URL(publicUrl).hostname}` },
    // As an object: the library splits a text at commas and brackets.
    to: { name: '', address: mail.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    // So that no out-of-office reply answers it.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
    ...(unsubscribeUrl !== undefined && { list: { unsubscribe: { url: unsubscribeUrl } } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
