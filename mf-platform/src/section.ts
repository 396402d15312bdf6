import { previewMessages } from '@holdall/preview/messages'
import { defineSection } from '@holdall/section'
import pkg from '../package.json' with { type: 'json' }
import { accountMessages } from './account-messages/account-messages.ts'
import { sharedFilesMessages } from './shared-files/shared-files-messages.ts'

/** The user's files and team folders, the newest files, those with a link, upload requests, the trash, the search, and the account. */
export default defineSection({
  id: 'platform',
  version: pkg.version,
  requires: { shellApi: '^1.6.0' },
  // All pages show the same list: one chunk for them saves requests. The pages in another one share less with them.
  routes: [
    {
      path: '/platform/files/:id?',
      access: 'user',
      titleKey: 'locations.home',
      page: () => import(/* webpackChunkName: "pages" */ './files/files-page.tsx').then((m) => m.FilesPage),
    },
    {
      path: '/platform/recent-uploads',
      access: 'user',
      titleKey: 'locations.latest',
      page: () =>
        import(/* webpackChunkName: "pages" */ './recent-uploads/recent-uploads-page.tsx').then(
          (m) => m.RecentUploadsPage,
        ),
    },
    {
      path: '/platform/my-shared-items',
      access: 'user',
      titleKey: 'locations.shared',
      page: () =>
        import(/* webpackChunkName: "pages" */ './shared-items/shared-items-page.tsx').then((m) => m.SharedItemsPage),
    },
    {
      path: '/platform/upload-requests',
      access: 'user',
      titleKey: 'locations.requests',
      page: () =>
        import(/* webpackChunkName: "further-pages" */ './upload-requests/upload-requests-page.tsx').then(
          (m) => m.UploadRequestsPage,
        ),
    },
    {
      path: '/platform/search',
      access: 'user',
      titleKey: 'locations.search',
      page: () => import(/* webpackChunkName: "further-pages" */ './search/search-page.tsx').then((m) => m.SearchPage),
    },
    {
      path: '/platform/trash/:id?',
      access: 'user',
      titleKey: 'locations.trash',
      page: () => import(/* webpackChunkName: "pages" */ './trash/trash-page.tsx').then((m) => m.TrashPage),
    },
    {
      path: '/platform/team-folders/:id?',
      access: 'user',
      titleKey: 'locations.team_folders',
      page: () =>
        import(/* webpackChunkName: "further-pages" */ './team-folders/team-page.tsx').then((m) => m.TeamFoldersPage),
    },
    {
      path: '/platform/shared-with-me/:id?',
      access: 'user',
      titleKey: 'locations.shared_with_me',
      page: () =>
        import(/* webpackChunkName: "further-pages" */ './team-folders/team-page.tsx').then((m) => m.SharedWithMePage),
    },
    {
      path: '/user/profile',
      access: 'user',
      titleKey: 'locations.profile',
      page: () => import('./profile/profile-page.tsx').then((m) => m.ProfilePage),
    },
    {
      path: '/user/confirm-email',
      access: 'user',
      titleKey: 'user.profile.confirm_page_title',
      page: () => import('./email-change/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
    },
    {
      path: '/user/keep-account',
      access: 'user',
      titleKey: 'user.profile.keep_page_title',
      page: () => import('./account-deletion/keep-account-page.tsx').then((m) => m.KeepAccountPage),
    },
    {
      path: '/user/settings/password',
      access: 'user',
      titleKey: 'user.security.title',
      page: () => import('./security/security-page.tsx').then((m) => m.SecurityPage),
    },
    {
      path: '/user/settings/storage',
      access: 'user',
      titleKey: 'user.storage.title',
      page: () => import('./storage/storage-page.tsx').then((m) => m.StoragePage),
    },
    {
      path: '/user/activity',
      access: 'user',
      titleKey: 'activity.title',
      page: () => import('./activity/activity-page.tsx').then((m) => m.ActivityPage),
    },
  ],
  namedRoutes: {
    Files: '/platform/files/:id?',
    RecentUploads: '/platform/recent-uploads',
    MySharedItems: '/platform/my-shared-items',
    UploadRequests: '/platform/upload-requests',
    Search: '/platform/search',
    Trash: '/platform/trash/:id?',
    TeamFolders: '/platform/team-folders/:id?',
    SharedWithMe: '/platform/shared-with-me/:id?',
    Security: '/user/settings/password',
    Storage: '/user/settings/storage',
  },
  nav: [
    { id: 'files', path: '/platform/files', labelKey: 'locations.home', icon: 'folder', order: 10, access: 'user' },
    { id: 'profile', path: '/user/profile', labelKey: 'locations.profile', icon: 'user', order: 30, access: 'user' },
  ],
  popups: {
    'crop-avatar': () => import('./avatar/crop-avatar-popup.tsx').then((m) => m.CropAvatarPopup),
    'confirm-password': () =>
      import('./confirm-password/confirm-password-popup.tsx').then((m) => m.ConfirmPasswordPopup),
    'create-folder': () => import('./create-folder/create-folder-popup.tsx').then((m) => m.CreateFolderPopup),
    'create-file-request': () => import('./upload-requests/create-request-popup.tsx').then((m) => m.CreateRequestPopup),
    'create-team-folder': () =>
      import(/* webpackChunkName: "team-members" */ './team-members/create-team-folder-popup.tsx').then(
        (m) => m.CreateTeamFolderPopup,
      ),
    'update-team-folder': () =>
      import(/* webpackChunkName: "team-members" */ './team-members/update-team-folder-popup.tsx').then(
        (m) => m.UpdateTeamFolderPopup,
      ),
    'file-request-end': () => import('./upload-requests/request-end-popup.tsx').then((m) => m.RequestEndPopup),
    'file-versions': () => import('./versions/versions-popup.tsx').then((m) => m.VersionsPopup),
    'send-file-request': () => import('./upload-requests/send-request-popup.tsx').then((m) => m.SendRequestPopup),
    'rename-item': () => import('./rename/rename-popup.tsx').then((m) => m.RenamePopup),
    'name-conflict': () => import('./name-conflicts/name-conflict-popup.tsx').then((m) => m.NameConflictPopup),
    move: () => import('./move/move-popup.tsx').then((m) => m.MovePopup),
    'remote-upload': () => import('./remote-uploads/remote-upload-popup.tsx').then((m) => m.RemoteUploadPopup),
    'share-create': () => import('./share-links/share-popup.tsx').then((m) => m.ShareCreatePopup),
    'share-edit': () => import('./share-links/share-popup.tsx').then((m) => m.ShareEditPopup),
  },
  slots: [
    {
      slot: 'app.remote-uploads',
      component: () => import('./remote-uploads/remote-upload-tray.tsx').then((m) => m.RemoteUploadTray),
    },
    {
      slot: 'link.remote-uploads',
      component: () => import('./remote-uploads/remote-upload-tray.tsx').then((m) => m.LinkRemoteUploadTray),
    },
  ],
  spotlight: [
    {
      id: 'folders',
      labelKey: 'search.folders',
      access: 'user',
      find: () => import(/* webpackChunkName: "spotlight" */ './search/find-entries.ts').then((m) => m.findFolders),
    },
    {
      id: 'files',
      labelKey: 'search.files',
      access: 'user',
      find: () => import(/* webpackChunkName: "spotlight" */ './search/find-entries.ts').then((m) => m.findFiles),
    },
    {
      id: 'file-commands',
      labelKey: 'search.commands',
      access: 'user',
      find: () => import(/* webpackChunkName: "spotlight" */ './search/find-commands.ts').then((m) => m.findCommands),
    },
  ],
  messages: {
    'en-US': () => import('./messages/en-us.ts').then((m) => m.messages),
    de: () => import('./messages/de.ts').then((m) => m.messages),
    ar: () => import('./messages/ar.ts').then((m) => m.messages),
  },
  packageMessages: [accountMessages, sharedFilesMessages, previewMessages],
})
