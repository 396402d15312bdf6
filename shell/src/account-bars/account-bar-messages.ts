import type { SectionMessages } from '@holdall/section'

/** Loaded with the bars: most accounts have none. */
export const accountBarMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}
