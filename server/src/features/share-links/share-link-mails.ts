import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'
import { requireConfirmedAddress } from '../users/confirmed-address.ts'
import { findLocale, findUserById } from '../users/user.store.ts'
import { isOver, isUsedUp, shareById } from './share-link.store.ts'

/** One mail to one receiver: the failure of one address does not repeat the mails to the others. */
const shareMailJob = defineJob(
  'send-share-link-mail',
  z.object({ shareId: z.string(), senderId: z.string(), email: z.string() }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

type Sending = Pick<Infrastructure, 'jobs' | 'throttle'>

/** Refuses where mails do not reach their receivers, and where nobody has confirmed the address of the sender, which is in them. */
export async function refuseMails(
  services: Pick<Infrastructure, 'db' | 'mailer'>,
  senderId: string,
  field = 'emails',
): Promise<void> {
  if (!services.mailer.delivers) {
    throw refuse('validation', { errors: { [field]: ['This installation cannot send mail.'] } })
  }
  await requireConfirmedAddress(services, services.db, senderId)
}

/** Counts mails that are sent once the transaction is committed. Throws where this user has sent too many. */
export const countMails = (
  { throttle }: Pick<Sending, 'throttle'>,
  trx: Trx,
  senderId: string,
  count: number,
): Promise<void> => throttle.begin('share-mail', [{ kind: 'account', value: senderId }], count, trx)

/** Sends the link to each address once the transaction is committed. Returns how many mails that are. */
export async function enqueueMails(
  sending: Sending,
  trx: Trx,
  share: ShareRow,
  senderId: string,
  emails: readonly string[],
): Promise<number> {
  const receivers = new Set(emails)
  if (receivers.size > 0) await countMails(sending, trx, senderId, receivers.size)
  for (const email of receivers) {
    await sending.jobs.enqueue(trx, shareMailJob, { shareId: share.id, senderId, email })
  }
  return receivers.size
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'settings'>

export const shareLinkJobs = ({ clock, db, mailer, settings }: Deps): readonly JobHandler[] => [
  handleJob(shareMailJob, async ({ shareId, senderId, email }) => {
    const share = await shareById(db, shareId)
    const sender = await findUserById(db, senderId)
    const entry = share && (await entryOfOwner(db, share.owner_id, share.entry_id))
    // The link was revoked, or leads nowhere any more.
    if (!sender || !entry || entry.trash_root_id !== null || isOver(share, clock.now()) || isUsedUp(share)) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, sender.id), standard)
    const link = `${mailer.publicUrl}/share/${share.token}`
    const isProtected = share.password_hash !== null
    await mailer.send(shareMail({ email, sender, entry, isProtected }, { app, link, locale }))
  }),
]

interface Shared {
  /** Of the receiver. */
  readonly email: string
  readonly sender: { readonly name: string; readonly email: string }
  readonly entry: { readonly name: string; readonly kind: string }
  readonly isProtected: boolean
}

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the sender. */
  readonly locale: string
}

/** Never has the password: whoever reads the mail of another could open the link. */
export const shareMail = ({ email, sender, entry, isProtected }: Shared, { app, link, locale }: Content): Mail => {
  const text = textIn(locale)
  const from = isPlainName(sender.name) ? `${sender.name} (${sender.email})` : sender.email
  // Without the extension, which mail programs could turn into a link too.
  const name = entry.kind === 'file' ? entry.name.replace(/\.[^.]*$/, '') : entry.name
  return {
    to: email,
    subject: text('mail.share_link.subject', { sender: from, app }),
    text: [
      isPlainName(name)
        ? text('mail.share_link.text', { sender: from, name, link })
        : text('mail.share_link.unnamed', { sender: from, kind: entry.kind, link }),
      ...(isProtected ? [text('mail.share_link.protected')] : []),
    ].join('\n'),
    locale,
    action: { label: text('mail.share_link.button'), link },
  }
}
