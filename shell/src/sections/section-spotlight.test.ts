import { composedOf, okSection, sectionModule, servedSection } from './testing/section-fixture.ts'
import { createSpotlightProviders } from './section-spotlight.ts'
import { failToLoad, setUpSections } from './testing/set-up-sections.ts'

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
  const { sections } = setUpSections({
    composed: composedOf(okSection(servedSection({ spotlight: true }))),
    loadEntry: () => Promise.resolve(section),
  })
  const providers = createSpotlightProviders(sections, { locale: 'en-US', edits: {} })
  const labels = async () => (await Promise.all(providers())).flat().map(({ label }) => label)
  expect(await labels()).toEqual([])
  isOffline = false
  expect(await labels()).toEqual(['People'])
})

const language = { locale: 'en-US', edits: {} }
const people = {
  id: 'people',
  labelKey: 'title',
  access: 'user',
  find: () => Promise.resolve(() => Promise.resolve([])),
} as const

test('only a section that says it has providers is loaded for a search, and its words once', async () => {
  const words = jest.fn(() => Promise.resolve({ title: 'People' }))
  const loadEntry = jest.fn(() => Promise.resolve(sectionModule({ spotlight: [people], messages: { 'en-US': words } })))
  const { sections } = setUpSections({
    composed: composedOf(okSection(servedSection({ spotlight: true })), okSection(servedSection({ id: 'calendar' }))),
    loadEntry,
  })
  const providers = createSpotlightProviders(sections, language)
  expect(providers()).toHaveLength(1)
  const first = await Promise.all(providers())
  expect(first).toEqual([[{ label: 'People', provider: people, text: expect.any(Function) }]])
  expect(await Promise.all(providers())).toEqual(first)
  expect([loadEntry.mock.calls.length, words.mock.calls.length]).toEqual([1, 1])
})

test.each([
  ['has none after all', () => Promise.resolve(sectionModule())],
  ['cannot be loaded', failToLoad],
])('a section that %s answers with no providers', async (_, loadEntry) => {
  const { sections } = setUpSections({
    composed: composedOf(okSection(servedSection({ spotlight: true }))),
    loadEntry,
  })
  expect(await Promise.all(createSpotlightProviders(sections, language)())).toEqual([[]])
})
