import type { SectionMessages } from '@holdall/section'

/** The messages of creating an account and getting into it again: fetched with the first of their pages and not with sign-in. */
export const accountMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
