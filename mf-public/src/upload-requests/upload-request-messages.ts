import { type Locale, type Messages, messagesFor, type SectionMessages } from '@holdall/section'
import { editingMessages } from '../public-links/editing/editing-messages.ts'
import { fileBrowserMessages } from '../public-links/file-browser-messages.ts'

/** The messages of the pages of upload requests, fetched with the first of them and not with sign-in. */
export const uploadRequestMessages: SectionMessages = {
  'en-US': () => import('./messages/en-US.json').then((m) => m.default),
  de: () => import('./messages/de.json').then((m) => m.default),
  ar: () => import('./messages/ar.json').then((m) => m.default),
}

/** With those of what a visitor can do with files: fetched in parallel. */
export const requestPageMessages: SectionMessages = {
  'en-US': () => allOf('en-US'),
  de: () => allOf('de'),
  ar: () => allOf('ar'),
}

async function allOf(locale: Locale): Promise<Messages> {
  const parts = [fileBrowserMessages, editingMessages, uploadRequestMessages]
  const loaded = await Promise.all(parts.map((messages) => messagesFor({ messages }, locale)()))
  return Object.assign({}, ...loaded) as Messages
}
