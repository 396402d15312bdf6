const fallback = 'en-US'

/**
 * What there is in a locale (BCP 47), else in its language (`de-AT` reads `de`), else in en-US. The page, the shell and
 * every section choose alike.
 */
export function inLocale<T>(byLocale: Readonly<Partial<Record<string, T>>>, locale: string): T | undefined {
  const language = locale.split('-')[0] ?? locale
  return [locale, language, fallback].map((key) => ownValue(byLocale, key)).find((value) => value !== undefined)
}

const ownValue = <T>(byLocale: Readonly<Partial<Record<string, T>>>, key: string) =>
  Object.hasOwn(byLocale, key) ? byLocale[key] : undefined
