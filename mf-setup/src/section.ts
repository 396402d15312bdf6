import { defineSection } from '@holdall/section'
import pkg from '../package.json' with { type: 'json' }

/** The setup wizard: checks the server and creates the first owner's account. */
export default defineSection({
  id: 'setup',
  version: pkg.version,
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      // The printed address. It leads to the first step until Holdall is set up, and is not found afterwards.
      path: '/install',
      access: 'anyone',
      titleKey: 'setup.page_title',
      page: () => import('./status-check/status-check-page.tsx').then((m) => m.StatusCheckPage),
    },
    {
      path: '/setup-wizard/status-check',
      access: 'anyone',
      titleKey: 'status_check.page_title',
      page: () => import('./status-check/status-check-page.tsx').then((m) => m.StatusCheckPage),
    },
    {
      path: '/setup-wizard/purchase-code',
      access: 'anyone',
      titleKey: 'purchase_code.page_title',
      page: () => import('./purchase-code/purchase-code-page.tsx').then((m) => m.PurchaseCodePage),
    },
    {
      path: '/setup-wizard/database',
      access: 'anyone',
      titleKey: 'database.page_title',
      page: () => import('./database/database-page.tsx').then((m) => m.DatabasePage),
    },
    {
      path: '/setup-wizard/environment',
      access: 'anyone',
      titleKey: 'environment.page_title',
      page: () => import('./environment/environment-page.tsx').then((m) => m.EnvironmentPage),
    },
    {
      path: '/setup-wizard/app-setup',
      access: 'anyone',
      titleKey: 'app_setup.page_title',
      page: () => import('./app-setup/app-setup-page.tsx').then((m) => m.AppSetupPage),
    },
    {
      path: '/setup-wizard/admin-setup',
      access: 'anyone',
      titleKey: 'admin_account.page_title',
      page: () => import('./admin-account/admin-account-page.tsx').then((m) => m.AdminAccountPage),
    },
  ],
  namedRoutes: { StatusCheck: '/setup-wizard/status-check' },
  messages: {
    'en-US': () => import('./messages/en-US.json').then((m) => m.default),
    de: () => import('./messages/de.json').then((m) => m.default),
    ar: () => import('./messages/ar.json').then((m) => m.default),
  },
})
