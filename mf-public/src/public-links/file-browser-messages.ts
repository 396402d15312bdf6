import type { SectionMessages } from '@holdall/section'

/** The file browser's messages, fetched with the first folder and not with sign-in. */
export const fileBrowserMessages: SectionMessages = {
  'en-US': () => import('@holdall/file-browser/messages/en-US.json').then((m) => m.default),
  de: () => import('@holdall/file-browser/messages/de.json').then((m) => m.default),
  ar: () => import('@holdall/file-browser/messages/ar.json').then((m) => m.default),
}
