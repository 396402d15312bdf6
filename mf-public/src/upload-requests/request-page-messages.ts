import { type Locale, type Messages, messagesFor, type SectionMessages } from '@holdall/section'
import { editingMessages } from '../public-links/editing/editing-messages.ts'
import { fileBrowserMessages } from '../public-links/file-browser-messages.ts'

/** The messages of an upload request and of what its visitor can do with files, fetched in parallel. */
export const requestPageMessages: SectionMessages = {
  'en-US': () => allOf('en-US'),
  de: () => allOf('de'),
  ar: () => allOf('ar'),
}

async function allOf(locale: Locale): Promise<Messages> {
  const parts = [fileBrowserMessages, editingMessages]
  const loaded = await Promise.all(parts.map((messages) => messagesFor({ messages }, locale)()))
  return Object.assign({}, ...loaded) as Messages
}
