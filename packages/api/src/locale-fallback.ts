const fallback = 'en-US'

type ByLocale<T> = Readonly<Partial<Record<string, T>>>

/**
 * What there is in a locale (BCP 47), else in its language (`de-AT` reads `de`), else in en-US. The page, the shell and
 * every section choose alike.
 */
export function inLocale<T>(byLocale: ByLocale<T>, locale: string): T | undefined {
  return inLanguage(byLocale, locale) ?? ownValue(byLocale, fallback)
}

/** As `inLocale`, without what is in another language. */
export function inLanguage<T>(byLocale: ByLocale<T>, locale: string): T | undefined {
  const language = locale.split('-')[0] ?? locale
  const keys = [locale, language, ...(fallback.startsWith(`${language}-`) ? [fallback] : [])]
  return keys.map((key) => ownValue(byLocale, key)).find((value) => value !== undefined)
}

const ownValue = <T>(byLocale: ByLocale<T>, key: string) => (Object.hasOwn(byLocale, key) ? byLocale[key] : undefined)
