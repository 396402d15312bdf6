import { defineSection, type SectionModule } from '@holdall/section'

/** Filled in by the build of each variant; elsewhere the section is sound. */
const fault = process.env['HOLDALL_FAULT'] ?? 'ok'
const version = process.env['HOLDALL_FAULT_VERSION'] ?? '1.0.0'

if (fault === 'throws-on-import') throw new Error('This section throws while it is loaded.')
if (fault === 'hangs') await new Promise(() => {})

const sound = defineSection({
  id: fault === 'wrong-id' ? 'somebody-else' : 'faulty',
  version: fault === 'wrong-version' ? '0.0.1' : version,
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/faulty',
      access: 'anyone',
      titleKey: 'faulty.title',
      page: () =>
        fault === 'throws-on-render'
          ? import('./BrokenPage.tsx').then((m) => m.BrokenPage)
          : import('./Page.tsx').then((m) => m.Page),
    },
    {
      path: '/faulty/other',
      access: 'anyone',
      titleKey: 'faulty.other',
      page: () => import('./OtherPage.tsx').then((m) => m.OtherPage),
    },
  ],
  messages: { 'en-US': () => import('./messages/en-US.json').then((m) => m.default) },
  start() {
    if (fault === 'throws-in-start') throw new Error('This section throws in its start.')
    if (fault === 'start-hangs') return new Promise<void>(() => {})
  },
})

export default fault === 'wrong-kind' ? ({ kind: 'something-else' } as unknown as SectionModule) : sound
