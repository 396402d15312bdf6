import { second } from '../clock.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** What links in mails begin with; never the host that a caller sent. */
  readonly publicUrl: string
  send(mail: Mail): Promise<void>
}

interface MailServer {
  /** `smtp://…`, with the sender in `from`. */
  readonly smtpUrl: string | null
  readonly publicUrl: string | null
}

/** A mail server that does not answer fails the attempt; the job queue repeats it. */
const TIMEOUTS_MS = {
  dnsTimeout: 10 * second,
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 20 * second,
}

/** Null where no mail server is set. The library is loaded with the first mail. */
export async function createMailer({ smtpUrl, publicUrl }: MailServer): Promise<Mailer | null> {
  if (!smtpUrl || !publicUrl) return null
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `Holdall <holdall@${new URL(publicUrl).hostname}>`
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: url.href, ...TIMEOUTS_MS })
  return {
    publicUrl,
    async send(mail) {
      // As an object: the library splits a text at commas and brackets.
      await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } })
    },
  }
}
