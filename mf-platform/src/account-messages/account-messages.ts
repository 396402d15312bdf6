import type { SectionMessages } from '@holdall/section'

/** The messages of what protects an account: fetched with the first of its pages and not with the list of files. */
export const accountMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
