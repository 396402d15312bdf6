import type { SectionMessages } from '@holdall/section'

/** The messages of the homepage and of the pages of the operator, fetched with the first of them. */
export const siteMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
