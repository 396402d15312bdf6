import { accountRoutes } from './features/account/routes.ts'
import { accountDeletionRoutes } from './features/account-deletion/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { adminSectionsRoutes } from './features/admin/sections/routes.ts'
import { apiTokenRoutes } from './features/api-tokens/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { avatarRoutes } from './features/avatars/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { emailChangeRoutes } from './features/email-change/routes.ts'
import { dataExportRoutes } from './features/data-exports/routes.ts'
import { demoRoutes } from './features/demo/routes.ts'
import { favouritesRoutes } from './features/favourites/routes.ts'
import { filesRoutes } from './features/files/routes.ts'
import { humanCheckRoutes } from './features/human-check/routes.ts'
import type { Route } from './http/route.ts'
import { metaRoutes } from './features/client-config/routes.ts'
import { passwordRecoveryRoutes } from './features/password-recovery/routes.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { publicEditingRoutes } from './features/public-links/editing-routes.ts'
import { publicFileRoutes } from './features/public-links/public-file-routes.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { publicShareRoutes } from './features/public-links/routes.ts'
import { publicRemoteUploadRoutes } from './features/public-links/remote-upload-routes.ts'
import { publicUploadRoutes } from './features/public-links/upload-routes.ts'
import { remoteUploadRoutes } from './features/remote-uploads/routes.ts'
import type { Services } from './services.ts'
import { realtimeRoutes } from './features/realtime/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { sharingRoutes } from './features/share-links/routes.ts'
import { socialSignInRoutes } from './features/social-sign-in/routes.ts'
import { teamRoutes } from './features/teams/routes.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { twoFactorRoutes } from './features/two-factor/routes.ts'
import { uiRoutes } from './features/frontend/routes.ts'
import { uploadRequestRoutes } from './features/upload-requests/routes.ts'
import { requestVisitorRoutes } from './features/upload-requests/visitor-routes.ts'
import { requestUploadRoutes } from './features/upload-requests/visitor-upload-routes.ts'
import { unfinishedUploadRoutes } from './features/uploads/unfinished-upload-routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { usersRoutes } from './features/users/routes.ts'
import { versionsRoutes } from './features/versions/routes.ts'
import { zipRoutes } from './features/zip/routes.ts'

/** Every feature's routes. */
export const allRoutes = (services: Services): readonly Route[] => [
  ...accountRoutes(services),
  ...accountDeletionRoutes(services),
  ...activityRoutes(services),
  ...adminRoutes(services),
  ...adminSectionsRoutes(services),
  ...apiTokenRoutes(services),
  ...authRoutes(services),
  ...avatarRoutes(services),
  ...contactRoutes(services),
  ...contentRoutes(services),
  ...emailChangeRoutes(services),
  ...dataExportRoutes(services),
  ...demoRoutes(services),
  ...favouritesRoutes(services),
  ...filesRoutes(services),
  ...humanCheckRoutes(services),
  ...metaRoutes(services),
  ...passwordRecoveryRoutes(services),
  ...pageRoutes(services),
  ...publicEditingRoutes(services),
  ...publicFileRoutes(services),
  ...notificationsRoutes(services),
  ...passkeyRoutes(services),
  ...publicShareRoutes(services),
  ...publicUploadRoutes(services),
  ...publicRemoteUploadRoutes(services),
  ...realtimeRoutes(services),
  ...remoteUploadRoutes(services),
  ...requestUploadRoutes(services),
  ...requestVisitorRoutes(services),
  ...searchRoutes(services),
  ...setupRoutes(services),
  ...sharingRoutes(services),
  ...socialSignInRoutes(services),
  ...teamRoutes(services),
  ...trashRoutes(services),
  ...twoFactorRoutes(services),
  ...uiRoutes(services),
  ...unfinishedUploadRoutes(services),
  ...uploadRequestRoutes(services),
  ...uploadRoutes(services),
  ...usersRoutes(services),
  ...versionsRoutes(services),
  ...zipRoutes(services),
]
