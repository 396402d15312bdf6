import { inLanguage } from '@holdall/api'
import { IntlMessageFormat } from 'intl-messageformat'
import arabic from '../messages/ar.json' with { type: 'json' }
import german from '../messages/de.json' with { type: 'json' }
import english from '../messages/en-US.json' with { type: 'json' }

export type MailText = (id: keyof typeof english, values?: Readonly<Record<string, string>>) => string

const languages = { 'en-US': english, de: german, ar: arabic }

/** The texts of mails in the first of these languages that there is, else in English. */
export function mailTextIn(...locales: readonly (string | null)[]): MailText {
  const tag = locales.find((one) => one !== null && inLanguage(languages, one) !== undefined) ?? 'en-US'
  const messages = inLanguage(languages, tag) ?? english
  // That of the texts: the person's own may be one that `Intl` does not take.
  const locale = Object.entries(languages).find(([, texts]) => texts === messages)?.[0]
  return (id, values) => String(new IntlMessageFormat(messages[id], locale).format(values))
}
