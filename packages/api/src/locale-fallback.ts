const fallback = 'en-US'

type ByLocale<T> = Readonly<Partial<Record<string, T>>>

/**
 * The value for a locale (BCP 47), else for its language (`de` for `de-AT`), else for en-US; undefined without any of
 * them. Server, shell and sections choose by this function.
 */
export function inLocale<T>(byLocale: ByLocale<T>, locale: string): T | undefined {
  return inLanguage(byLocale, locale) ?? ownValue(byLocale, fallback)
}

/** As `inLocale`, but without a value in another language: en-US is chosen for English only. */
export function inLanguage<T>(byLocale: ByLocale<T>, locale: string): T | undefined {
  const language = locale.split('-')[0] ?? locale
  const keys = [locale, language, ...(fallback.startsWith(`${language}-`) ? [fallback] : [])]
  return keys.map((key) => ownValue(byLocale, key)).find((value) => value !== undefined)
}

const ownValue = <T>(byLocale: ByLocale<T>, key: string) => (Object.hasOwn(byLocale, key) ? byLocale[key] : undefined)
