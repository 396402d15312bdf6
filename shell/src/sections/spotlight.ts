import { fetchOnce, type Language, messagesFor, type Texts } from '@holdall/section'
import { createIntl, type IntlShape } from 'react-intl'
import type { LoadedProvider } from '../host.ts'
import type { ShellSections } from './sections.ts'

/** Who answers the spotlight: loaded sections at once; those that are not yet loaded join for the next question. */
export function createSpotlightProviders(sections: ShellSections, language: Language): () => readonly LoadedProvider[] {
  const words = new Map<string, IntlShape>()

  async function prepare(id: string): Promise<void> {
    const { module } = await sections.load(id)
    const own = await fetchOnce(messagesFor(module, language.locale))
    words.set(id, createIntl({ locale: language.locale, messages: { ...own, ...language.edits } as Texts }))
  }

  return () =>
    sections.served().flatMap(({ id, spotlight }) => {
      if (!spotlight) return []
      const intl = words.get(id)
      // A section that fails says so on its own place.
      if (!intl) void prepare(id).catch(() => undefined)
      const providers = intl ? (sections.loaded(id)?.module.spotlight ?? []) : []
      return providers.map((provider) => ({ label: intl?.formatMessage({ id: provider.labelKey }) ?? '', provider }))
    })
}
