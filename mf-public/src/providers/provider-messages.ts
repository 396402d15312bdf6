import type { SectionMessages } from '@holdall/section'

/** The messages of signing in by a provider: fetched where one is offered, after the form. */
export const providerMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
