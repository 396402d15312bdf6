import type { HostApi } from '@holdall/section'
import { SectionFailure } from '../section-failure.ts'
import type { LoadEntry } from '../federation.ts'
import { composedOf, okSection, sectionModule, servedSection } from './section-fixture.ts'
import { createSections, type SectionsDeps } from '../sections.ts'

/** A loader that always fails. */
export const failToLoad = () => Promise.reject(new SectionFailure('threw', 'broken', '/x.js'))

/** The sections of a page with one section, `admin` 1.0.0, that can be loaded; its callbacks are mocks. */
export function setUpSections(own: Partial<SectionsDeps>) {
  const deps = {
    composed: composedOf(okSection(servedSection())),
    recompose: jest.fn(() => Promise.reject(new Error('offline'))),
    loadEntry: jest.fn(() => Promise.resolve(sectionModule())) as LoadEntry,
    host: Promise.resolve({} as HostApi),
    production: true,
    explain: (failure: SectionFailure) => Promise.resolve(failure),
    pause: () => Promise.resolve(),
    onFailure: jest.fn(),
    onLastGood: jest.fn(),
    ...own,
  }
  return { sections: createSections(deps), deps }
}
