import { type ApiClient, isApiError } from '@holdall/api-client'
import type { Language, Texts } from '@holdall/section'
import { createIntl, type IntlShape } from 'react-intl'
import { languageOf } from '../language/languages.ts'
import english from '../messages/en-US.json'

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** `ltr` or `rtl`, for `<html dir>`. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

interface LanguageDeps {
  readonly api: ApiClient
  readonly locale: string
  /** The operator's edits, where the page came with them; all messages are asked for where it did not. */
  readonly told?: Readonly<Record<string, string>> | undefined
  /** The build's own messages are being written: they stand above those of the server. */
  readonly isDevelopment?: boolean
  /** The page's last way out of a server that does not answer. */
  readonly reload: () => boolean
}

/** The operator's texts and the shell's own words, before anything is drawn. */
export async function loadLanguage({
  api,
  locale,
  told,
  isDevelopment = false,
  reload,
}: LanguageDeps): Promise<Language & { intl: IntlShape }> {
  const [texts, own] = await Promise.all([told ? compile(told) : loadTexts(api, locale, reload), loadOwn(locale)])
  const [below, edits] = isDevelopment ? [texts, {}] : [{}, texts]
  const messages = { ...below, ...(english as unknown as Texts), ...own, ...edits } as Texts
  return { locale, edits, intl: createIntl({ locale, defaultLocale: 'en-US', messages }) }
}

async function loadTexts(api: ApiClient, locale: string, reload: () => boolean): Promise<Texts> {
  try {
    const { translations } = await import('./later-endpoints.ts')
    return await compile(await api.call(translations, { params: { locale } }))
  } catch (error) {
    // SPEC "Error catalogue": without any answer the page is loaded again. The promise ends with the page.
    if (isApiError(error, 'network') && reload()) return new Promise(() => {})
    return {}
  }
}

async function loadOwn(locale: string): Promise<Texts> {
  const load = languageOf(locale)?.load
  return load ? ((await load().catch(() => ({}))) as Texts) : {}
}

/**
 * The operator's ICU texts, parsed: they are the only ones that no build has seen. The parser is fetched only for those
 * that need it; a plain text is its own parsed form.
 */
export async function compile(texts: Readonly<Record<string, string>>): Promise<Texts> {
  const entries = Object.entries(texts)
  const { parse } = entries.every(([, text]) => !/[{<']/.test(text))
    ? { parse: plain }
    : await import('@formatjs/icu-messageformat-parser')
  const parsed = entries.flatMap(([id, text]) => {
    try {
      return [[id, parse(text)] as const]
    } catch {
      // Checked before it is saved; one that slips through costs only itself.
      return []
    }
  })
  return Object.fromEntries(parsed) as Texts
}

/** 0 is the parser's mark of a literal. */
const plain = (value: string) => [{ type: 0, value }]
