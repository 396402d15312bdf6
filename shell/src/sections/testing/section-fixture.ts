import type { Sections, ServedSection } from '@holdall/api'
import { defineSection, type SectionModule } from '@holdall/section'
import { createSections } from '../sections.ts'

export { servedSection } from '@holdall/api/testing'

/** The module of the same section. */
export function sectionModule(own: Partial<Omit<SectionModule, 'kind'>> = {}): SectionModule {
  const id = own.id ?? 'admin'
  return defineSection({
    id,
    version: '1.0.0',
    requires: { shellApi: '^1.0.0' },
    routes: [{ path: `/${id}`, access: 'anyone', titleKey: 'title', page: () => Promise.resolve(() => null) }],
    messages: { 'en-US': () => Promise.resolve({ title: 'Title' }) },
    ...own,
  })
}

export function composedOf(...sections: Sections['sections']): Sections {
  return { shell: { version: '0.1.0', api: '1.0.0' }, sections }
}

export function okSection(section: ServedSection, fallback: ServedSection | null = null): Sections['sections'][number] {
  return { state: 'ok', id: section.id, section, fallback }
}

/** `admin` 3.0.0, which this shell is too old for. */
export const incompatibleSection: Sections['sections'][number] = {
  state: 'incompatible',
  id: 'admin',
  version: '3.0.0',
  routes: [],
  nav: [],
  needs: 'shell API ^3.0.0',
  has: 'shell API 1.0.0',
  fallback: null,
}

/** The sections of a page that has none. */
export const noSections = () =>
  createSections({
    composed: composedOf(),
    recompose: () => Promise.reject(new Error('offline')),
    loadEntry: () => Promise.reject(new Error('There are no sections.')),
    explain: (failure) => Promise.resolve(failure),
    host: new Promise(() => {}),
    production: false,
    onFailure() {},
    onLastGood() {},
  })
