import { defineSection } from '@holdall/section'

export default defineSection({
  id: 'faulty',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/faulty',
      access: 'anyone',
      titleKey: 'faulty.title',
      page: () => import('./Page.tsx').then((m) => m.Page),
    },
  ],
  messages: { 'en-US': () => import('./messages/en-US.json').then((m) => m.default) },
})
