import { fetchOnce } from '@holdall/section'
import { renderSection } from '@holdall/testing'
import { act, screen } from '@testing-library/react'
import section from './section.ts'

// Loads the page that this test navigates to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

test('SignIn and Public are named routes', async () => {
  const { host, address } = await renderSection(section, { path: '/temporary-unavailable', session: 'anonymous' })
  expect(host.navigation.href('Public', { token: 'abc' })).toBe('/share/abc/files')
  expect(host.navigation.href('Public', { token: 'abc', id: '7' })).toBe('/share/abc/files/7')
  act(() => {
    host.navigation.go({ name: 'SignIn' })
  })
  expect(await screen.findByLabelText('E-mail')).toBeInTheDocument()
  expect(address()).toBe('/sign-in')
})
