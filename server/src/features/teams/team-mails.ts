import * as z from 'zod/mini'
import { day, hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { spaceOf } from '../entries/space.store.ts'
import { entryOfOwner } from '../entries/entry.store.ts'
import { deleteOldInvitations, findInvitation } from '../team-invitations/invitation.store.ts'
import { invitationSecret } from '../team-invitations/invitation-secret.ts'
import { findLocale, findUserByEmail, findUserById } from '../users/user.store.ts'

export const INVITATION_TTL_MS = 30 * day
/** How long whoever was invited is told what has become of the invitation. */
const ANSWERED_KEPT_MS = 90 * day

/** One mail to one receiver: the failure of one address does not repeat the mails to the others. */
export const invitationMailJob = defineJob('send-team-invitation-mail', z.object({ id: z.string() }), {
  retries: 10,
  backoffMs: 30 * second,
  maxBackoffMs: 2 * hour,
  timeLimitMs: minute,
  concurrency: 4,
})
const oldInvitationsJob = defineJob('delete-old-team-invitations', z.object({}))

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'secret' | 'settings' | 'transact'>

export const teamJobs = (services: Deps): readonly JobHandler[] => [
  handleJob(invitationMailJob, async ({ id }) => {
    const { clock, db, mailer, settings } = services
    const invitation = await findInvitation(db, id)
    // It was withdrawn or answered, or the folder is gone.
    if (invitation?.status !== 'pending' || invitation.space_id === null) return
    const sender = await findUserById(db, invitation.inviter_id)
    const space = await spaceOf(db, invitation.space_id)
    const folder = await entryOfOwner(db, space.owner_id, space.root_id)
    if (!sender || !folder || invitation.expires_at <= clock.now()) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const account = await findUserByEmail(db, invitation.email)
    const own = account ? await findLocale(db, account.id) : null
    const locale = languageIn(own, await findLocale(db, sender.id), standard)
    const query = new URLSearchParams({ secret: invitationSecret(services, invitation) })
    const link = `${mailer.publicUrl}/team-folder-invitation/${invitation.id}?${query.toString()}`
    await mailer.send(invitationMail({ email: invitation.email, sender, folder }, { app, link, locale }))
  }),
  handleJob(oldInvitationsJob, () => deleteOldInvitations(services.db, services.clock.now() - ANSWERED_KEPT_MS), {
    everyMs: day,
  }),
]

interface Invited {
  /** Of the receiver. */
  readonly email: string
  readonly sender: { readonly name: string; readonly email: string }
  readonly folder: { readonly name: string }
}

interface Content {
  readonly app: string
  /** Absolute, with the secret. */
  readonly link: string
  readonly locale: string
}

export const invitationMail = ({ email, sender, folder }: Invited, { app, link, locale }: Content): Mail => {
  const text = textIn(locale)
  const from = isPlainName(sender.name) ? `${sender.name} (${sender.email})` : sender.email
  const values = { sender: from, link, days: INVITATION_TTL_MS / day }
  return {
    to: email,
    subject: text('mail.team_invitation.subject', { sender: from, app }),
    text: isPlainName(folder.name)
      ? text('mail.team_invitation.text', { ...values, name: folder.name })
      : text('mail.team_invitation.unnamed', values),
    locale,
    action: { label: text('mail.team_invitation.button'), link },
  }
}
