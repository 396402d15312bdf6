import type { SectionMessages } from '@holdall/section'

/** The file browser's own words, fetched with the first folder and not with sign-in. */
export const browserMessages: SectionMessages = {
  'en-US': () => import('@holdall/file-browser/messages/en-US.json').then((m) => m.default),
  de: () => import('@holdall/file-browser/messages/de.json').then((m) => m.default),
  ar: () => import('@holdall/file-browser/messages/ar.json').then((m) => m.default),
}
