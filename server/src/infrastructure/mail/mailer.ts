import type { Log } from '../log.ts'
import { createFolderMailer } from './folder-mailer.ts'
import type { MailFolder } from './mail-folder.ts'
import type { Mailer } from './mail.ts'
import type { Branding } from './mail-html.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export type { Mail, Mailer } from './mail.ts'

interface MailServer {
  /** `smtp://…`, with the sender in `from`. */
  readonly smtpUrl: string | null
  readonly publicUrl: string | null
}

interface Deps {
  readonly branding: () => Promise<Branding>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Where mails are written without a mail server. */
  readonly folder: MailFolder
  /** What their links begin with. */
  readonly ownUrl: () => string
}

/** Sends where a mail server is set, else writes to the folder. */
export function createMailer({ smtpUrl, publicUrl }: MailServer, deps: Deps): Mailer | Promise<Mailer> {
  if (smtpUrl && publicUrl) return createSmtpMailer({ smtpUrl, publicUrl }, deps)
  return createFolderMailer(deps)
}
