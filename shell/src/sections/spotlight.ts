import { type Language, messagesFor, type SectionModule, type Texts } from '@holdall/section'
import { createIntl, type IntlShape } from 'react-intl'
import type { LoadedProvider } from '../host.ts'
import type { ShellSections } from './sections.ts'

/**
 * Who answers the spotlight: one promise for each section that says it has providers. Those that are not loaded yet are
 * loaded for it. One that fails answers with none; its own place says why.
 */
export function createSpotlightProviders(
  sections: ShellSections,
  language: Language,
): () => readonly Promise<readonly LoadedProvider[]>[] {
  const known = new WeakMap<SectionModule, Promise<IntlShape>>()

  function wordsOf(module: SectionModule): Promise<IntlShape> {
    const loaded = known.get(module)
    if (loaded) return loaded
    const words = messagesFor(module, language.locale)().then((own) =>
      createIntl({ locale: language.locale, messages: { ...own, ...language.edits } as Texts, onError() {} }),
    )
    known.set(module, words)
    // The next search fetches what failed.
    words.catch(() => known.delete(module))
    return words
  }

  async function providersOf(id: string): Promise<readonly LoadedProvider[]> {
    const { module } = await sections.load(id)
    const intl = await wordsOf(module)
    const providers = module.spotlight ?? []
    return providers.map((provider) => ({ label: intl.formatMessage({ id: provider.labelKey }), provider }))
  }

  return () =>
    sections
      .served()
      .filter(({ spotlight }) => spotlight)
      .map(({ id }) => providersOf(id).catch(() => []))
}
