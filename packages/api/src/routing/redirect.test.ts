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
  ])('refuses %j', (target) => {
    expect(safeRedirect(target)).toBeNull()
  })

  test('keeps path, query and fragment of an address on this origin', () => {
    expect(safeRedirect('/platform/files/1?sort=name#top')).toBe('/platform/files/1?sort=name#top')
  })

  test('keeps the whole address in the query', () => {
    const address = signInFor('/sign-in', '/platform/files/1?a=b&c=d#e')
    expect(new URL(address, origin).searchParams.get('redirect')).toBe('/platform/files/1?a=b&c=d#e')
  })
})
