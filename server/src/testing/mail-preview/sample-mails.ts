import type { Notification } from '@holdall/api'
import { apiTokenMail } from '../../features/api-tokens/api-token-mails.ts'
import { accessEndedMail } from '../../features/auth/access-ended-mail.ts'
import {
  accountExistsMail,
  passwordChangedMail,
  passwordRecoveryMail,
  twoFactorOffMail,
  twoFactorOnMail,
  verificationMail,
} from '../../features/auth/account-mails.ts'
import { contactMail } from '../../features/contact/contact-mail.ts'
import { inheritedMail } from '../../features/account-deletion/inherited-folder-mail.ts'
import { deletionMail } from '../../features/account-deletion/account-deletion-mails.ts'
import { emailChangeMail } from '../../features/email-change/email-change-mails.ts'
import { digestMail, oneMail } from '../../features/notifications/notification-mail-jobs.ts'
import { dataExportMail } from '../../features/data-exports/data-export-mails.ts'
import { passkeyMail } from '../../features/passkeys/passkey-mails.ts'
import { testMailOf } from '../../features/setup/setup-mails.ts'
import { signInMail } from '../../features/sign-in-notices/sign-in-mail.ts'
import { shareMail } from '../../features/share-links/share-link-mails.ts'
import { invitationMail } from '../../features/teams/team-mails.ts'
import { requestEndedMail, requestMail } from '../../features/upload-requests/upload-request-mails.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'

export const publicUrl = 'https://files.example'

/** Every mail that the server sends, with sample values. A new one is listed here: a test reads the list. */
export function sampleMails(locale: string, app: string): Readonly<Record<string, Mail>> {
  const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }
  const signIn = { app, locale, link: `${publicUrl}/sign-in` }
  const security = { app, locale, link: `${publicUrl}/user/settings/password` }
  const signedInFrom = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '192.0.2.7',
    atMs: Date.UTC(2026, 2, 1, 10),
    place: 'Lund, Sweden',
    timeZone: 'Europe/Stockholm',
  }
  const deletion = { ...signIn, deletesAtMs: Date.UTC(2026, 2, 1, 10) }
  const shared = { app, locale, link: `${publicUrl}/share/p7Qe2ZkHk1W0yXwq3mC9aA` }
  const invited = {
    app,
    locale,
    link: `${publicUrl}/team-folder-invitation/01890000-0000-7000-8000-000000000000?secret=${'x'.repeat(43)}`,
  }
  const requested = { app, locale, link: `${publicUrl}/request/p7Qe2ZkHk1W0yXwq3mC9aA/upload` }
  const ended = { app, locale, link: `${publicUrl}/platform/files/01890000-0000-7000-8000-000000000000` }
  const from = { email: 'sam@example.com', sender: ada }
  const text = textIn(locale)
  const letter = { app, to: ada.email, locale, text, publicUrl }
  const notification: Notification = {
    id: '01890000-0000-7000-8000-000000000000',
    type: 'notification',
    attributes: {
      category: 'security',
      title: text('notification.password_changed.title'),
      description: text('notification.password_changed.description'),
      created_at: '2026-01-01T00:00:00.000Z',
      read_at: null,
      action: null,
    },
  }
  return {
    test: testMailOf(ada.email, { app, locale, link: publicUrl }),
    contact: contactMail(
      { name: 'Sam Rivers', email: 'sam@example.com', message: 'Hello,\n\ncan I have more storage?' },
      { to: 'operator@example.com', app, locale },
    ),
    verification: verificationMail(ada, {
      app,
      locale,
      link: `${publicUrl}/verify-email/01890000-0000-7000-8000-000000000000?expires=1790000000&signature=${'x'.repeat(43)}`,
    }),
    'account-exists': accountExistsMail(ada, signIn),
    'password-changed': passwordChangedMail(ada, signIn),
    'access-ended': accessEndedMail(
      ada,
      { apiTokens: 2, passkeys: 1, linkedSignIns: 1, editingLinks: 3, isSecondFactor: true },
      signIn,
    ),
    'account-deletion-requested': deletionMail('requested', ada, deletion),
    'account-deletion-canceled': deletionMail('canceled', ada, deletion),
    'account-deletion-done': deletionMail('done', ada, deletion),
    'team-inherited': inheritedMail(
      ada,
      { name: 'Spring launch', size: 12_400_000_000, isFull: true },
      { ...ended, link: `${publicUrl}/platform/files/01890000-0000-7000-8000-000000000000` },
    ),
    'email-change': emailChangeMail('email_change', ada, {
      app,
      locale,
      link: `${publicUrl}/user/confirm-email#token=${'x'.repeat(22)}`,
    }),
    'email-change-taken': emailChangeMail('email_change_taken', ada, signIn),
    'email-change-requested': emailChangeMail(
      'email_change_requested',
      ada,
      { app, locale, link: `${publicUrl}/user/profile` },
      'ada@example.org',
    ),
    'email-changed': emailChangeMail('email_changed', ada, signIn, 'ada@example.org'),
    'two-factor-on': twoFactorOnMail(ada, signIn),
    'two-factor-off': twoFactorOffMail(ada, signIn),
    'sign-in-notice': signInMail('sign_in_notice', ada, signedInFrom, security),
    'second-factor-alert': signInMail('second_factor_alert', ada, signedInFrom, security),
    'api-token': apiTokenMail(
      ada,
      { name: 'Backup script', prefix: 'holdall_x7Qe' },
      { app, locale, link: `${publicUrl}/user/settings/password` },
    ),
    'password-recovery': passwordRecoveryMail(ada, {
      app,
      locale,
      link: `${publicUrl}/create-new-password#email=ada%40example.com&token=${'x'.repeat(22)}`,
    }),
    'data-export': dataExportMail(ada, { ...security, days: 7 }),
    'passkey-added': passkeyMail('added', ada, security),
    'passkey-removed': passkeyMail('removed', ada, security),
    'passkey-refused': passkeyMail('refused', ada, security),
    notification: oneMail(notification, letter),
    notifications: digestMail([notification, notification], letter),
    'share-link': shareMail({ ...from, entry: { name: 'Budget.pdf', kind: 'file' }, isProtected: false }, shared),
    'share-link-folder': shareMail(
      { ...from, entry: { name: 'Spring launch', kind: 'folder' }, isProtected: true },
      shared,
    ),
    'team-invitation': invitationMail({ ...from, folder: { name: 'Spring launch' } }, invited),
    'team-invitation-unnamed': invitationMail({ ...from, folder: { name: 'www.example.com' } }, invited),
    'share-link-unnamed': shareMail(
      { ...from, entry: { name: 'www.example.com', kind: 'folder' }, isProtected: false },
      shared,
    ),
    'upload-request': requestMail(
      {
        ...from,
        name: 'Receipts',
        notes: 'All of March, please.\n\nThank you!',
        end: { closesAtMs: Date.UTC(2026, 4, 8, 10), isIdleRule: false, timeZone: 'UTC' },
      },
      requested,
    ),
    'upload-request-unnamed': requestMail(
      {
        ...from,
        name: 'www.example.com',
        notes: null,
        end: { closesAtMs: null, isIdleRule: true, timeZone: null },
      },
      requested,
    ),
    'upload-request-filled': requestEndedMail({ email: ada.email, kind: 'filled', name: 'Receipts', files: 3 }, ended),
    'upload-request-expired': requestEndedMail(
      { email: ada.email, kind: 'expired', name: 'Receipts', files: 0 },
      ended,
    ),
  }
}
