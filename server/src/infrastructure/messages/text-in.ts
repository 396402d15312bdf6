import { inLanguage } from '@holdall/api'
import { IntlMessageFormat } from 'intl-messageformat'
import arabic from '../../messages/ar.json' with { type: 'json' }
import german from '../../messages/de.json' with { type: 'json' }
import english from '../../messages/en-US.json' with { type: 'json' }

export type MessageId = keyof typeof english
export type Text = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string

export const isMessageId = (id: string): id is MessageId => Object.hasOwn(english, id)

/** By locale. */
export const languages = { 'en-US': english, de: german, ar: arabic }

type Language = keyof typeof languages

/** The first of these locales that there are texts in, as the language of those texts; else English. */
export function languageIn(...locales: readonly (string | null)[]): Language {
  const texts = locales
    .map((one) => (one === null ? undefined : inLanguage(languages, one)))
    .find((found) => found !== undefined)
  const known = Object.keys(languages) as Language[]
  return known.find((language) => languages[language] === texts) ?? 'en-US'
}

/** The server's own texts (mails, refusals) in the first of these languages that there is, else in English. */
export function textIn(...locales: readonly (string | null)[]): Text {
  // The locale of the messages: the user's own may be one that `Intl` rejects.
  const locale = languageIn(...locales)
  const messages = languages[locale]
  return (id, values) => (values === undefined ? messages[id] : String(parsedMessage(locale, id).format(values)))
}

const parsedMessages = new Map<string, IntlMessageFormat>()

/** Kept, because parsing takes up to a millisecond, and a list has hundreds of texts. */
function parsedMessage(locale: Language, id: MessageId): IntlMessageFormat {
  const key = `${locale} ${id}`
  const message = parsedMessages.get(key) ?? new IntlMessageFormat(languages[locale][id], locale)
  parsedMessages.set(key, message)
  return message
}
