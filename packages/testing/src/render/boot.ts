import type { BootData, ClientConfig, ManifestNav, ServedSection } from '@holdall/api'
import { type Messages, SHELL_API_VERSION, type SectionModule } from '@holdall/section'

/** What the build and the server would say of a section, made from its description. */
export function bootOf(section: SectionModule, config: ClientConfig, messages: Messages): BootData {
  const nav: ManifestNav[] = (section.nav ?? []).map((entry) => ({
    ...entry,
    labels: { [config.locale]: messages[entry.labelKey] ?? entry.labelKey },
  }))
  const served: ServedSection = {
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
    container: `section_${section.id}`,
    entry: 'entry.js',
    preload: [],
    routePreload: {},
    integrity: {},
    base: `/ui/${section.id}/`,
  }
  return {
    config,
    sections: {
      shell: { version: '0.0.0', api: SHELL_API_VERSION },
      sections: [{ state: 'ok', id: section.id, section: served, fallback: null }],
    },
  }
}
