import { second } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Mail } from './mail.ts'
import { type Branding, mailHtml } from './mail-html.ts'
import { bodyText, headerText } from './mail-text.ts'

export type { Mail } from './mail.ts'

export interface Mailer {
  /** What links in mails begin with; never the host that a caller sent. */
  readonly publicUrl: string
  /**
   * Rejects where the mail may be sent by another attempt. What the server refuses for good, such as an address that does not
   * exist, is logged.
   */
  send(mail: Mail): Promise<void>
}

interface MailServer {
  /** `smtp://…`, with the sender in `from`. */
  readonly smtpUrl: string | null
  readonly publicUrl: string | null
}

interface Deps {
  /** Read for each mail. */
  readonly branding: () => Promise<Branding>
  readonly log: Pick<Log, 'warn'>
}

/** A mail server that does not answer fails the attempt; the job queue repeats it. */
const TIMEOUTS_MS = {
  dnsTimeout: 10 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
}

/** Null where no mail server is set. The library is loaded with the first mail. */
export async function createMailer(
  { smtpUrl, publicUrl }: MailServer,
  { branding, log }: Deps,
): Promise<Mailer | null> {
  if (!smtpUrl || !publicUrl) return null
  const url = new URL(smtpUrl)
  const sender = url.searchParams.get('from')
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: url.href, ...TIMEOUTS_MS })
  return {
    publicUrl,
    async send(mail) {
      const { locale = 'en-US', unsubscribeUrl } = mail
      const safe = { ...mail, subject: headerText(mail.subject), text: bodyText(mail.text) }
      const brand = await branding()
      const from = sender ?? { name: headerText(brand.name), address: `holdall@${new URL(publicUrl).hostname}` }
      const message = {
        subject: safe.subject,
        text: safe.text,
        html: mailHtml(safe, locale, brand, publicUrl),
        from,
        // As an object: the library splits a text at commas and brackets.
        to: { name: '', address: mail.to },
        // So that no out-of-office reply answers it.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: { url: unsubscribeUrl } } }),
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      try {
        await transport.sendMail(message)
      } catch (error) {
        if (!isFinal(error)) throw error
        log.warn({ status: error.responseCode, command: error.command }, 'a mail was refused for good')
      }
    },
  }
}

interface SmtpRefusal extends Error {
  readonly code: string
  readonly responseCode: number
  readonly command?: string
}

/** The server has refused the addresses or the message with a permanent status. A wrong password can be corrected. */
function isFinal(error: unknown): error is SmtpRefusal {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Partial<SmtpRefusal> & Error
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}
