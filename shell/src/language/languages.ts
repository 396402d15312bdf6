import type { LanguageChoice } from '@holdall/section'

export interface ShellLanguage extends LanguageChoice {
  /** The shell's own messages; null for en-US, which is always there. */
  readonly load: (() => Promise<unknown>) | null
}

/** The languages of the shell's own messages. */
export const languages: readonly ShellLanguage[] = [
  { locale: 'en-US', name: 'English', load: null },
  { locale: 'de', name: 'Deutsch', load: () => import('../messages/de.json').then((m) => m.default) },
  { locale: 'ar', name: 'العربية', load: () => import('../messages/ar.json').then((m) => m.default) },
]

/** The language of a locale: an exact match, else one of the same language (`de` for `de-AT`). */
export function languageOf(locale: string): ShellLanguage | undefined {
  const [language] = locale.split('-')
  return (
    languages.find((each) => each.locale === locale) ?? languages.find((each) => each.locale.split('-')[0] === language)
  )
}
