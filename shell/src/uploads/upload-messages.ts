import type { SectionMessages } from '@holdall/section'

/** Loaded with the engine and the tray, so that the first screen does not wait for them. */
export const uploadMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
