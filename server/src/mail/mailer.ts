import type { Config } from '../config/config.ts'

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

/** Null where no mail server is set. The library is loaded with the first mail. */
export async function createMailer(config: Config): Promise<Mailer | null> {
  const { smtpUrl, publicUrl } = config
  if (!smtpUrl || !publicUrl) return null
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `Holdall <holdall@${new URL(publicUrl).hostname}>`
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(url.href)
  return {
    publicUrl,
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}
