import type { Log } from '../log.ts'
import type { MailFolder } from './mail-folder.ts'
import type { Mailer } from './mail.ts'
import type { Branding } from './mail-html.ts'
import { messageOf } from './mail-message.ts'

interface Deps {
  /** Read for each mail. */
  readonly branding: () => Promise<Branding>
  readonly folder: Pick<MailFolder, 'store'>
  readonly log: Pick<Log, 'info'>
  /** What links begin with, once the process listens. */
  readonly ownUrl: () => string
}

/** For an installation without a mail server: operators read the mails in the data folder, and pass on what they choose. */
export function createFolderMailer({ branding, folder, log, ownUrl }: Deps): Mailer {
  return {
    delivers: false,
    get publicUrl() {
      return ownUrl()
    },
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(
        messageOf(mail, { publicUrl: ownUrl(), sender: null, branding: await branding() }),
      )
      // With `buffer` it is no stream.
      const file = await folder.store(message as Buffer, mail.to)
      log.info({ file }, 'a mail was written to the data folder')
    },
  }
}
