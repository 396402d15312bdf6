import * as z from 'zod/mini'
import { activityJobs } from './features/activity/activity-jobs.ts'
import { deletionMailJobs } from './features/account-deletion/account-deletion-mails.ts'
import { deleteAccountsJobs } from './features/account-deletion/delete-accounts.ts'
import { inheritedMailJobs } from './features/account-deletion/inherited-folder-mail.ts'
import { apiTokenJobs } from './features/api-tokens/api-token-mails.ts'
import { authJobs } from './features/auth/account-mail-job.ts'
import { day, hour, minute } from './infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from './infrastructure/jobs/job-definition.ts'
import { dataExportMailJobs } from './features/data-exports/data-export-mails.ts'
import { dataExportJobs } from './features/data-exports/data-export-service.ts'
import { demoJobs } from './features/demo/demo-service.ts'
import { notificationJobs } from './features/notifications/notification-mail-jobs.ts'
import { copyJobs } from './features/files/revert-copies.ts'
import { contactJobs } from './features/contact/contact-mail.ts'
import { deleteExpiredChallenges } from './features/human-check/used-challenge.store.ts'
import { passwordRecoveryJobs } from './features/password-recovery/recovery-mail-job.ts'
import { passkeyMailJobs } from './features/passkeys/passkey-mails.ts'
import { emailChangeJobs } from './features/email-change/email-change-mails.ts'
import { remoteUploadJobs } from './features/remote-uploads/remote-upload-jobs.ts'
import type { Services } from './services.ts'
import { shareLinkJobs } from './features/share-links/share-link-mails.ts'
import { deleteVisits } from './features/content/download-limit.store.ts'
import { deleteEndedShares, deleteExpiredGrants } from './features/share-links/share-link.store.ts'
import { deleteExpiredFlows } from './features/social-sign-in/sign-in-flow.store.ts'
import { signInMailJobs } from './features/sign-in-notices/sign-in-mail.ts'
import { spaceMoveJobs } from './features/space-moves/follow-moved-entries.ts'
import { teamJobs } from './features/teams/team-mails.ts'
import { diskJobs } from './features/health/disk-notices.ts'
import { thumbnailJobs } from './features/thumbnails/thumbnail-jobs.ts'
import { trashJobs } from './features/trash/trash-jobs.ts'
import { twoFactorJobs } from './features/two-factor/two-factor-notices.ts'
import { uploadRequestJobs } from './features/upload-requests/upload-request-jobs.ts'
import { uploadJobs } from './features/uploads/upload-jobs.ts'
import { versionJobs } from './features/versions/version-jobs.ts'

/** Every feature's jobs. */
export const allJobs = (services: Services): readonly JobHandler[] => [
  ...activityJobs(services),
  ...deleteAccountsJobs(services),
  ...deletionMailJobs(services),
  ...apiTokenJobs(services),
  ...authJobs(services),
  ...contactJobs(services),
  ...copyJobs(services),
  ...emailChangeJobs(services),
  ...dataExportJobs(services),
  ...dataExportMailJobs(services),
  ...demoJobs(services),
  ...diskJobs(services),
  ...expiryJobs(services),
  ...notificationJobs(services),
  ...passwordRecoveryJobs(services),
  ...passkeyMailJobs(services),
  ...thumbnailJobs(services),
  ...remoteUploadJobs(services),
  ...shareLinkJobs(services),
  ...inheritedMailJobs(services),
  ...signInMailJobs(services),
  ...spaceMoveJobs(services),
  ...teamJobs(services),
  ...trashJobs(services),
  ...twoFactorJobs(services),
  ...uploadJobs(services),
  ...uploadRequestJobs(services),
  ...versionJobs(services),
]

const sessionsJob = defineJob('delete-expired-sessions', z.object({}))
const apiTokensJob = defineJob('delete-expired-api-tokens', z.object({}))
const throttlesJob = defineJob('delete-expired-throttles', z.object({}))
const grantsJob = defineJob('delete-expired-share-grants', z.object({}))
const downloadsJob = defineJob('delete-counted-downloads', z.object({}))
const challengesJob = defineJob('delete-used-challenges', z.object({}))
const zipTicketsJob = defineJob('delete-expired-zip-tickets', z.object({}))
const signInFlowsJob = defineJob('delete-expired-sign-in-flows', z.object({}))
const oldMailsJob = defineJob('delete-old-mails', z.object({}))
const sectionFailuresJob = defineJob('delete-section-failures', z.object({}))
const endedSharesJob = defineJob('delete-ended-shares', z.object({}))

/** How long visitors of an ended link are told why it ended. */
const ENDED_SHARES_KEPT_MS = 365 * day

/** Longer than the addresses of files are valid. */
const COUNTED_DOWNLOADS_KEPT_MS = day

/** Each may delete very many rows at once. */
const expiryJobs = ({
  apiTokens,
  sessions,
  throttle,
  transactBulk,
  clock,
  mailFolder,
  sectionReports,
  zipTickets,
}: Services): readonly JobHandler[] => [
  handleJob(sessionsJob, () => sessions.sweep(), { everyMs: hour }),
  handleJob(apiTokensJob, () => apiTokens.sweep(), { everyMs: day }),
  handleJob(throttlesJob, () => throttle.sweep(), { everyMs: hour }),
  handleJob(challengesJob, () => transactBulk((trx) => deleteExpiredChallenges(trx, clock.now())), {
    everyMs: 10 * minute,
  }),
  handleJob(zipTicketsJob, () => zipTickets.sweep(), { everyMs: hour }),
  handleJob(grantsJob, () => transactBulk((trx) => deleteExpiredGrants(trx, clock.now())), { everyMs: hour }),
  handleJob(signInFlowsJob, () => transactBulk((trx) => deleteExpiredFlows(trx, clock.now())), { everyMs: hour }),
  handleJob(downloadsJob, () => transactBulk((trx) => deleteVisits(trx, clock.now() - COUNTED_DOWNLOADS_KEPT_MS)), {
    everyMs: hour,
  }),
  handleJob(endedSharesJob, () => transactBulk((trx) => deleteEndedShares(trx, clock.now() - ENDED_SHARES_KEPT_MS)), {
    everyMs: day,
  }),
  handleJob(sectionFailuresJob, () => sectionReports.sweep(), { everyMs: day }),
  // With a mail server too: earlier mails may be left.
  handleJob(oldMailsJob, () => mailFolder.deleteOld(), { everyMs: day }),
]
