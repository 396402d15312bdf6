import { second } from '../clock.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Where links in mails lead: never to whatever host a caller named. */
  readonly publicUrl: string
  send(mail: Mail): Promise<void>
}

interface MailServer {
  /** `smtp://…`, with the sender in `from`. */
  readonly smtpUrl: string | null
  readonly publicUrl: string | null
}

/** A server that never answers ends the attempt; the next is the job queue's. */
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
      // An address as it is: the library splits texts at commas and brackets.
      await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } })
    },
  }
}
