import { servedSection } from './testing/section-fixture.ts'
import { fetchSection } from './preload-section.ts'

const linksIn = (page: Document) =>
  [...page.head.querySelectorAll('link')].map((link) => ({
    href: link.getAttribute('href'),
    rel: link.rel,
    as: link.as,
    crossOrigin: link.crossOrigin,
    integrity: link.integrity,
  }))

test('fetches the entry and the first chunks of a section with the attributes of the loader, once each', () => {
  const page = document.implementation.createHTMLDocument()
  const section = servedSection({
    base: '/preloaded/',
    preload: ['page.js'],
    integrity: { 'remoteEntry.js': 'sha384-AAAA' },
  })
  fetchSection(section, 'preload', page)
  const entry = { href: '/preloaded/remoteEntry.js', rel: 'preload', as: 'script', crossOrigin: 'anonymous' }
  expect(linksIn(page)).toEqual([
    { ...entry, integrity: 'sha384-AAAA' },
    { ...entry, href: '/preloaded/page.js' },
  ])
  fetchSection({ ...section, preload: ['page.js', 'other.js'] }, 'prefetch', page)
  expect(linksIn(page).slice(2)).toEqual([{ ...entry, href: '/preloaded/other.js', rel: 'prefetch' }])
})
