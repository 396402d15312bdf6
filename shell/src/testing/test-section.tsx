import { defineSection, type SectionModule } from '@holdall/section'

/** A section for tests of the shell, with pages for users, admins and visitors. */
export function testSection(parts: Partial<SectionModule> = {}): SectionModule {
  const page = () => Promise.resolve(() => <button type="button">On the page</button>)
  return defineSection({
    id: 'example',
    version: '1.0.0',
    requires: { shellApi: '^1.0.0' },
    routes: [
      { path: '/platform/files/:id?', access: 'user', titleKey: 'files', page },
      { path: '/platform/trash', access: 'user', titleKey: 'files', page },
      { path: '/user/profile', access: 'user', titleKey: 'profile', page },
      { path: '/admin/dashboard', access: 'admin', titleKey: 'dashboard', page },
      { path: '/share/:token', access: 'anyone', titleKey: 'share', page },
      { path: '/sign-in', access: 'anyone', titleKey: 'sign-in', page },
    ],
    namedRoutes: { Files: '/platform/files/:id?' },
    nav: [
      { id: 'profile', path: '/user/profile', labelKey: 'profile', icon: 'user', order: 30, access: 'user' },
      { id: 'admin', path: '/admin/dashboard', labelKey: 'dashboard', icon: 'dashboard', order: 20, access: 'admin' },
      { id: 'files', path: '/platform/files', labelKey: 'files', icon: 'folder', order: 10, access: 'user' },
    ],
    messages: {
      'en-US': () =>
        Promise.resolve({
          files: 'Files',
          profile: 'Profile',
          dashboard: 'Dashboard',
          share: 'Share',
          'sign-in': 'Sign in',
          people: 'People',
        }),
    },
    ...parts,
  })
}
