import {
  type Language,
  messagesFor,
  type SectionModule,
  type SpotlightProvider,
  type SpotlightText,
  type Texts,
} from '@holdall/section'
import { createIntl } from 'react-intl'
import type { ShellSections } from './sections.ts'

/** A provider of a loaded section, with its heading in the user's language. */
export interface LoadedProvider {
  readonly label: string
  readonly provider: SpotlightProvider
  readonly text: SpotlightText
}

/** Loads the providers of the sections: one promise per section, so that a slow one does not delay the others. */
export type SpotlightProviders = () => readonly Promise<readonly LoadedProvider[]>[]

/**
 * The providers of the sections that announce some; loads these sections if necessary. One that fails has no providers:
 * its own page says why.
 */
export function createSpotlightProviders(sections: ShellSections, language: Language): SpotlightProviders {
  const known = new WeakMap<SectionModule, Promise<SpotlightText>>()

  function textOf(module: SectionModule): Promise<SpotlightText> {
    const loaded = known.get(module)
    if (loaded) return loaded
    const text = messagesFor(module, language.locale)().then((own): SpotlightText => {
      const messages = { ...own, ...language.edits } as Texts
      const intl = createIntl({ locale: language.locale, messages, onError() {} })
      return (id, values) => intl.formatMessage({ id }, values)
    })
    known.set(module, text)
    // The next search retries.
    text.catch(() => known.delete(module))
    return text
  }

  async function providersOf(id: string): Promise<readonly LoadedProvider[]> {
    const { module } = await sections.load(id)
    const text = await textOf(module)
    const providers = module.spotlight ?? []
    return providers.map((provider) => ({ label: text(provider.labelKey), provider, text }))
  }

  return () =>
    sections
      .served()
      .filter(({ spotlight }) => spotlight)
      .map(({ id }) => providersOf(id).catch(() => []))
}
