import type { SectionMessages } from '@holdall/section'
import ar from './messages/ar.json'
import de from './messages/de.json'
import enUS from './messages/en-US.json'

/** In one file with what they are for, which is loaded when it is opened first. */
export const spotlightMessages: SectionMessages = {
  'en-US': () => Promise.resolve(enUS),
  de: () => Promise.resolve(de),
  ar: () => Promise.resolve(ar),
}
