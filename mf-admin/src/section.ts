import { defineSection } from '@holdall/section'
import pkg from '../package.json' with { type: 'json' }

/** The admin area. */
export default defineSection({
  id: 'admin',
  version: pkg.version,
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/admin',
      access: 'admin',
      titleKey: 'dashboard.title',
      page: () => import('./dashboard/redirect-to-dashboard.tsx').then((m) => m.RedirectToDashboard),
    },
    {
      path: '/admin/dashboard',
      access: 'admin',
      titleKey: 'dashboard.title',
      page: () => import('./dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
    },
    {
      path: '/admin/sections',
      access: 'admin',
      titleKey: 'sections.title',
      page: () => import('./sections/sections-page.tsx').then((m) => m.SectionsPage),
    },
  ],
  namedRoutes: { Dashboard: '/admin/dashboard' },
  nav: [
    {
      id: 'admin.dashboard',
      path: '/admin/dashboard',
      labelKey: 'locations.settings',
      icon: 'dashboard',
      order: 20,
      access: 'admin',
    },
  ],
  messages: {
    'en-US': () => import('./messages/en-US.json').then((m) => m.default),
    de: () => import('./messages/de.json').then((m) => m.default),
    ar: () => import('./messages/ar.json').then((m) => m.default),
  },
})
