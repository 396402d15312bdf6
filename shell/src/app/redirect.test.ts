import { safeRedirect, signInFor } from './redirect.ts'

const origin = 'https://files.example.com'

describe('redirect after sign-in', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'platform/files',
    '',
    null,
  ])('refuses %j', (wanted) => {
    expect(safeRedirect(wanted, origin)).toBeNull()
  })

  test('keeps path, query and fragment of a place of its own', () => {
    expect(safeRedirect('/platform/files/1?sort=name#top', origin)).toBe('/platform/files/1?sort=name#top')
  })

  test('carries the whole address wanted through the query', () => {
    const address = signInFor('/sign-in', '/platform/files/1?a=b&c=d#e')
    expect(new URL(address, origin).searchParams.get('redirect')).toBe('/platform/files/1?a=b&c=d#e')
  })
})
