import type { SectionMessages } from '@holdall/section'
import ar from './messages/ar.json'
import de from './messages/de.json'
import enUS from './messages/en-US.json'

/** In one file with the bars, which most accounts have none of: they are few. */
export const accountBarMessages: SectionMessages = {
  'en-US': () => Promise.resolve(enUS),
  de: () => Promise.resolve(de),
  ar: () => Promise.resolve(ar),
}
