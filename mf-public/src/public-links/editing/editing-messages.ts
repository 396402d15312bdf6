import type { SectionMessages } from '@holdall/section'

/** The messages of folders that visitors may change, fetched with the first of them and not with sign-in. */
export const editingMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
