import type { Config } from '../config/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Null where no mail server is set. The library is loaded with the first mail. */
export async function createMailer(config: Config): Promise<Mailer | null> {
  const { smtpUrl, publicUrl } = config
  if (!smtpUrl) return null
  const url = new URL(smtpUrl)
  const from =
    url.searchParams.get('from') ?? `Holdall <holdall@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`
  url.searchParams.delete('from')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(url.href)
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
  }
}
