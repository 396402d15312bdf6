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

test('is not shown to who is signed in, nor in this browser after that', async () => {
  const { host } = await renderSection(testSection(), { path: '/sign-in', before: <CookieNotice /> })
  act(() => {
    host.preferences.set('cookieNoticeDismissed', false)
  })
  expect(screen.queryByRole('complementary', { name: 'Cookies' })).not.toBeInTheDocument()
  expect(host.preferences.get().cookieNoticeDismissed).toBe(true)
})

const withPages = testSection({ namedRoutes: { DynamicPage: '/page/:slug' } })

test('has no link where the operator has hidden the policy', async () => {
  await show(withPages, { pages: [{ slug: 'privacy-policy', title: 'Privacy policy' }] })
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

test('links to the policy where the operator shows it', async () => {
  await show(withPages, { pages: [{ slug: 'cookie-policy', title: 'Cookie policy' }] })
  expect(screen.getByRole('link', { name: 'Cookie policy' })).toHaveAttribute('href', '/page/cookie-policy')
})

test('has no link where no section has the operator’s pages, and is not shown in the setup wizard', async () => {
  const { unmount } = await show()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  unmount()
  await show(testSection(), { installation: 'installation-needed' })
  expect(screen.queryByRole('complementary', { name: 'Cookies' })).not.toBeInTheDocument()
})
