import { inLanguage, type LocaleMessages } from '@holdall/api'
import type { Services } from '../services.ts'

type Messages = Readonly<Record<string, string>>
type Deps = Pick<Services, 'settings' | 'ui'>

/** What the operator changed of a locale's messages. */
export async function editsOf(services: Deps, wanted: string): Promise<Messages> {
  const { locale, edits } = await read(services, wanted)
  return inLanguage(edits, locale) ?? {}
}

/** All messages of a locale, en-US where it lacks one, with the operator's edits on top. */
export async function translationsOf(services: Deps, wanted: string): Promise<Messages> {
  const { locale, edits, maps } = await read(services, wanted)
  const layers = [...maps.map((map) => map['en-US']), ...[...maps, edits].map((map) => inLanguage(map, locale))]
  return Object.fromEntries(layers.flatMap((layer) => Object.entries(layer ?? {})))
}

/** A locale that neither builds nor edits know is the default. */
async function read({ settings, ui }: Deps, wanted: string) {
  const { translations: edits, 'app.locale': standard } = await settings.all()
  const maps: readonly LocaleMessages[] = ui.messages()
  const isKnown = [...maps, edits].some((map) => inLanguage(map, wanted) !== undefined)
  return { locale: isKnown ? wanted : standard, edits, maps }
}
