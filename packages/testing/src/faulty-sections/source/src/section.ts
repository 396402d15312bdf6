import { defineSection } from '@holdall/section'

/**
 * The build replaces `fault:none` and the version in each variant. A value that is known at run time only keeps all
 * branches.
 */
const fault = (globalThis as { readonly holdallFault?: string }).holdallFault ?? 'fault:none'
const version = '0.0.0-fault'

if (fault === 'fault:throws-on-import') throw new Error('This section throws while it is loaded.')
if (fault === 'fault:hangs') await new Promise(() => {})

const section = defineSection({
  id: fault === 'fault:wrong-id' ? 'somebody-else' : 'faulty',
  version: fault === 'fault:wrong-version' ? '0.0.1' : version,
  requires: { shellApi: '^1.0.0' },
  routes: [
    {
      path: '/faulty',
      access: 'anyone',
      titleKey: 'faulty.title',
      page: () =>
        fault === 'fault:throws-on-render'
          ? import('./broken-page.tsx').then((m) => m.BrokenPage)
          : import('./page.tsx').then((m) => m.Page),
    },
    {
      path: '/faulty/other',
      access: 'anyone',
      titleKey: 'faulty.other',
      page: () => import('./other-page.tsx').then((m) => m.OtherPage),
    },
  ],
  messages: { 'en-US': () => import('./messages/en-US.json').then((m) => m.default) },
  start() {
    if (fault === 'fault:throws-in-start') throw new Error('This section throws in its start.')
    if (fault === 'fault:start-hangs') {
      // A test can wait for the call.
      Object.assign(globalThis, { faultyStartHangs: true })
      return new Promise<void>(() => {})
    }
  },
})

export default fault === 'fault:wrong-kind' ? { kind: 'something-else' } : section
