import { type ApiClient, isApiError } from '@holdall/api-client'
import { fetchOnce, type Language, messagesFor, type SectionMessages, type Texts } from '@holdall/section'
import { nextTask } from '@holdall/ui/next-task'
import { createIntl, type IntlShape } from 'react-intl'
import { languageOf } from './languages.ts'
import english from '../messages/en-US.json'

interface LanguageDeps {
  readonly api: ApiClient
  readonly locale: string
  /** The operator's edits as served with the page; without them all messages are fetched. */
  readonly translations?: Readonly<Record<string, string>> | undefined
  /** The build's own messages take precedence over the server's. */
  readonly isDevelopment?: boolean
  /** Reloads the page where the server does not answer; false where that was tried a moment ago. */
  readonly reload: () => boolean
}

export interface ShellIntl extends Language {
  readonly intl: IntlShape
  /** The same with messages that are not those of the first screen. */
  further(messages: SectionMessages): Promise<IntlShape>
}

/** Loads the operator's texts and the shell's own messages, before anything is rendered. */
export async function loadLanguage({
  api,
  locale,
  translations,
  isDevelopment = false,
  reload,
}: LanguageDeps): Promise<ShellIntl> {
  const [texts, own] = await Promise.all([
    translations ? compile(translations) : loadTexts(api, locale, reload),
    loadOwn(locale),
  ])
  const [below, edits] = isDevelopment ? [texts, {}] : [{}, texts]
  // The first use of each kind of formatter reads the data of all locales: in tasks of their own.
  Intl.NumberFormat.supportedLocalesOf(locale)
  await nextTask()
  const messages = { ...below, ...(english as unknown as Texts), ...own, ...edits } as Texts
  const intl = createIntl({ locale, defaultLocale: 'en-US', messages })
  const further = async (parts: SectionMessages) => {
    const loaded = await fetchOnce(messagesFor({ messages: parts }, locale))
    return createIntl({ locale, defaultLocale: 'en-US', messages: { ...loaded, ...messages } as Texts })
  }
  return { locale, edits, intl, further }
}

async function loadTexts(api: ApiClient, locale: string, reload: () => boolean): Promise<Texts> {
  try {
    const endpoints = await import('../api/lazy-endpoints.ts')
    return await compile(await api.call(endpoints.translations, { params: { locale } }))
  } catch (error) {
    // SPEC "Error catalogue": without any answer the page is reloaded. The promise never settles.
    if (isApiError(error, 'network') && reload()) return new Promise(() => {})
    return {}
  }
}

async function loadOwn(locale: string): Promise<Texts> {
  const load = languageOf(locale)?.load
  return load ? ((await load().catch(() => ({}))) as Texts) : {}
}

/**
 * The operator's ICU texts, parsed: all others are compiled by the builds. The parser is fetched only for those
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
      // Texts are validated when saved. An invalid one does not affect the others.
      return []
    }
  })
  return Object.fromEntries(parsed) as Texts
}

/** Type 0 is a literal of the parser. */
const plain = (value: string) => [{ type: 0, value }]
