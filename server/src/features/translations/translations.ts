import { inLanguage, type LocaleMessages } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Ui } from '../frontend/frontend.ts'

type Messages = Readonly<Record<string, string>>
type Deps = Pick<Infrastructure, 'settings'> & { readonly ui: Ui }

/** What the operator changed of a locale's messages. */
export async function editsOf(services: Deps, requested: string): Promise<Messages> {
  const { locale, edits } = await read(services, requested)
  return inLanguage(edits, locale) ?? {}
}

/** All messages of a locale, en-US where it lacks one, with the operator's edits on top. */
export async function translationsOf(services: Deps, requested: string): Promise<Messages> {
  const { locale, edits, maps } = await read(services, requested)
  const layers = [...maps.map((map) => map['en-US']), ...[...maps, edits].map((map) => inLanguage(map, locale))]
  return Object.fromEntries(layers.flatMap((layer) => Object.entries(layer ?? {})))
}

/** The default replaces a locale that neither builds nor edits have. */
async function read({ settings, ui }: Deps, requested: string) {
  const { translations: edits, 'app.locale': standard } = await settings.all()
  const maps: readonly LocaleMessages[] = ui.messages()
  const isKnown = [...maps, edits].some((map) => inLanguage(map, requested) !== undefined)
  return { locale: isKnown ? requested : standard, edits, maps }
}
