import type { BootData, ClientConfig, ManifestNav, ServedSection } from '@holdall/api'
import { type Messages, SHELL_API_VERSION, type SectionModule } from '@holdall/section'

/** Name of the global variable of a section's container. */
export const containerOf = ({ id }: Pick<SectionModule, 'id'>) => `section_${id}`

/** The boot data that build and server would make for these sections. */
export function bootOf(sections: readonly (readonly [SectionModule, Messages])[], config: ClientConfig): BootData {
  return {
    config,
    sections: {
      shell: { version: '0.0.0', api: SHELL_API_VERSION },
      sections: sections.map(([section, messages]) => ({
        state: 'ok',
        id: section.id,
        section: servedOf(section, config, messages),
        fallback: null,
      })),
    },
  }
}

function servedOf(section: SectionModule, config: ClientConfig, messages: Messages): ServedSection {
  const nav: ManifestNav[] = (section.nav ?? []).map((entry) => ({
    ...entry,
    labels: { [config.locale]: messages[entry.labelKey] ?? entry.labelKey },
  }))
  return {
    kind: 'section',
    id: section.id,
    version: section.version,
    requires: { ...section.requires, shared: {} },
    routes: section.routes.map(({ path, access, titleKey }) => ({ path, access, titleKey })),
    namedRoutes: { ...section.namedRoutes },
    nav,
    popups: Object.keys(section.popups ?? {}),
    slots: (section.slots ?? []).map(({ slot }) => slot),
    spotlight: (section.spotlight ?? []).length > 0,
    locales: Object.keys(section.messages),
    container: containerOf(section),
    entry: 'entry.js',
    preload: [],
    routePreload: {},
    integrity: {},
    base: `/ui/${section.id}/`,
  }
}
