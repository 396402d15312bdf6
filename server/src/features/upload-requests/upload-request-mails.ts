import { intlTimeZone, type UploadRequestEnd } from '@holdall/api'
import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import { isPlainName, isPlainNote } from '../../infrastructure/mail/plain-name.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { accountOf, findLocale, findUserByEmail, findUserById } from '../users/user.store.ts'
import { findRequest, type UploadRequestRow } from './upload-request.store.ts'
import { UNUSED_HOURS, stateOf } from './upload-request-state.ts'

const mailing = { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 }

/** Without an address it was enqueued by a version that sent to that of the request only. */
const invitationJob = defineJob(
  'send-upload-request-mail',
  z.object({ requestId: z.string(), email: z.optional(z.string()) }),
  mailing,
)
/** To the owner. `endedAt` names the end that it is about: the request may have been renewed since. */
const endJob = defineJob(
  'send-upload-request-end-mail',
  z.object({ requestId: z.string(), kind: z.enum(['filled', 'expired']), files: z.number() }),
  mailing,
)

type Telling = Pick<Infrastructure, 'jobs' | 'mailer'> & { readonly notifications: Notifications }

/** Sends the link to this address once the transaction is committed, and tells a user who has it. */
export async function inviteByMail(
  { jobs, mailer, notifications }: Telling,
  trx: Trx,
  request: UploadRequestRow,
  email: string,
): Promise<void> {
  await jobs.enqueue(trx, invitationJob, { requestId: request.id, email })
  const [recipient, owner] = [await findUserByEmail(trx, email), await findUserById(trx, request.owner_id)]
  if (!owner || !recipient || recipient.id === owner.id || !isAddressTrusted(mailer, recipient)) return
  await notifications.notify(trx, recipient.id, {
    category: 'file-request',
    title: 'notification.upload_request.title',
    description: 'notification.upload_request.description',
    values: { sender: owner.name, name: request.name },
    action: {
      type: 'url',
      params: { url: `/request/${request.token}/upload`, target: null, button: 'notification.upload_files' },
    },
    isMailed: true,
  })
}

/** Tells the owner that a request has ended by its visitor, or because its time is over. */
export async function announceEnd(
  { jobs, notifications }: Telling,
  trx: Trx,
  request: UploadRequestRow & { readonly live_root_id: string | null },
  endedBy: UploadRequestEnd,
): Promise<void> {
  if (endedBy === 'owner' || endedBy === 'folder-removed') return
  const kind = endedBy === 'unused' ? 'expired' : 'filled'
  const files = request.files_received
  await notifications.notify(trx, request.owner_id, {
    category: 'file-request',
    title: `notification.upload_request_${kind}.title`,
    description: `notification.upload_request_${kind}.description`,
    values: { name: request.name, files },
    ...(request.live_root_id !== null && {
      action: {
        type: 'route',
        params: { route: 'Files', id: request.live_root_id, button: 'notification.show_folder' },
      },
    }),
    isMailed: true,
  })
  await jobs.enqueue(trx, endJob, { requestId: request.id, kind, files })
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'settings'>

export function uploadRequestMailJobs({ clock, db, mailer, settings }: Deps): readonly JobHandler[] {
  async function contentFor(userId: string) {
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    return { app, locale: languageIn(await findLocale(db, userId), standard) }
  }

  return [
    handleJob(invitationJob, async ({ requestId, email: receiver }) => {
      const request = await findRequest(db, requestId)
      const email = receiver ?? request?.email
      const sender = request && (await findUserById(db, request.owner_id))
      // It was closed, or has expired.
      if (!sender || !email || !('closesAt' in stateOf(request, clock.now()))) return
      const link = `${mailer.publicUrl}/request/${request.token}/upload`
      const { timezone } = (await accountOf(db, sender.id)).settings
      const end = { closesAtMs: request.closes_at, isIdleRule: request.closes_when_idle === 1, timeZone: timezone }
      await mailer.send(
        requestMail(
          { email, sender, name: request.name, notes: request.notes, end },
          { ...(await contentFor(sender.id)), link },
        ),
      )
    }),

    handleJob(endJob, async ({ requestId, kind, files: count }) => {
      const request = await findRequest(db, requestId)
      const owner = request && (await findUserById(db, request.owner_id))
      if (!owner || !isAddressTrusted(mailer, owner)) return
      const folder = request.root_trash_id === null ? request.live_root_id : null
      const files = folder === null ? 'files' : `files/${folder}`
      const link = `${mailer.publicUrl}/platform/${kind === 'expired' ? 'upload-requests' : files}`
      const content = { ...(await contentFor(owner.id)), link }
      await mailer.send(requestEndedMail({ email: owner.email, kind, name: request.name, files: count }, content))
    }),
  ]
}

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  readonly locale: string
}

/** When a request closes, as its mail names it. */
interface MailedEnd {
  /** null: it has no end date. */
  readonly closesAtMs: number | null
  readonly isIdleRule: boolean
  /** Of the sender; null: UTC. */
  readonly timeZone: string | null
}

interface Invitation {
  /** Of the receiver. */
  readonly email: string
  readonly sender: { readonly name: string; readonly email: string }
  readonly name: string
  readonly notes: string | null
  readonly end: MailedEnd
}

/** Until when files can be uploaded; null where that is open. */
function validity({ closesAtMs, isIdleRule, timeZone }: MailedEnd, locale: string): string | null {
  const text = textIn(locale)
  if (isIdleRule) return text('mail.upload_request.validity', { hours: UNUSED_HOURS })
  if (closesAtMs === null) return null
  const date = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: intlTimeZone(timeZone) ?? 'UTC',
  }).format(closesAtMs)
  return text('mail.upload_request.until', { date })
}

/** In the language of the sender. */
export function requestMail({ email, sender, name, notes, end }: Invitation, { app, link, locale }: Content): Mail {
  const text = textIn(locale)
  const from = isPlainName(sender.name) ? `${sender.name} (${sender.email})` : sender.email
  const until = validity(end, locale)
  return {
    to: email,
    subject: text('mail.upload_request.subject', { sender: from, app }),
    text: [
      text('mail.greeting'),
      isPlainName(name)
        ? text('mail.upload_request.text', { sender: from, name })
        : text('mail.upload_request.unnamed', { sender: from }),
      // Others are shown on the page of the request only: a mail of this server must not lead elsewhere.
      ...(notes !== null && isPlainNote(notes) ? [text('mail.upload_request.notes', { notes })] : []),
      link,
      ...(until === null ? [] : [until]),
    ].join('\n\n'),
    locale,
    action: { label: text('mail.upload_request.button'), link },
  }
}

interface Ended {
  /** Of the owner. */
  readonly email: string
  readonly kind: 'filled' | 'expired'
  readonly name: string
  readonly files: number
}

export function requestEndedMail({ email, kind, name, files }: Ended, { app, link, locale }: Content): Mail {
  const text = textIn(locale)
  return {
    to: email,
    subject: text(`mail.upload_request_${kind}.subject`, { name, app }),
    text: [text('mail.greeting'), text(`mail.upload_request_${kind}.text`, { name, files }), link].join('\n\n'),
    locale,
    action: { label: text(`mail.upload_request_${kind}.button`), link },
  }
}
