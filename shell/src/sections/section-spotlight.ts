import { type Language, messagesFor, type SectionModule, type SpotlightProvider, type Texts } from '@holdall/section'
import { createIntl, type IntlShape } from 'react-intl'
import type { ShellSections } from './sections.ts'

/** A provider of a loaded section, with its heading in the user's language. */
export interface LoadedProvider {
  readonly label: string
  readonly provider: SpotlightProvider
}

/** Loads the providers of the sections: one promise per section, so that a slow one does not delay the others. */
export type SpotlightProviders = () => readonly Promise<readonly LoadedProvider[]>[]

/**
 * The providers of the sections that announce some; loads these sections if necessary. One that fails has no providers:
 * its own page says why.
 */
export function createSpotlightProviders(sections: ShellSections, language: Language): SpotlightProviders {
  const known = new WeakMap<SectionModule, Promise<IntlShape>>()

  function intlOf(module: SectionModule): Promise<IntlShape> {
    const loaded = known.get(module)
    if (loaded) return loaded
    const intl = messagesFor(module, language.locale)().then((own) =>
      createIntl({ locale: language.locale, messages: { ...own, ...language.edits } as Texts, onError() {} }),
    )
    known.set(module, intl)
    // The next search retries.
    intl.catch(() => known.delete(module))
    return intl
  }

  async function providersOf(id: string): Promise<readonly LoadedProvider[]> {
    const { module } = await sections.load(id)
    const intl = await intlOf(module)
    const providers = module.spotlight ?? []
    return providers.map((provider) => ({ label: intl.formatMessage({ id: provider.labelKey }), provider }))
  }

  return () =>
    sections
      .served()
      .filter(({ spotlight }) => spotlight)
      .map(({ id }) => providersOf(id).catch(() => []))
}
