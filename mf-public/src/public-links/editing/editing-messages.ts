import type { SectionMessages } from '@holdall/section'

/**
 * The messages of what visitors may do: change shared folders, answer upload requests and invitations, search in a link.
 * Fetched with the first of them and not with sign-in; one file for all keeps the list of files that sign-in fetches short.
 */
export const editingMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
