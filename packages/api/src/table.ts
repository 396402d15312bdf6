import * as activity from './endpoints/activity.ts'
import * as accountDeletion from './endpoints/account-deletion.ts'
import * as admin from './endpoints/admin.ts'
import * as apiTokens from './endpoints/api-tokens.ts'
import * as auth from './endpoints/auth.ts'
import * as clientConfig from './endpoints/client-config.ts'
import * as contact from './endpoints/contact.ts'
import * as content from './endpoints/content.ts'
import * as emailChange from './endpoints/email-change.ts'
import * as dataExports from './endpoints/data-exports.ts'
import * as demo from './endpoints/demo.ts'
import * as favourites from './endpoints/favourites.ts'
import * as files from './endpoints/files.ts'
import * as frontend from './endpoints/frontend.ts'
import * as health from './endpoints/health.ts'
import * as humanCheck from './endpoints/human-check.ts'
import * as notifications from './endpoints/notifications.ts'
import * as openapi from './endpoints/openapi.ts'
import * as passwordRecovery from './endpoints/password-recovery.ts'
import * as pages from './endpoints/pages.ts'
import * as passkeys from './endpoints/passkeys.ts'
import * as publicEditing from './endpoints/public-editing.ts'
import * as publicDownloads from './endpoints/public-downloads.ts'
import * as publicLinks from './endpoints/public-links.ts'
import * as realtime from './endpoints/realtime.ts'
import * as remoteUploads from './endpoints/remote-uploads.ts'
import * as search from './endpoints/search.ts'
import * as setup from './endpoints/setup.ts'
import * as shareLinks from './endpoints/share-links.ts'
import * as socialSignIn from './endpoints/social-sign-in.ts'
import * as signUp from './endpoints/sign-up.ts'
import * as teams from './endpoints/teams.ts'
import * as translations from './endpoints/translations.ts'
import * as trash from './endpoints/trash.ts'
import * as twoFactor from './endpoints/two-factor.ts'
import * as unfinishedUploads from './endpoints/unfinished-uploads.ts'
import * as uploadRequests from './endpoints/upload-requests.ts'
import * as uploads from './endpoints/uploads.ts'
import * as userAvatar from './endpoints/user-avatar.ts'
import * as userSecurity from './endpoints/user-security.ts'
import * as userSettings from './endpoints/user-settings.ts'
import * as users from './endpoints/users.ts'
import * as versions from './endpoints/versions.ts'
import * as zip from './endpoints/zip.ts'
import type { Endpoint } from './endpoint.ts'

/** By the file that has them. */
export const endpointGroups = {
  activity,
  accountDeletion,
  admin,
  apiTokens,
  auth,
  clientConfig,
  contact,
  content,
  emailChange,
  dataExports,
  demo,
  favourites,
  files,
  frontend,
  health,
  humanCheck,
  notifications,
  openapi,
  passwordRecovery,
  pages,
  passkeys,
  publicEditing,
  publicDownloads,
  publicLinks,
  realtime,
  remoteUploads,
  search,
  setup,
  shareLinks,
  socialSignIn,
  signUp,
  teams,
  translations,
  trash,
  twoFactor,
  unfinishedUploads,
  uploadRequests,
  uploads,
  userAvatar,
  userSecurity,
  userSettings,
  users,
  versions,
  zip,
}
export type EndpointGroup = keyof typeof endpointGroups

/** Every endpoint. Browser code imports single endpoints instead, so that a section bundles only those it calls. */
export const endpoints: readonly Endpoint[] = Object.values(endpointGroups)
  .flatMap((group) => Object.values(group) as unknown[])
  .filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
  )
