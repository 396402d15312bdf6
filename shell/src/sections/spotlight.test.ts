import type { HostApi } from '@holdall/section'
import { composedOf, okSection, sectionModule, servedSection } from './fixture.ts'
import { createSections } from './sections.ts'
import { createSpotlightProviders } from './spotlight.ts'

test('messages that fail to load cost one search, not all that follow', async () => {
  let isOffline = true
  const section = sectionModule({
    spotlight: [
      { id: 'people', labelKey: 'title', access: 'user', find: () => Promise.resolve(() => Promise.resolve([])) },
    ],
    messages: {
      'en-US': () => (isOffline ? Promise.reject(new Error('offline')) : Promise.resolve({ title: 'People' })),
    },
  })
  const sections = createSections({
    composed: composedOf(okSection(servedSection({ spotlight: true }))),
    recompose: () => Promise.reject(new Error('offline')),
    loadEntry: () => Promise.resolve(section),
    host: Promise.resolve({} as HostApi),
    production: true,
    explain: (failure) => Promise.resolve(failure),
    onFailure() {},
    onLastGood() {},
  })
  const providers = createSpotlightProviders(sections, { locale: 'en-US', edits: {} })
  const labels = async () => (await Promise.all(providers())).flat().map(({ label }) => label)
  expect(await labels()).toEqual([])
  isOffline = false
  expect(await labels()).toEqual(['People'])
})
