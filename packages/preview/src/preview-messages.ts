import type { SectionMessages } from '@holdall/section'

/** The messages of the preview, fetched with the first file that is shown. */
export const previewMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
