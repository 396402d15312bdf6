import { second } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mail.ts'
import type { Branding } from './mail-html.ts'
import { messageOf } from './mail-message.ts'

interface MailServer {
  /** `smtp://…`, with the sender in `from`. */
  readonly smtpUrl: string
  readonly publicUrl: string
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

export async function createSmtpMailer({ smtpUrl, publicUrl }: MailServer, { branding, log }: Deps): Promise<Mailer> {
  const url = new URL(smtpUrl)
  const sender = url.searchParams.get('from')
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: url.href, ...TIMEOUTS_MS })
  return {
    delivers: true,
    publicUrl,
    async send(mail) {
      const message = messageOf(mail, { publicUrl, sender, branding: await branding() })
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
