import type { SectionModule } from '@holdall/section'
import type { Description } from './describe-section.ts'
import { type Output, writeManifest } from './manifest.ts'

const never = () => new Promise<never>(() => {})
const section: SectionModule = {
  kind: 'section',
  id: 'example',
  version: '1.2.3',
  requires: { shellApi: '^1.0.0', server: '>=0.1.0' },
  routes: [
    { path: '/example', access: 'user', titleKey: 'title', page: never },
    { path: '/example/:id?', access: 'admin', titleKey: 'title', page: never },
  ],
  namedRoutes: { Example: '/example/:id?' },
  nav: [{ id: 'example', path: '/example', labelKey: 'label', icon: 'folder', order: 1, access: 'user' }],
  popups: { move: never },
  slots: [{ slot: 'sign-in.foot', component: never }],
  messages: { 'en-US': never, de: never },
}
const described: Description = {
  section,
  pageFiles: { '/example': '/src/list.tsx', '/example/:id?': '/src/one.tsx' },
  messageFiles: { 'en-US': '/src/en.json', de: '/src/de.json' },
  messages: { 'en-US': { title: 'Example', label: 'Examples' }, de: { label: 'Beispiele' } },
  packageMessages: {
    'en-US': { 'list.end': 'End of list', label: 'Overridden' },
    de: { 'list.end': 'Ende der Liste' },
    ar: { 'list.end': 'نهاية القائمة' },
  },
}
const output: Output = {
  container: 'mf_example_1_2_3',
  entry: 'remoteEntry.0a.js',
  preload: ['section.js'],
  chunksOf: (file) => [`${file.slice(5, 7)}.js`],
  integrity: { 'remoteEntry.0a.js': 'sha384-x' },
}

describe('section.json', () => {
  test('has everything that the shell needs before it fetches code of the section', () => {
    expect(writeManifest(described, output)).toMatchSnapshot()
  })

  test('is not written for a title that has no message', () => {
    const messages = { 'en-US': { label: 'Examples' } }
    expect(() => writeManifest({ ...described, messages }, output)).toThrow(/message title, which does not exist/)
  })

  test('is not written without en-US', () => {
    expect(() => writeManifest({ ...described, messages: { de: {} } }, output)).toThrow(/no messages in en-US/)
  })

  test('is not written for a build with another id than the section', () => {
    expect(() => writeManifest(described, { ...output, container: 'mf_other_1_2_3' })).toThrow(
      'The build is of mf_other_1_2_3, but src/section.ts says example 1.2.3',
    )
  })

  test('is not written for a version that is not semver', () => {
    expect(() =>
      writeManifest(
        { ...described, section: { ...section, version: 'next' } },
        { ...output, container: 'mf_example_next' },
      ),
    ).toThrow('"version"')
  })
})
