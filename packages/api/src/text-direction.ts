const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** The direction of a locale's script (`pa-Arab`), else of the one that its language is mostly written in, for `<html dir>`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(locale).maximize()
  return script !== undefined && rightToLeftScripts.has(script) ? 'rtl' : 'ltr'
}
