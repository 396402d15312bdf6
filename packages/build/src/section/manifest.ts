import { containerName, SectionManifest } from '@holdall/api'
import { minVersions } from '../shared-packages.ts'
import type { Description } from './describe-section.ts'

/** Result of the webpack build. File names are relative to the section's folder. */
export interface Output {
  readonly container: string
  readonly entry: string
  readonly preload: readonly string[]
  /** Module file -> the chunks that a lazy import of it fetches, without those in `preload`. */
  readonly chunksOf: (file: string) => readonly string[]
  readonly integrity: Readonly<Record<string, string>>
}

/** The content of section.json. Throws when en-US or a message lacks, or the description does not match the schema. */
export function writeManifest(
  { section, pageFiles, messages, messageFiles, packageMessages }: Description,
  output: Output,
): SectionManifest {
  if (!output.container.startsWith(containerName(section.id, section.version)))
    throw new Error(
      `The build is of ${output.container}, but src/section.ts says ${section.id} ${section.version}: give webpack.config.ts the same id.`,
    )
  const source = messages['en-US']
  if (!source) throw new Error(`Section ${section.id} has no messages in en-US.`)
  const known = (id: string) => {
    if (source[id] === undefined)
      throw new Error(`Section ${section.id} names the message ${id}, which does not exist.`)
    return id
  }
  const labels = (id: string) =>
    Object.fromEntries(Object.entries(messages).flatMap(([locale, texts]) => (texts[id] ? [[locale, texts[id]]] : [])))

  const locales = new Set([...Object.keys(packageMessages), ...Object.keys(messages)])
  const all = Object.fromEntries(
    [...locales].map((locale) => [locale, { ...packageMessages[locale], ...messages[locale] }]),
  )
  const { 'en-US': english, ...translations } = all

  return SectionManifest.parse({
    kind: 'section',
    id: section.id,
    version: section.version,
    requires: { ...section.requires, shared: minVersions },
    routes: section.routes.map(({ path, access, titleKey }) => ({ path, access, titleKey: known(titleKey) })),
    namedRoutes: section.namedRoutes ?? {},
    nav: (section.nav ?? []).map((entry) => ({ ...entry, labels: labels(known(entry.labelKey)) })),
    popups: Object.keys(section.popups ?? {}),
    slots: (section.slots ?? []).map((fill) => fill.slot),
    spotlight: (section.spotlight ?? []).length > 0,
    locales: Object.keys(messages),
    messages: english,
    translations,
    container: output.container,
    entry: output.entry,
    preload: output.preload,
    routePreload: Object.fromEntries(
      section.routes.map(({ path }) => [path, pageFiles[path] ? output.chunksOf(pageFiles[path]) : []]),
    ),
    localePreload: Object.fromEntries(
      Object.entries(messageFiles).map(([locale, file]) => [locale, output.chunksOf(file)]),
    ),
    integrity: output.integrity,
  })
}
