import { previewMessages } from '@holdall/preview/messages'
import { defineSection } from '@holdall/section'
import { nextTask } from '@holdall/ui/next-task'
import pkg from '../package.json' with { type: 'json' }
import { accountMessages } from './account-messages/account-messages.ts'
import { editingMessages } from './public-links/editing/editing-messages.ts'
import { providerMessages } from './providers/provider-messages.ts'
import { fileBrowserMessages } from './public-links/file-browser-messages.ts'
import { siteMessages } from './site/site-messages.ts'

/** The pages before sign-in, and public links. */
export default defineSection({
  id: 'public',
  version: pkg.version,
  requires: { shellApi: '^1.6.0' },
  routes: [
    {
      path: '/',
      access: 'anyone',
      titleKey: 'homepage.page_title',
      page: () => import('./site/homepage/homepage-page.tsx').then((m) => m.HomepagePage),
    },
    {
      path: '/page/:slug',
      access: 'anyone',
      titleKey: 'page.page_title',
      page: () => import('./site/operator-page/operator-page.tsx').then((m) => m.OperatorPage),
    },
    {
      path: '/contact-us',
      access: 'anyone',
      titleKey: 'contact.page_title',
      page: () => import('./site/contact/contact-page.tsx').then((m) => m.ContactPage),
    },
    {
      path: '/demo',
      access: 'anyone',
      titleKey: 'demo.page_title',
      page: () => import('./site/demo/demo-page.tsx').then((m) => m.DemoPage),
    },
    {
      path: '/sign-in',
      access: 'anyone',
      titleKey: 'sign_in.page_title',
      page: () => import('./sign-in/sign-in-page.tsx').then((m) => m.SignInPage),
    },
    {
      path: '/sign-in/two-factor',
      access: 'anyone',
      titleKey: 'sign_in.page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './two-factor/two-factor-page.tsx').then((m) => m.TwoFactorPage),
    },
    {
      path: '/sign-in/link',
      access: 'anyone',
      titleKey: 'sign_in.page_title',
      page: () =>
        import(/* webpackChunkName: "providers" */ './providers/link-account-page.tsx').then((m) => m.LinkAccountPage),
    },
    {
      path: '/sign-in/refused',
      access: 'anyone',
      titleKey: 'sign_in.page_title',
      page: () =>
        import(/* webpackChunkName: "providers" */ './providers/sign-in-refused-page.tsx').then(
          (m) => m.SignInRefusedPage,
        ),
    },
    {
      path: '/sign-up',
      access: 'anyone',
      titleKey: 'sign_up.page_title',
      // One chunk with what follows from it, and with invitations, which have its form: each further chunk makes the list of
      // files longer that sign-in fetches.
      page: () => import(/* webpackChunkName: "sign-up" */ './sign-up/sign-up-page.tsx').then((m) => m.SignUpPage),
    },
    {
      path: '/forgotten-password',
      access: 'anyone',
      titleKey: 'password_recovery.page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './password-recovery/forgotten-password-page.tsx').then(
          (m) => m.ForgottenPasswordPage,
        ),
    },
    {
      path: '/create-new-password',
      access: 'anyone',
      titleKey: 'new_password.page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './password-recovery/create-new-password-page.tsx').then(
          (m) => m.CreateNewPasswordPage,
        ),
    },
    {
      path: '/successfully-send',
      access: 'anyone',
      titleKey: 'verification.sent_page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './verification/email-sent-page.tsx').then(
          (m) => m.VerificationSentPage,
        ),
    },
    {
      path: '/verify-email/:id',
      access: 'anyone',
      titleKey: 'verification.confirm_page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './verification/verify-email-page.tsx').then((m) => m.VerifyEmailPage),
    },
    {
      path: '/successfully-verified',
      access: 'anyone',
      titleKey: 'verification.done_page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './verification/email-verified-page.tsx').then((m) => m.VerifiedPage),
    },
    {
      path: '/share/:token',
      access: 'anyone',
      titleKey: 'share.page_title',
      // Both pages of a link are evaluated in several tasks, so that a slow device handles input between them.
      page: async () => {
        await import(/* webpackChunkName: "public-link" */ './public-links/public-link-queries.ts')
        await nextTask()
        const page = await import(/* webpackChunkName: "public-link" */ './public-links/public-link-page.tsx')
        return page.ShareEntryPage
      },
    },
    {
      path: '/share/:token/authenticate',
      access: 'anyone',
      titleKey: 'share_password.page_title',
      page: () =>
        import(/* webpackChunkName: "public-link" */ './public-links/link-password-page.tsx').then(
          (m) => m.SharePasswordPage,
        ),
    },
    {
      path: '/share/:token/files/:id?',
      access: 'anyone',
      titleKey: 'share.page_title',
      page: async () => {
        await import(/* webpackChunkName: "shared-folder" */ './public-links/link-file-source.ts')
        await nextTask()
        await import(/* webpackChunkName: "shared-folder" */ './public-links/link-folder.tsx')
        await nextTask()
        const page = await import(/* webpackChunkName: "shared-folder" */ './public-links/shared-folder-page.tsx')
        return page.ShareFolderPage
      },
    },
    {
      path: '/share/:token/file',
      access: 'anyone',
      titleKey: 'share.page_title',
      page: () => import('./public-links/shared-file-page.tsx').then((m) => m.ShareFilePage),
    },
    {
      path: '/request',
      access: 'anyone',
      titleKey: 'request.page_title',
      page: () =>
        import(/* webpackChunkName: "upload-requests" */ './upload-requests/request-start-page.tsx').then(
          (m) => m.RequestStartPage,
        ),
    },
    {
      path: '/request/:token/upload/:id?',
      access: 'anyone',
      titleKey: 'request.page_title',
      page: () =>
        import(/* webpackChunkName: "upload-requests" */ './upload-requests/upload-request-page.tsx').then(
          (m) => m.UploadRequestPage,
        ),
    },
    {
      path: '/team-folder-invitation/:id',
      access: 'anyone',
      titleKey: 'share.page_title',
      page: () =>
        import(/* webpackChunkName: "sign-up" */ './team-invitations/invitation-page.tsx').then(
          (m) => m.InvitationPage,
        ),
    },
    {
      path: '/temporary-unavailable',
      access: 'anyone',
      titleKey: 'unavailable.page_title',
      page: () => import('./unavailable/unavailable-page.tsx').then((m) => m.UnavailablePage),
    },
  ],
  namedRoutes: {
    SignIn: '/sign-in',
    DynamicPage: '/page/:slug',
    Public: '/share/:token/files/:id?',
    RequestUpload: '/request/:token/upload/:id?',
  },
  messages: {
    'en-US': () => import('./messages/en-US.json').then((m) => m.default),
    de: () => import('./messages/de.json').then((m) => m.default),
    ar: () => import('./messages/ar.json').then((m) => m.default),
  },
  packageMessages: [
    accountMessages,
    editingMessages,
    fileBrowserMessages,
    previewMessages,
    providerMessages,
    siteMessages,
  ],
})
