import { act, screen } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { testSection } from '../testing/test-section.tsx'
import { CookieNotice } from './cookie-notice.tsx'

const show = async (section = testSection(), config = {}) => {
  const rendered = await renderSection(section, {
    path: '/sign-in',
    session: 'anonymous',
    config,
    before: <CookieNotice />,
  })
  act(() => {
    rendered.host.preferences.set('cookieNoticeDismissed', false)
  })
  return rendered
}

test('stays dismissed', async () => {
  const { host, user } = await show()
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(screen.queryByRole('complementary', { name: 'Cookies' })).not.toBeInTheDocument()
  expect(host.preferences.get().cookieNoticeDismissed).toBe(true)
})

test('links to the policy where a section has the operator’s pages', async () => {
  await show(testSection({ namedRoutes: { DynamicPage: '/page/:slug' } }))
  expect(screen.getByRole('link', { name: 'Cookie policy' })).toHaveAttribute('href', '/page/cookie-policy')
})

test('has no link where none does, and is not shown in the setup wizard', async () => {
  const { unmount } = await show()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  unmount()
  await show(testSection(), { installation: 'installation-needed' })
  expect(screen.queryByRole('complementary', { name: 'Cookies' })).not.toBeInTheDocument()
})
